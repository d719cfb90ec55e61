"""The lobby: joining, options, the deal and the start; and giving a game up."""

from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import replace

import structlog

from bot.engine import Game
from bot.engine.deal import shuffle_deal
from bot.engine.position import dealt_anew
from bot.engine.state import RULES_VERSION
from bot.model.computers import ORDINARY, STYLES, Computer, Level
from bot.model.notes import AskAgreement, EventDue, TableGivenUp
from bot.model.table import Joins, Options, Person, Seat, Table
from bot.notation.position_line import read_position
from bot.refusal import P_, Full, Refusal
from bot.store import log
from bot.store import tables as stored
from bot.store.database import ChannelBusyError, Connection
from bot.tables import timing
from bot.tables.finding import Tables
from bot.tables.open_table import (
    OpenTable,
    must_be_lobby,
    must_sit,
    must_sit_in_play,
    not_requested,
    over,
)
from bot.tables.records import commitment, mark, new_secret, playing_order, seed_of, shared_seed

logger = structlog.get_logger(__name__)


async def seed_for(opened: OpenTable, joined: Sequence[Seat]) -> str:
    """Make the seed of a table's game, from its secret and those who joined."""
    table = opened.table
    secret = await opened.fetch(log.secret, table.id)
    marks = [mark(table.commitment, one.user_id, one.name) for one in joined]
    return seed_of(secret, table.id, marks)


def dealt(options: Options, seats: int, seed: str) -> Game:
    """Deal a new game, or the hidden tiles of a position. Raises Refusal (`options`) if so many
    cannot play these options."""
    try:
        if options.position:
            begun = dealt_anew(read_position(options.position), seed)
            return Game.from_setup({**begun, "rules": RULES_VERSION})
        deal = shuffle_deal(seats, options.modules, seed, without=options.without)
        return Game.from_setup({**deal, "rules": RULES_VERSION})
    except ValueError:
        raise Refusal(
            "options",
            *P_(
                "These options do not work with {n} seat; change them first.",
                "These options do not work with {n} seats; change them first.",
            ),
            n=seats,
        ) from None


def begin(
    opened: OpenTable,
    joined: Sequence[Seat],
    seated: Sequence[Seat],
    seed: str,
    deal_of: str | None,
    *,
    given: bool = False,
) -> None:
    """Deal and begin. `joined` are the seats in the seed, as they joined; `seated` are the same in
    playing order; `given` says that a schedule gave the seats. `deal_of` as in `lobby.start`."""
    sealed = opened.table.commitment
    joins = Joins(
        tuple(mark(sealed, one.user_id, one.name) for one in joined),
        tuple(mark(sealed, one.user_id, one.name) for one in seated),
        given=given,
    )
    of_deal = seed if deal_of is None else shared_seed(deal_of)
    game = dealt(opened.table.options, len(seated), of_deal)
    opened.begin(
        seated,
        game,
        RULES_VERSION,
        seed=seed,
        setup=game.setup,
        joins=joins,
        shared_secret=deal_of,
        shared_commitment=None if deal_of is None else commitment(deal_of),
    )
    opened.set_clocks(timing.begun(opened.table, opened.waiting, opened.now))
    logger.info("game started", table=opened.table.id, seats=len(seated))


def numbered(seats: Sequence[Seat]) -> tuple[Seat, ...]:
    """Number the seats in this order."""
    return tuple(replace(one, seat=number) for number, one in enumerate(seats))


FEWEST_SEATS = 2
MOST_SEATS = 5
COMPUTER_NAMES = ("Imix", "Kimi", "Lamat", "Chuen", "Kaban")
"""Days of the Tzolk'in calendar: names that need no translation."""

Claim = Callable[[Connection, int], Awaitable[None]]
"""Notes the purpose of a new table, from a transaction's connection and the table's id."""


async def open_lobby(
    tables: Tables,
    guild_id: int | None,
    channel_id: int,
    host: Person,
    options: Options | None = None,
    seat: int = 0,
    *,
    claim: Claim | None = None,
) -> Table:
    """Open a lobby with the host in its first seat; in a position in the given one, with computers
    in all others until people take their places. `claim` is as in `open_scheduled`. Raises Refusal
    (`channel-busy`) if the channel has an open lobby or game, and (`no-computers-here`) where
    computers are needed."""
    seats, chosen = [Seat(0, host.id, host.name)], options or Options()
    if chosen.position:
        _must_have_computers(tables.think is not None)
        position = read_position(chosen.position)
        play = [Computer(ORDINARY.level, style) for style in (*STYLES, None, None)]
        count = range(len(position.players))
        seats = [Seat(n, None, COMPUTER_NAMES[n], play[n]) for n in count]
        seats[seat] = Seat(seat, host.id, host.name)
        chosen = replace(chosen, modules=position.modules, order_stays=True)
    return await _opened(tables, guild_id, channel_id, host.id, seats, chosen, claim)


async def open_rematch(tables: Tables, over: Table, person: Person) -> Table:
    """Open a lobby for another game in the channel of a finished one: with its people, computers
    and options, each player one seat later. The others are asked whether they play. If the last one
    began at a moment, this begins by hand. Raises Refusal for a stranger, for a game still played,
    and (`channel-busy`) as `open_lobby`."""
    if over.status in ("lobby", "playing"):
        raise Refusal(
            "game-goes-on", "This game is still going on; ask for a rematch when it is over."
        )
    if over.seat_of(person.id) is None:
        raise Refusal(
            "not-of-table",
            "Only this game's players can ask for a rematch; open a game of your own.",
        )
    left = [one for one in over.seats if one.computer or one.can_agree]
    moved = [*left[1:], *left[:1]]
    if any(one.computer for one in moved):
        _must_have_computers(tables.think is not None)
    seats = [Seat(n, one.user_id, one.name, one.computer) for n, one in enumerate(moved)]
    asked = frozenset(one.seat for one in seats if one.user_id not in (None, person.id))
    options = replace(
        over.options, order_stays=True, asked=asked, thread=False, position="", waits_told=False,
        called_at=None, night=None, event=None,
    )  # fmt: skip
    if options.begins == "moment":  # which is over
        options = replace(options, begins="hand", begins_at=None)
    return await _opened(tables, over.guild_id, over.channel_id, person.id, seats, options)


async def open_scheduled(
    tables: Tables,
    guild_id: int,
    channel_id: int,
    seated: Sequence[Person | None],
    options: Options,
    *,
    host_id: int,
    claim: Claim,
) -> Table:
    """Open a table with the seats of a schedule (None: a computer). `claim` notes the table's
    purpose in the same transaction; if it raises, nothing is opened.

    Nobody has to join. Once the table's commitment is posted call `start_scheduled`. Raises Refusal
    (`channel-busy`) as `open_lobby`, and (`no-computers-here`) where a computer is needed.
    """
    if None in seated:
        _must_have_computers(tables.think is not None)
    seats = _as_scheduled(seated)
    return await _opened(tables, guild_id, channel_id, host_id, seats, options, claim)


async def _opened(
    tables: Tables,
    guild_id: int | None,
    channel_id: int,
    host_id: int,
    seated: Sequence[Seat],
    options: Options,
    claim: Claim | None = None,
) -> Table:
    secret = new_secret()

    async def add(connection: Connection) -> int:
        table_id = await stored.add(
            connection,
            guild_id=guild_id,
            channel_id=channel_id,
            host_id=host_id,
            options=options,
            seated=seated,
            at=tables.now(),
            secret=secret,
            commitment=commitment(secret),
        )
        if claim is not None:
            await claim(connection, table_id)
        return table_id

    try:
        table_id = await tables.store.write(add)
    except ChannelBusyError:
        raise Refusal(
            "channel-busy",
            "This channel already has a game; finish it, end it with /tzolkin abandon, or use "
            "another channel.",
        ) from None
    logger.info("table opened", table=table_id, guild=guild_id, channel=channel_id)
    return await tables.table(table_id)


def join(opened: OpenTable, person: Person) -> Table:
    """Take a seat; in a position, a computer's. Raises Refusal unless it is a lobby with a free
    seat, and the person has none yet."""
    table = opened.table
    must_be_lobby(table)
    if table.seat_of(person.id) is not None:
        raise _seated_already()
    if table.options.position and names_of_computers(table):
        return take_computers_place(opened, person)
    return _with_one_more(opened, person.id, person.name, None)


def add_computer(opened: OpenTable, person: Person, computer: Computer | None = None) -> Table:
    """Add a computer that plays as given, or by default at the level of the last one added, in a
    style that no other has. Anybody seated may."""
    _must_have_computers(opened.computers_play)
    must_be_lobby(opened.table)
    must_sit(opened.table, person.id)
    taken = names_of_computers(opened.table)
    return _with_one_more(opened, None, free_name(taken), computer or one_more(opened.table))


def most_seats(table: Table) -> int:
    """The most seats of a lobby: as many as it wants; in one that begins from a position, exactly
    as many as that has."""
    return len(table.seats) if table.options.position else table.options.wanted_seats or MOST_SEATS


def one_more(table: Table, level: Level | None = None) -> Computer:
    """Choose how one more computer plays: at this level, or at that of the last one added, in a
    style that no other has, so that several do not play alike."""
    sitting = [one.computer for one in table.seats if one.computer]
    last = sitting[-1].level if sitting else ORDINARY.level
    free = (style for style in STYLES if all(one.style != style for one in sitting))
    return Computer(level or last, next(free, None))


def names_of_computers(table: Table) -> list[str]:
    """List the computers' names in seat order."""
    return [one.name for one in table.seats if one.computer]


def change_computers(
    opened: OpenTable,
    person: Person,
    names: Collection[str],
    changed: Callable[[Computer], Computer],
) -> Table:
    """Change how the computers with these names play; for anybody seated. Raises Refusal
    (`computer-gone`) if none of them is at the table any more."""
    table = opened.table
    must_be_lobby(table)
    must_sit(table, person.id)
    if not set(names) & set(names_of_computers(table)):
        raise Refusal("computer-gone", "This computer is no longer at the table.")
    opened.change(
        seats=tuple(
            replace(one, computer=changed(one.computer))
            if one.computer and one.name in names
            else one
            for one in table.seats
        )
    )
    return opened.table


def free_name(taken: Collection[str]) -> str:
    """Choose a name for one more computer."""
    return next(name for name in COMPUTER_NAMES if name not in taken)


def _must_have_computers(computers_play: bool) -> None:
    if not computers_play:
        raise Refusal(
            "no-computers-here", "This bot has no computer players; invite somebody instead."
        )


def _seated_already() -> Refusal:
    return Refusal("seated-already", "You are already at this table.")


def _with_one_more(
    opened: OpenTable, user_id: int | None, name: str, computer: Computer | None
) -> Table:
    seats = opened.table.seats
    if len(seats) >= most_seats(opened.table):
        raise Full(
            "full",
            *P_(
                "The {n} seat is taken; wait for somebody to leave.",
                "All {n} seats are taken; wait for somebody to leave.",
            ),
            n=len(seats),
        )
    opened.change(seats=(*seats, Seat(len(seats), user_id, name, computer)))
    return opened.table


def take_computers_place(opened: OpenTable, person: Person) -> Table:
    """Take a free seat, or else that of the last computer added. Raises Refusal as `join`, also
    where people have all seats."""
    table = opened.table
    computers = [one for one in table.seats if one.computer]
    must_be_lobby(table)
    if not computers or len(table.seats) < most_seats(table):
        return join(opened, person)
    if table.seat_of(person.id) is not None:
        raise _seated_already()
    own = Seat(computers[-1].seat, person.id, person.name)
    opened.change(seats=tuple(own if one.seat == own.seat else one for one in table.seats))
    return opened.table


def leave(opened: OpenTable, person: Person) -> Table:
    """Give up one's seat, in a position to a computer. The host's role goes to the next person;
    when the last person leaves, the lobby is closed (status `abandoned`)."""
    table = opened.table
    must_be_lobby(table)
    mine = must_sit(table, person.id)
    left = [one for one in table.seats if one is not mine]
    people = [one.user_id for one in left if one.user_id is not None]
    if not people:
        _closed(opened)
    else:
        host = table.host_id if table.host_id in people else people[0]
        opened.change(host_id=host)
        if table.options.position:
            name = free_name(names_of_computers(table))
            left.insert(mine.seat, Seat(mine.seat, None, name, one_more(table)))
        _seat(opened, left)
    return opened.table


def leave_out_asked(opened: OpenTable, person: Person) -> Table:
    """Remove the people who have not said yet that they play; for anybody seated who has."""
    must_be_lobby(opened.table)
    if must_sit(opened.table, person.id).seat in opened.table.options.asked:
        raise Refusal("asked", "You have to answer, too: press Start to play, or press Leave.")
    drop_asked(opened)
    return opened.table


def drop_asked(opened: OpenTable) -> None:
    """Remove the people of a lobby who have not said yet that they play."""
    asked = opened.table.options.asked
    _seat(opened, [one for one in opened.table.seats if one.seat not in asked])


def remove_computer(opened: OpenTable, person: Person) -> Table:
    """Remove the last computer added; for anybody seated."""
    must_be_lobby(opened.table)
    must_sit(opened.table, person.id)
    computers = [one for one in opened.table.seats if one.computer]
    if opened.table.options.position:
        raise Refusal(
            "seats-stay",
            "This game begins from a set position, and every seat in it must be taken, so no "
            "computer can be removed; another person can join in a computer's place.",
        )
    if not computers:
        raise Refusal("no-computer", "There is no computer at this table to remove.")
    _seat(opened, [one for one in opened.table.seats if one is not computers[-1]])
    return opened.table


def set_options(opened: OpenTable, person: Person, options: Options) -> Table:
    """Change the options; for anybody seated. A running game only allows its theme and language."""
    table = opened.table
    must_sit(table, person.id)
    shown = replace(table.options, theme=options.theme, language=options.language)
    same_game = shown == options
    if table.status != "playing" or not same_game:
        must_be_lobby(table)
    opened.change(options=options)
    return opened.table


async def start(
    opened: OpenTable, person: Person, *, seed: str | None = None, deal_of: str | None = None
) -> Table:
    """Shuffle the seats, deal and begin, with 2 to 5 seats; for anybody seated.

    Seats and deal follow from the lobby's secret and from the people who joined (`seed_for`).
    People who are asked whether they play say yes by this; until all have, it stays a lobby.

    `deal_of` is the secret (`bot.tables.records.new_secret`) of a deal that several tables with as
    many seats and the same modules play; its commitment must have been posted before. Until all
    their games are over none of them shows its record. `seed` is for tests: the deal then does not
    follow from the secret, so a check of such a game's record fails.
    """
    table = opened.table
    must_be_lobby(table)
    mine = must_sit(table, person.id)
    asked = table.options.asked - {mine.seat}
    if asked and mine.seat in table.options.asked:
        opened.change(options=replace(table.options, asked=asked))
        return opened.table
    if asked:
        # Translators: {names}: one player or more; "Start" and "Leave" are buttons.
        raise Refusal(
            "others-asked",
            "The game begins once these players press Start or Leave: {names}.",
            names=", ".join(table.seats[seat].name for seat in sorted(asked)),
        )
    return await start_all(opened, seed=seed, deal_of=deal_of)


async def start_all(
    opened: OpenTable, *, seed: str | None = None, deal_of: str | None = None
) -> Table:
    """Begin the game of a lobby with everybody in it, whoever wants it; all else is as in
    `start`."""
    table = opened.table
    must_be_lobby(table)
    chosen = await seed_for(opened, table.seats) if seed is None else seed
    if len(table.seats) < FEWEST_SEATS:
        raise Refusal(
            "too-few",
            *P_(
                "You need at least {n} player to start; "
                "wait for others to join, or add a computer.",
                "You need at least {n} players to start; "
                "wait for others to join, or add a computer.",
            ),
            n=FEWEST_SEATS,
        )
    opened.change(options=replace(table.options, asked=frozenset()))
    _settle_event(opened)
    if table.options.order_stays:
        begin(opened, table.seats, table.seats, chosen, deal_of, given=True)
    else:
        order = playing_order(len(table.seats), chosen)
        seated = numbered([table.seats[n] for n in order])
        begin(opened, table.seats, seated, chosen, deal_of)
    return opened.table


async def start_scheduled(
    opened: OpenTable,
    scheduled: Sequence[Person | None],
    *,
    seed: str | None = None,
    deal_of: str | None = None,
) -> Table:
    """Deal and begin a table opened with `open_scheduled`. The seats stay as scheduled, and the
    record says so; all else is as in `start`."""
    # Nobody joins by pressing; options changed by presses are dropped.
    known = {one.user_id: one.settings for one in opened.table.seats}
    seated = tuple(
        replace(one, settings=known.get(one.user_id, one.settings))
        for one in _as_scheduled(scheduled)
    )
    chosen = await seed_for(opened, seated) if seed is None else seed
    must_be_lobby(opened.table)
    begin(opened, seated, seated, chosen, deal_of, given=True)
    return opened.table


def abandon(opened: OpenTable, person: Person, *, moderator: bool = False) -> Table:
    """Give up a game, or close a lobby. The host closes a lobby; a game is given up when all people
    seated want it: look at `status` and `abandon_votes`. With `moderator` no other person has to
    agree."""
    table = opened.table
    if moderator:
        must_be_open(table)
        sitting = table.seat_of(person.id)
        by = TableGivenUp(person=person.id) if sitting is None else TableGivenUp(sitting.seat)
        opened.must_tell(by)
        return _closed(opened)
    seat = may_abandon(table, person.id)
    votes = table.abandon_votes | {seat.seat}
    missing = yet_to_agree(replace(table, abandon_votes=votes))
    closes = table.status == "lobby"
    if closes or not missing:
        if not closes:
            opened.change(abandon_votes=votes)
        opened.must_tell(TableGivenUp(seat.seat))
        return _closed(opened)
    if seat.seat in table.abandon_votes:
        # Translators: {names}: one player or more.
        raise Refusal(
            "voted-already",
            "You have already agreed; the game is abandoned once these players agree, too: "
            "{names}.",
            names=", ".join(table.seats[other].name for other in missing),
        )
    opened.change(abandon_votes=votes)
    if not table.abandon_votes:
        opened.must_tell(AskAgreement("abandon"))
    return opened.table


def give_up(opened: OpenTable) -> Table:
    """Give up a game, or close a lobby, because of a decision elsewhere; the caller tells it.
    Raises Refusal for a table that is over."""
    must_be_open(opened.table)
    return _closed(opened)


def must_be_open(table: Table) -> None:
    """Raises Refusal for a table that is over."""
    if table.status not in ("lobby", "playing"):
        raise over(table)


def may_abandon(table: Table, user_id: int) -> Seat:
    """Find the seat of a person who may ask to give up a game, or close a lobby. Raises Refusal for
    a stranger, for somebody else's lobby (`not-host`), and for a table that is over."""
    must_be_open(table)
    seat = must_sit(table, user_id)
    if table.status == "lobby" and user_id != table.host_id:
        raise Refusal(
            "not-host",
            "Only the host or a moderator can close the lobby; press Leave to give up your seat.",
        )
    return seat


def yet_to_agree(table: Table) -> tuple[int, ...]:
    """List the seats whose people have not agreed to give the game up."""
    return tuple(sorted(table.human_seats - table.abandon_votes))


def withdraw_abandon(opened: OpenTable, person: Person) -> Table:
    """Take back a vote to give the game up; without votes the request is gone. Raises Refusal for a
    stranger, a game that is not being played, and (`not-requested`) for a person who has not
    voted."""
    seat = must_sit_in_play(opened.table, person.id).seat
    if seat not in opened.table.abandon_votes:
        raise not_requested()
    opened.change(abandon_votes=opened.table.abandon_votes - {seat})
    return opened.table


def _settle_event(opened: OpenTable) -> None:
    if opened.table.options.event is not None:
        opened.must_tell(EventDue())


def _closed(opened: OpenTable) -> Table:
    _settle_event(opened)
    opened.change(status="abandoned")
    logger.info("table abandoned", table=opened.table.id)
    return opened.table


async def expire_lobbies(tables: Tables) -> list[Table]:
    """Close the lobbies in which nothing has changed for `Tables.lobby_life`, and return them.
    Those whose game begins at a moment wait for it."""
    since = tables.now() - tables.lobby_life
    closed = []
    for table_id in await tables.store.read(stored.lobbies_unchanged_since, since, tables.shards):
        async with tables.open(table_id, game=False) as opened:
            begins_at = opened.table.options.begins_at
            waits = begins_at is not None and begins_at > since
            if opened.table.status == "lobby" and opened.table.updated_at <= since and not waits:
                closed.append(_closed(opened))
    return closed


def _as_scheduled(seated: Sequence[Person | None]) -> tuple[Seat, ...]:
    computers = iter(COMPUTER_NAMES)
    return tuple(
        Seat(seat, None, next(computers), ORDINARY)
        if person is None
        else Seat(seat, person.id, person.name)
        for seat, person in enumerate(seated)
    )


def _seat(opened: OpenTable, left: list[Seat]) -> None:
    """Keep only these seats in a lobby, in this order."""
    options = opened.table.options
    asked = frozenset(n for n, one in enumerate(left) if one.seat in options.asked)
    opened.change(seats=numbered(left), options=replace(options, asked=asked))
