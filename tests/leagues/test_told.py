"""No act of moderators is silent: each is told where the players of its season read, now and before
the league moved, with what it was before and is after, and stands in the log that all can open."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

from bot.leagues import acting, people, season_lifecycle
from bot.leagues.act import SeasonAct
from bot.leagues.acting import InSeason
from bot.leagues.people_acts import Ban, SignUp, Substitute, Withdraw
from bot.leagues.result_acts import Adjust, DecideDispute, EnterResult, Replay, Void
from bot.leagues.season_acts import ChangeSettings, Close, Draw, Open, OpenTables, Seed
from bot.leagues.season_transaction import Leagues, SeasonView
from bot.leagues.settings import SeasonSettings, settings_to_json
from bot.model.notes import ActInSeason, ActTold, SignUpOpened
from bot.model.server import AuditEntry, Moderator
from bot.moderation import at_tables, desk, table_acts
from bot.moderation.at_tables import AtTable
from bot.moderation.table_acts import EndGame, ExtendTime, PlayTurn, ReplacePlayer, RewindGame
from bot.refusal import Refusal
from bot.seasons.events import Stage, TimedOut
from bot.seasons.results import UNIT
from bot.store import leagues as stored
from bot.store import moderation, outbox
from bot.store.database import downgrade, upgrade
from bot.tables import Tables
from bot.tables.settings import OF_MODERATORS
from bot.text.translation import Translations
from cogs.kit.members import Names
from cogs.moderation.audit_log import act_lines
from tests.leagues.changes import happens
from tests.leagues.played import GUILD, MAYA, WHY, begun_game, do, play_on
from tests.leagues.test_gate import (
    FREE,
    LEFT,
    LISTED,
    NEW,
    PLAYERS,
    RULES,
    changed,
    places,
    running,
    sign_up,
)
from tests.tables.playing import play, refused

BEFORE, NOW = 700, 800
"""The channels of a league, before it moved and now."""


async def moved(leagues: Leagues, season: SeasonView) -> SeasonView:
    """Move the league of a season from one channel to another."""
    for channel in (BEFORE, NOW):
        await leagues.store.write(stored.set_channel, season.league_id, channel)
    return season


async def must_be_told(
    leagues: Leagues, entry: AuditEntry, season: SeasonView, words: str = ""
) -> None:
    """Check that an act is told in these words in both channels of the season, and stands first in
    its log."""
    assert words in said_of(entry)
    told = [one.note for one in await leagues.store.read(outbox.of_season, season.id)]
    assert ActInSeason(entry.id) in told, entry.act
    elsewhere = [one.note for one in await leagues.store.read(outbox.of_server, GUILD)]
    assert ActTold(entry.id, BEFORE) in elsewhere, entry.act
    found = await acting.open_log(leagues, GUILD, season.league_id, season.id, skip=0, most=1)
    assert [one.id for one in found] == [entry.id], entry.act


def said_of(entry: AuditEntry) -> str:
    """What is told of an act."""
    return "\n".join(act_lines(Translations(), entry, Names({})))


async def must_say(
    leagues: Leagues, entry: AuditEntry, season: SeasonView, *, why: bool = True
) -> None:
    """Check that it is told, with who did it, why, and what was before and is after."""
    said = said_of(entry)
    assert "→" in said, said
    if not entry.details.get("by_rule") and entry.details.get("holder") is None:
        assert f"<@{FREE}>" in said, said
        assert WHY in said or not why, said
    if season.state.phase in ("sign-up", "running"):
        await must_be_told(leagues, entry, season)


async def done(leagues: Leagues, season: SeasonView, *acts: SeasonAct) -> set[str]:
    """Do acts in a season, and check what is told of each; their names."""
    await moved(leagues, season)
    for act in acts:
        season = await leagues.read(season.id)
        made = await do(leagues, season, act)
        await must_say(leagues, made.entry, season, why=act.needs_reason())
    return {act.act for act in acts}


async def test_every_act_in_a_season(leagues: Leagues) -> None:
    one, two = PLAYERS[:2]
    season = await sign_up(leagues, "sign-up")
    told = await done(
        leagues, season, SignUp(one, back=True), SignUp(NEW), Ban(two), Ban(two, back=True),
        SignUp(two), changed(season, name="Another"), Seed((two,)), SignUp(two, here=True), Open(),
    )  # fmt: skip
    told |= await done(leagues, season, Draw())
    told |= await done(leagues, await sign_up(leagues, "cancelled"), Open(back=True))
    season = await running(leagues, "running")
    waiting = [one.table for one in season.state.open_tables()]
    [number, *_] = [one.table for one in season.state.open_tables() if two in one.entries]
    season = await happens(leagues, season.id, TimedOut(number, two, 2))
    told |= await done(
        leagues, season, Withdraw(two, by_rule=True), Substitute(LEFT, LISTED, LEFT),
        Withdraw(PLAYERS[2]),
        Substitute(PLAYERS[2], NEW), SignUp(905, late=True),
        OpenTables(), Void(2, back=True), EnterResult(1, 0, (400, 300)),
        EnterResult(waiting[0], 0, (400, 300)),
        Void(1), Void(1, back=True), Replay(1), Adjust(one, UNIT, 0),
    )  # fmt: skip
    season = await running(leagues, "disputed", replace(RULES, stages=(Stage(),)))
    entries = season.state.tables[1].entries
    for entry in entries:
        await people.dispute(leagues, season.id, entry, 1, "He looked at my tiles.")
    told |= await done(leagues, season, DecideDispute(1))
    season = await play_on(leagues, season)
    told |= await done(leagues, season, Close(), Close(back=True))
    assert told == acting.ACTS.keys()


async def test_names_are_told_as_they_are_written(leagues: Leagues) -> None:
    """Whatever somebody is called, or calls a season, is no markup and no line of its own."""
    season = await sign_up(leagues, "sign-up")
    name = "**Noah** (moderator) closed it\n-# <@1>"
    entry = (await do(leagues, season, changed(season, name=name))).entry
    told = act_lines(Translations(), entry, Names({FREE: "Maya**\n# Noah"}))
    assert len("\n".join(told).splitlines()) == len(told)
    assert "**Maya\\*\\* \\# Noah**" in told[0]
    assert not any("**Noah**" in line or "<@1>" in line for line in told)


async def test_every_act_at_a_table_of_a_season(leagues: Leagues, tables: Tables) -> None:
    season = await moved(leagues, await running(leagues, "tables"))
    _, begun = await begun_game(leagues, tables, season)
    await play(tables, begun, 6)

    table = await tables.table(begun.id)
    asked = next(iter((await tables.read(table)).waiting))
    told: set[str] = set()
    acts: Sequence[table_acts.TableAct] = (
        ExtendTime(asked, 3600), PlayTurn(asked), RewindGame(2, table.version),
        EndGame(counts=True),
    )  # fmt: skip
    for act in acts:
        place = AtTable(tables, begun.id, await acting.stake_of(leagues, begun.id))
        entry = (await desk.do(place, MAYA, act, WHY)).entry
        await must_say(leagues, entry, season)
        told.add(act.act)
    others = {ReplacePlayer.act}
    assert told == table_acts.ACTS.keys() - others, "the season decides or refuses the others"


async def test_every_act_on_a_league_and_the_settings_for_moderators(
    leagues: Leagues, tables: Tables
) -> None:
    name = " The  long count "
    league, entry = await acting.found_league(leagues, MAYA, name, BEFORE, organisers="leave")
    assert (league.name, league.channel_id) == ("The long count", BEFORE) and entry is not None
    assert said_of(entry).endswith(f"<#{BEFORE}>")
    [note] = await leagues.store.read(outbox.of_server, GUILD)
    assert note.note == ActTold(entry.id, BEFORE), "nobody plays there yet"
    season = await acting.create_season(leagues, league.id, MAYA, SeasonSettings("Rainy season"))
    [act, sign_up_opened] = season.untold
    assert sign_up_opened == SignUpOpened() and isinstance(act, ActInSeason)
    opening = await leagues.store.read(moderation.by_id, act.entry)
    assert opening is not None and "opened sign-up" in said_of(opening)
    assert await undone(leagues, season, opening) == Open(back=True)
    stranger, mine = Moderator(FREE, GUILD + 1), SeasonSettings("Mine")
    await refused("other-server", acting.create_season(leagues, league.id, stranger, mine))
    league, entry = await acting.found_league(leagues, MAYA, "the LONG count", NOW)
    assert (league.channel_id, league.organisers) == (NOW, "leave"), "moved, it stays"
    assert entry is not None
    await must_be_told(leagues, entry, season, f"<#{BEFORE}> → <#{NOW}>")
    _, nothing = await acting.found_league(leagues, MAYA, "the LONG count", NOW)
    assert nothing is None, "nothing changed"
    entry = await acting.change_league(leagues, MAYA, league.id, acting.RENAME, "The short count")
    await must_be_told(leagues, entry, season, "The long count → The short count")
    entry = await acting.undo_league(leagues, MAYA, entry, WHY)
    await must_be_told(leagues, entry, season, WHY)
    entry = await acting.change_league(leagues, MAYA, league.id, acting.ORGANISERS, "daylight")
    await must_be_told(leagues, entry, season, "→")
    chosen: dict[str, str | None] = {one.name: None for one in OF_MODERATORS}
    await at_tables.set_up(tables, MAYA, {**chosen, "channel": "5"})
    entry = (await tables.store.read(moderation.of_guild, GUILD, most=1))[0]
    await must_be_told(leagues, entry, season, "→")
    entry = await at_tables.undo_set_up(tables, MAYA, entry, WHY)
    await must_be_told(leagues, entry, season)
    empty, _ = await acting.found_league(leagues, MAYA, "Nobody's", 900)
    entry = await acting.delete_league(leagues, empty.id, MAYA)
    assert "Nobody's → –" in said_of(entry)
    notes = [one.note for one in await leagues.store.read(outbox.of_server, GUILD)]
    assert ActTold(entry.id, 900) in notes


async def test_an_act_on_a_league_is_told_in_the_post_of_each_open_season(
    leagues: Leagues,
) -> None:
    """Found: in a forum only in that of the newest season, not where the running one is read."""
    first = await running(leagues, "forum")
    second = await acting.create_season(leagues, first.league_id, MAYA, first.settings)
    await leagues.store.write(stored.set_channel, first.league_id, NOW)
    for season, post in ((first, 71), (second, 72)):
        await season_lifecycle.note_made(leagues, season.id, home=NOW, news=post, news_before=())
    entry = await acting.change_league(leagues, MAYA, first.league_id, acting.ORGANISERS, "leave")
    for season in (first, second):
        assert ActInSeason(entry.id) in (await leagues.read(season.id)).untold


async def test_what_was_between_moderators_and_a_person_stays_there(leagues: Leagues) -> None:
    """Entries of a version that promised it are not in the open log; new ones are."""
    season = await sign_up(leagues, "once")
    entry = (await do(leagues, season, Ban(NEW))).entry
    old = {key: value for key, value in entry.details.items() if key != desk.OPEN}
    await leagues.store.write(moderation.add, replace(entry, reason="A secret.", details=old))
    found = await acting.open_log(leagues, GUILD, season.league_id, season.id, skip=0, most=9)
    assert [one.reason for one in found] == [WHY]


async def test_a_ban_says_whether_it_cancels_a_sign_up(leagues: Leagues) -> None:
    season, said = await sign_up(leagues, "sign-up"), "sign-up cancelled"
    assert said in said_of((await do(leagues, season, Ban(PLAYERS[0]))).entry)
    for act in (Ban(PLAYERS[0], back=True), Ban(PLAYERS[0]), Ban(NEW)):
        assert said not in said_of((await do(leagues, season, act)).entry)


async def test_who_disputes_and_the_words_stay_with_the_moderators(leagues: Leagues) -> None:
    season = await running(leagues, "disputed")
    entry = season.state.tables[1].entries[0]
    await people.dispute(leagues, season.id, entry, 1, "He looked at my tiles.")
    said = said_of((await do(leagues, season, DecideDispute(1))).entry)
    assert WHY in said and "disputed → settled" in said
    assert "looked" not in said and str(entry) not in said


# --- what version 1.0.0 wrote ---------------------------------------------------------------------


def test_a_button_of_version_1_0_0_does_nothing_else_now() -> None:
    """A ban had a number of days where it now says whether it is lifted."""
    assert Ban.of_word("7.1", int) == Ban(7, back=True)
    with pytest.raises(ValueError, match="other parts"):
        Ban.of_word("7.30", int)


async def test_of_a_change_of_settings_those_that_are_gone_are_left_out(leagues: Leagues) -> None:
    """Only version 1.0.0 had a deadline for tables and a role to ping."""
    season = await running(leagues, "running")
    entry = (await do(leagues, season, changed(season, at_once=2))).entry
    was = settings_to_json(season.settings)
    before = {**was, "round_days": 7, "ping_role": 5}
    gone = {"seen": {"settings": before}, "settings": {**was, "round_days": 9}, "was": before}
    nothing = replace(entry, details={**entry.details, **gone})
    assert "→" in said_of(entry)
    assert "→" not in said_of(nothing) and "changed the settings" in said_of(nothing)

    both = {**entry.details["settings"], "round_days": 9}
    too = replace(entry, details={**entry.details, "settings": both})
    undo = await undone(leagues, season, await leagues.store.write(moderation.add, too))
    assert isinstance(undo, ChangeSettings) and undo.settings["at_once"] == 1
    kept = await leagues.store.write(moderation.add, nothing)
    assert await undone(leagues, season, kept) == "no-way-back"


async def undone(leagues: Leagues, season: SeasonView, entry: AuditEntry) -> object:
    """The act that undoes an entry, as one of its own, or the code of the refusal."""
    try:
        found = await desk.undo_of(InSeason(leagues, season.id), entry, MAYA)
    except Refusal as refusal:
        return refusal.code
    return replace(found, undoes=None)


async def of_1_0_0(leagues: Leagues, entry: AuditEntry, name: str, *lacks: str) -> AuditEntry:
    """How an entry is read now that version 1.0.0 wrote under this name, without these choices."""
    details = {key: value for key, value in entry.details.items() if key not in lacks}
    old = await leagues.store.write(moderation.add, replace(entry, act=name, details=details))
    await downgrade(leagues.store.engine, "first")
    await upgrade(leagues.store.engine)
    read = await leagues.store.read(moderation.by_id, old.id)
    assert read is not None
    return read


BY_RULE = Withdraw(PLAYERS[1], by_rule=True)
NAMED_BEFORE: Mapping[str, tuple[str, SeasonAct, str, str]] = {
    "season-correct": ("running", EnterResult(1, 0, (400, 300)), "forfeiting", "50½ → 100"),
    "season-restore": ("running", Void(2, back=True), "back", "removed → counts"),
    "season-take-seat": ("running", Substitute(LEFT, LISTED, LEFT), "", "<@104> → <@904>"),
    "season-hand-over": ("running", BY_RULE, "by_rule", "plays → has left"),
    "season-unban": ("running", Ban(NEW, back=True), "back", "banned → may take part"),
    "season-late": ("running", SignUp(905, late=True), "late", "does not play → plays"),
    "season-sign-off": (
        "sign-up", SignUp(PLAYERS[0], back=True), "back", "signed up → not signed up",
    ),
    "season-reopen": ("closed", Close(back=True), "back", "finished → in play"),
    "season-cancel": ("sign-up", Open(back=True), "back", "open for sign-up → cancelled"),
}  # fmt: skip
"""Names of acts in version 1.0.0: the state of the season, the present act, which is the same or of
which it is a choice now, the choice it lacked, and what it changes."""


@pytest.mark.parametrize("name", NAMED_BEFORE)
async def test_an_act_of_version_1_is_read_and_undone_as_the_present_one(
    leagues: Leagues, name: str
) -> None:
    where, act, lacked, change = NAMED_BEFORE[name]
    season = (await places(leagues))[where]
    if where == "running":
        number = next(one.table for one in season.state.open_tables() if PLAYERS[1] in one.entries)
        await happens(leagues, season.id, TimedOut(number, PLAYERS[1], 2))
        await do(leagues, season, Ban(NEW))
    entry = (await do(leagues, season, act)).entry
    back = await undone(leagues, season, entry)
    read = await of_1_0_0(leagues, entry, name, lacked)
    assert read == replace(entry, id=read.id) and change in said_of(read)
    assert await undone(leagues, season, read) == back
    assert acting.can_be_undone(read) == (back != "no-way-back")


async def test_a_late_entry_is_undone_before_the_person_is_gone_again(leagues: Leagues) -> None:
    season = await running(leagues, "running")
    entry = (await do(leagues, season, SignUp(905, late=True))).entry
    await do(leagues, season, Withdraw(905))
    assert await undone(leagues, season, entry) == "changed-by"
