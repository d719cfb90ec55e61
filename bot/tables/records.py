"""The record of a table's finished game, made from the stored data and checked again; and the
sealed deal: committed to before anybody joins, decided by the players, provable afterwards.

When a lobby opens, a secret is made and its SHA-256, the commitment, is posted. When the game
starts, the seed is made of the secret, the table and those who joined, in their order. Once the
commitment is posted nobody can change the secret any more, and without the secret nobody can
foresee the effect of joining. Everything else follows from the seed. After the game the secret is
published, and anybody can calculate all of it again.

At a scheduled table nobody joins: its seats are known before there is a secret, and go into the
seed in that order without being shuffled. The commitment is posted before the deal. So it proves
that the deal was not changed once it was posted, but not that no other deal was thrown away before.

`bot.notation.records` says what a record holds, and reads and writes it. To verify one, everything
in it that follows from something else is calculated again. The record alone cannot show that the
channel was told of this very record: for that the messages hold its sum and its commitment, to be
compared by eye. Stored games are checked by playing each again from its deal and its log, by its
version of the rules, and comparing it with the data stored beside them.
"""

import hashlib
import random
import secrets
import sys
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

from bot.engine import Game, IllegalAction
from bot.engine.deal import shuffle_deal
from bot.engine.position import Position, dealt_anew
from bot.model.table import Deal, Event, Rewound, StoredGame, Table
from bot.notation import records
from bot.notation.games import NOT_TO_BE_PLAYED, players_of
from bot.process.work import in_thread
from bot.refusal import Refusal
from bot.store import Store, log, tables
from bot.tables.finding import differs
from bot.tables.open_table import OpenTable, Run
from bot.text.names import DELETED_NAMES
from bot.text.translation import N_, Translations, fill

SEED, SHARED, JOIN = "tzolkin seed 1", "tzolkin shared deal 1", "tzolkin join 1"
"""The first lines of hashed texts, so that no hash can be taken for one of another kind. The number
rises when the text is composed in another way."""


def new_secret() -> str:
    """Make a secret nobody can guess: 32 random bytes as 64 hexadecimal digits."""
    return secrets.token_hex(32)


def commitment(secret: str) -> str:
    """Calculate the commitment: the SHA-256 of the secret's 64 characters, in hexadecimal, as
    `printf SECRET | sha256sum` gives it."""
    return hashlib.sha256(secret.encode()).hexdigest()


def join_of_person(sealed: str, user_id: int) -> str:
    """Make a person's mark in the seed of the table with the commitment `sealed`. One's own id
    gives one's own mark; the mark does not show the id."""
    return _hashed(JOIN, sealed, str(user_id))


def join_of_computer(name: str) -> str:
    """Make a computer's mark in the seed."""
    return f"computer {name}"


def mark(sealed: str, user_id: int | None, name: str) -> str:
    """Make the mark in the seed of a person, or of the computer of this name (`user_id` None)."""
    return join_of_computer(name) if user_id is None else join_of_person(sealed, user_id)


def seed_of(secret: str, table_id: int, joins: Sequence[str]) -> str:
    """Make the seed of a table's game, from the marks of all players in the order they joined."""
    return _hashed(SEED, secret, str(table_id), *joins)


def shared_seed(secret: str) -> str:
    """Make the seed of a deal that several tables play (duplicate), whatever their seats."""
    return _hashed(SHARED, secret)


def playing_order(seats: int, seed: str) -> list[int]:
    """Shuffle the seats: return, in playing order, their numbers (from 0) in order of joining."""
    order = list(range(seats))
    random.Random(f"seats of {seed}").shuffle(order)
    return order


def _hashed(*lines: str) -> str:
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


@dataclass(frozen=True)
class Revealed:
    """The secrets of the deal that the final message tells."""

    commitment: str
    secret: str
    record_sum: str


async def record_of(opened: OpenTable) -> records.Record:
    """Make the record of a table's game. Raises Refusal while the game is played (`deal-secret`),
    if it was given up (`abandoned`), and as `must_be_told`."""
    table = opened.table
    _must_be_over(table)
    deal = await opened.fetch(log.deal, table.id)
    await _must_be_told(opened.fetch, opened.table.id, deal)
    events = await opened.fetch(log.events_between, table.id, 0, table.version)
    rewinds = await opened.fetch(log.rewinds_of, table.id)
    standings = tuple(opened.game.standings()) if opened.game.finished else None
    return _record(table, deal, events, rewinds, standings)


async def must_be_told(opened: OpenTable) -> None:
    """Raises Refusal while another table plays this game's deal (`deal-played`), or may still play
    it in the season (`deal-of-season`): until then only what everybody has seen may be told."""
    await deal_must_be_over(opened.fetch, opened.table.id)


async def deal_must_be_over(fetch: Run, table_id: int) -> None:
    """Raises Refusal as `must_be_told`, without reading the game."""
    await _must_be_told(fetch, table_id, await fetch(log.deal, table_id))


async def _must_be_told(fetch: Run, table_id: int, deal: Deal) -> None:
    if deal.shared_commitment is not None:
        if await fetch(log.plays_on, deal.shared_commitment):
            raise Refusal(
                "deal-played",
                "Another table is still playing this deal, so the deal stays secret; try again "
                "when all the tables that share it are over.",
            )
        if await fetch(log.season_runs, table_id):
            raise Refusal(
                "deal-of-season",
                "Other tables of this season may still be playing this deal; it will be "
                "revealed when the season closes.",
            )


async def revealed(opened: OpenTable) -> Revealed | None:
    """Find the secret of a finished game's deal; None where `record_of` refuses the record."""
    try:
        record = await record_of(opened)
    except Refusal:
        return None
    total = await in_thread(records.sum_of, record)
    return Revealed(record.sealed.commitment, record.sealed.secret, total)


def _must_be_over(table: Table) -> None:
    if table.status == "finished":
        return
    if table.status == "abandoned":  # a moderator may let it go on
        raise Refusal(
            "given-up-deal",
            "This game was abandoned, so its deal stays secret; only finished games reveal it.",
        )
    raise Refusal(
        "deal-secret",
        "The deal stays secret until its game is over; use /verify again then.",
    )


def _record(
    table: Table,
    deal: Deal,
    events: Sequence[Event],
    rewinds: Sequence[Rewound],
    standings: tuple[Any, ...] | None,
) -> records.Record:
    shared, joins = None, deal.joins
    sealed = records.Sealed(deal.commitment, deal.secret, joins.joined, joins.seated, joins.given)
    if deal.shared_secret is not None and deal.shared_commitment is not None:
        shared = records.SharedDeal(deal.shared_commitment, deal.shared_secret)
    # Of deleted people only the mark is left.
    former = joins.former
    seats = tuple(
        records.Seat(
            one.name,
            one.computer is not None,
            former.get(one.seat) or mark(table.commitment, one.user_id, one.name),
        )
        for one in table.seats
    )
    assert table.rules is not None
    return records.Record(
        format=records.FORMAT,
        version=records.VERSION,
        table=table.id,
        rules=table.rules,
        opened=_moment(table.created_at),
        modules=table.options.modules,
        without=table.options.without,
        seats=seats,
        seed=deal.seed,
        deal=dict(deal.setup),
        sealed=sealed,
        shared=shared,
        events=tuple(
            records.Entry(
                event.seat,
                event.action,
                None if event.at is None else _moment(event.at),
                event.user_id is None,
            )
            for event in events
        ),
        set_back=tuple(
            records.RewindEntry(back.from_version, back.to_version, _moment(back.at))
            for back in rewinds
        ),
        result=standings,
    )


def _moment(at: datetime) -> str:
    return at.isoformat(timespec="seconds")


UNREADABLE = "What is stored of it is not of the kind it should be, and cannot be read."


@dataclass(frozen=True)
class Checked:
    """The result of checking one stored game."""

    table: int
    """The table's id."""
    differences: tuple[str, ...]
    """The differences, a sentence each, for whoever runs the bot; empty for none. No sentence tells
    anything hidden."""


async def check_games(store: Store, games: Sequence[int]) -> AsyncIterator[Checked]:
    """Play these games again. Each blocks for some ten milliseconds, so do not use it in a running
    bot. Each is read at one moment, so a bot may run on the same database."""
    for table_id in games:
        try:
            async with store.transaction(read_only=True) as snapshot:
                found = await snapshot.run(log.stored_game, table_id)
                table = await snapshot.run(tables.by_id, table_id)
        except NOT_TO_BE_PLAYED:
            yield Checked(table_id, (UNREADABLE,))
            continue
        if found is not None:  # None: removed meanwhile, or back in its lobby
            yield Checked(table_id, (*_row_differences(table, found[0]), *_differences(*found)))


def _row_differences(table: Table | None, game: StoredGame) -> list[str]:
    """List impossible data of the table itself: its seats and its number of changes."""
    if table is None or type(table.revision) is not int:
        return [UNREADABLE]
    setup = game.setup if isinstance(game.setup, dict) else {}
    players = setup.get("players", len(table.seats))
    if players not in range(2, 6):
        return []  # a bad deal is told by others
    if [one.seat for one in table.seats] != [*range(players)]:
        return [f"The seats of {players} should be stored, and {len(table.seats)} are."]
    return []


def is_gapless(numbers: Sequence[int], version: int) -> bool:
    """Whether the numbers of a log's events run from 0 to this version without a gap."""
    return len(numbers) == version and all(n == number for n, number in enumerate(numbers))


def _differences(game: StoredGame, events: Sequence[tuple[int, int, str]]) -> list[str]:
    if not is_gapless([n for n, _, _ in events], game.version):
        return [f"The log should hold {game.version} actions, and holds {len(events)}."]
    try:
        replayed = Game.from_setup({**(game.setup or {}), "rules": game.rules})
    except NOT_TO_BE_PLAYED:
        return [f"The deal cannot be laid out by version {game.rules} of the rules."]
    for n, seat, action in events:
        try:
            replayed.play(seat, sys.intern(action))
        except (IllegalAction, *NOT_TO_BE_PLAYED):
            return [f"Action {n + 1} of {len(events)} is against the rules."]
    return list(_stored_differences(game, replayed))


def _stored_differences(game: StoredGame, replayed: Game) -> list[str]:
    """List stored data beside the log that does not agree with the replayed game."""
    told = []
    if replayed.finished and game.status == "playing":
        told.append("The game is over by its log, and stored as going on.")
    if not isinstance(game.position, dict):
        told.append("No position is stored beside the log.")
    elif game.position_version != game.version:
        told.append(
            f"The stored position is that after {game.position_version} actions, and the log has "
            f"{game.version}."
        )
    elif differs(game.position, replayed):
        now = replayed.position()
        parts = sorted(
            key for key in {*now, *game.position} if now.get(key) != game.position.get(key)
        )
        told.append(f"The log leads to another position than is stored ({', '.join(parts)}).")
    return told


Verdict = Literal["true", "false"]


@dataclass(frozen=True)
class Check:
    """The result of checking one thing."""

    holds: bool | None
    """Whether it is right; None for a mere remark."""
    template: str
    params: Mapping[str, object] = field(default_factory=dict)

    def words(self, t: Translations) -> str:
        """Write the result in one line."""
        return fill(t, self.template, dict(self.params))


def checks(stored: records.StoredRecord) -> list[Check]:
    """Check everything that can be checked of a record, the seal first. This plays the whole game
    again, which takes some ten milliseconds."""
    record = stored.record
    return [_sum(stored), *_seal(record), *_deal(record), *_log(record), *_told(record)]


def verdict(checked: Sequence[Check]) -> Verdict:
    """Judge a record: `false` if a check fails."""
    return "false" if any(check.holds is False for check in checked) else "true"


def verdict_words(t: Translations, found: Verdict) -> str:
    """Write the verdict in one sentence."""
    return t.gettext(_VERDICTS[found])


_VERDICTS: Mapping[Verdict, str] = {
    "true": N_("Everything checks out: the deal was sealed before the game and did not change."),
    "false": N_("This record does not check out."),
}


_SEATS_SHUFFLED = (
    N_("The order of the seats follows from the seed."),
    N_("The order of the seats does not follow from the seed."),
)
_SEATS_GIVEN = (
    N_(
        "The order of the seats comes from the schedule or the previous game, just as it was "
        "sealed before this game."
    ),
    N_("The order of the seats is not the one from the schedule or the previous game."),
)


_SEED = (
    N_("The seed follows from the secret, the table and those who joined."),
    N_("The seed does not follow from the secret, the table and those who joined."),
)


def _check(holds: bool, yes: str, no: str, **params: object) -> Check:
    return Check(holds, yes if holds else no, params)


def _sum(stored: records.StoredRecord) -> Check:
    found = records.sum_of(stored.record)
    return _check(
        found == stored.sum,
        # Translators: {sum}: a checksum.
        N_(
            "The record has the checksum {sum}; compare it with the one in the final message "
            "of its game."
        ),
        # Translators: {found}, {sum}: checksums.
        N_("The record was changed after it was written: its checksum is {found}, not {sum}."),
        sum=stored.sum[:64],
        found=found,
    )


def _seal(record: records.Record) -> list[Check]:
    sealed = record.sealed
    seats = len(sealed.joined)
    if sealed.given:
        order, (yes, no) = list(range(seats)), _SEATS_GIVEN
    else:
        order, (yes, no) = playing_order(seats, record.seed), _SEATS_SHUFFLED
    seated = tuple(sealed.joined[n] for n in order)
    return [
        _check(
            commitment(sealed.secret) == sealed.commitment,
            # Translators: {sealed}: a checksum.
            N_(
                "The secret has the SHA-256 {sealed}; compare it with the one in the lobby of "
                "its game."
            ),
            # Translators: {sealed}: a checksum.
            N_("The secret does not match the checksum {sealed} that was sealed for it."),
            sealed=sealed.commitment[:64],
        ),
        _check(
            seed_of(sealed.secret, record.table, sealed.joined) == record.seed,
            *_SEED,
        ),
        _check(
            seated == sealed.seated and len(seated) == len(record.seats),
            yes,
            no,
        ),
    ]


def _deal(record: records.Record) -> list[Check]:
    seed, found = record.seed, []
    if record.shared is not None:
        seed = shared_seed(record.shared.secret)
        found.append(
            _check(
                commitment(record.shared.secret) == record.shared.commitment,
                # Translators: {sealed}: a checksum.
                N_(
                    "Several tables shared this deal; its secret matches the checksum {sealed} "
                    "that was sealed for it."
                ),
                # Translators: {sealed}: a checksum.
                N_(
                    "The secret of the shared deal does not match the checksum {sealed} that "
                    "was sealed for it."
                ),
                sealed=record.shared.commitment[:64],
            )
        )
    try:
        if "position" in record.deal:
            deal = dealt_anew(Position.from_dump(record.deal["position"]), seed)
        else:
            deal = shuffle_deal(len(record.seats), record.modules, seed, without=record.without)
    except NOT_TO_BE_PLAYED:
        deal = {}
    found.append(
        _check(
            deal == {key: record.deal[key] for key in record.deal if key != "rules"},
            N_("The deal follows from the seed."),
            N_("The deal does not follow from the seed."),
        )
    )
    return found


def _log(record: records.Record) -> list[Check]:
    if players_of(record.deal) != len(record.seats):
        return [Check(False, N_("The deal and the record have different numbers of seats."))]
    played = 0
    try:
        game = Game.from_setup({**record.deal, "rules": record.rules})
        for entry in record.events:
            game.play(entry.seat, entry.action)
            played += 1
    except IllegalAction:
        told = {"number": played + 1, "action": record.events[played].action[:60]}
        return [
            # Translators: {action}: as it stands in the log, not translated.
            Check(False, N_("Action {number} of the log ({action}) is against the rules."), told)
        ]
    except NOT_TO_BE_PLAYED:
        return [Check(False, N_("The game cannot be replayed from this deal and log."))]
    # Translators: {actions}: how many there are.
    lawful = N_("The log follows the rules from beginning to end (actions: {actions}).")
    return [Check(True, lawful, {"actions": played}), _result(record, game)]


def _result(record: records.Record, game: Game) -> Check:
    if not game.finished and record.result is None:
        return Check(None, N_("The game was not played to its end, so it has no result."))
    standings = tuple(game.standings()) if game.finished else None
    return _check(
        standings == record.result,
        N_("The log leads to this result."),
        N_("The log does not lead to this result."),
    )


def _told(record: records.Record) -> list[Check]:
    found = []
    for number, (mark, seat) in enumerate(
        zip(record.sealed.seated, record.seats, strict=False), start=1
    ):
        if mark != seat.join:
            told = {"name": seat.name, "seat": number}
            # Translators: {seat}: its number; from another player.
            found.append(Check(None, N_("{name} took over seat {seat} from another player."), told))
    if "position" in record.deal:
        told = {"round": record.deal["position"].get("round")}
        # Translators: {round}: a number
        words = N_(
            "The game began from a set position in round {round}; the hidden tiles were dealt anew."
        )
        found.append(Check(None, words, told))
    if any(seat.name in DELETED_NAMES for seat in record.seats):
        found.append(
            Check(
                None,
                N_(
                    "A player's name was deleted later, so this record's checksum differs from "
                    "the one in the final message."
                ),
            )
        )
    for back in record.set_back:
        told = {"actions": back.actions, "stayed": back.stayed}
        found.append(
            # Translators: {actions}, {stayed}: numbers of actions in the log.
            Check(None, N_("The game was rewound from action {actions} to action {stayed}."), told)
        )
    return found
