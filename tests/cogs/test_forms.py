"""What people type: forms count whenever they are sent, and nothing is lost; numbers and dates
are read as people type them and as the bot writes them; and what people call themselves changes
nothing around it, and nobody is taken for somebody else."""

import ast
import json
import re
import unicodedata
from dataclasses import replace
from datetime import date, datetime, timedelta
from datetime import time as clock_time
from fractions import Fraction
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

import discord
import pytest
import simcord
from hypothesis import given
from hypothesis import strategies as st

from bot.clocks import zone_typed
from bot.notation.bg_stats import bg_stats, bg_stats_file
from bot.refusal import Refusal
from bot.seasons.results import UNIT
from bot.tables.settings import ServerSettings
from bot.text.names import points_number, signed_points
from bot.text.standings import signed_league_points
from bot.text.translation import day as day_words
from bot.text.translation import translator
from bot.text.typed import (
    escaped,
    plain,
    plain_name,
    read_date,
    read_moment,
    read_time,
    seen,
    typed_count,
    typed_number,
)
from bot.traffic import TYPED_BY_PERSON
from cogs.kit.buttons import CUSTOM_ID_LIMIT, Form, Press
from cogs.kit.members import typed_result
from cogs.leagues.wizard import DAY_ENDS, typed_moment
from tests.cogs.conftest import Room, with_long
from tests.cogs.driver import (
    answer,
    choose_tiles,
    emit,
    new_game,
    open_panel,
    pinged,
    press,
    raw,
    with_id,
    words,
)
from tests.cogs.moderators_page import founded_at, name_moderators, propose, wizard_of
from tests.cogs.seasons import drawn, look, settled
from tests.notation.random_games import random_record
from tests.tables.acts import audit_log, count_entries

FORM = 5
ROOT = Path(__file__).parents[2]
WHY = "The line was cut."


async def send(
    room: Room, who: simcord.MemberActor, form: Any, on: Any = None, **typed: str
) -> Any:
    """The form, which was opened `on` a message or with a command, is sent as Discord does,
    whatever the bot knows of it; lines not named stay as they were."""
    parts = []
    for number, label in enumerate(form.modal["components"]):
        line = label["component"]
        name = line["custom_id"].partition(":")[0]
        value = typed.get(name, line.get("value") or "")
        parts.append(
            {"type": 18, "id": 2 * number,
             "component": {"type": 4, "id": 2 * number + 1, "custom_id": line["custom_id"],
                           "value": value}}
        )  # fmt: skip
    data = {"custom_id": form.modal["custom_id"], "components": parts}
    return answer(await emit(room, FORM, who, data, on))


async def much_later(room: Room) -> None:
    """The program is begun again, and more time passes than Discord keeps anything for."""
    await room.restart()
    await room.env.advance_time(20 * 60)


async def test_a_reason_after_a_restart(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor
) -> None:
    await name_moderators(room, role)
    await drawn(room)
    await look(room)
    form = await propose(maya, room.channel, "ban", person=room.people[0], fill=False)
    await much_later(room)
    refused = await send(room, maya, form, reason="no")
    assert refused.ephemeral and "reason of 3 to 200" in words(refused)
    assert "You typed:\n```\nno\n```" in words(refused)
    assert await count_entries(room.bot.tables, room.guild.id) == 0
    shown = await send(room, maya, form, reason=WHY)
    await maya.click(shown, label="Confirm")
    [entry] = await audit_log(room.bot.tables, room.guild.id)
    assert entry.reason == WHY
    assert room.env.errors == []


async def test_points_of_a_season_after_a_restart(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor
) -> None:
    """With their reason, however long it is."""
    await name_moderators(room, role)
    await drawn(room)
    await look(room)
    form = await propose(maya, room.channel, "result", table=1, fill=False)
    await much_later(room)
    why = "w" * 180
    wrong = await send(room, maya, form, seat1="6x", seat2="48", reason=why)
    assert "points for each seat" in words(wrong) and "6x\n48" in words(wrong)
    shown = await send(room, maya, form, seat1="61", seat2="x", reason=why)
    assert why in words(shown)
    await maya.click(shown, label="Confirm")
    await settled(room)
    assert (await room.bot.leagues.read(1)).state.results[1].how == "forfeit"
    stranger = await send(room, room.people[0], form, seat1="61", seat2="x")
    assert "Only the moderators" in words(stranger)


@pytest.mark.english
async def test_dates_after_a_restart(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor
) -> None:
    await name_moderators(room, role)
    await founded_at(maya, room.channel, "Long count", room.channel)
    page = await wizard_of(maya, room.channel)
    form = await maya.click(page, label="Name and dates")
    await much_later(room)
    wrong = await send(room, maya, form, page, name="Rain", until="tomorrow")
    assert "is not a date" in words(wrong) and "Rain\ntomorrow" in words(wrong)
    typed = {"until": "tomorrow", "starts": "2031-07-01 late", "ends": "never"}
    wrong = await send(room, maya, form, page, **typed)
    told = words(wrong).partition("You typed:")[0]
    assert all(one in told for one in ("“tomorrow”", "“late”", "“never”"))
    await send(room, maya, form, page, name="Rain", until="2031-06-30 18:00")
    assert "Rain" in words(page)


async def test_a_reason_in_a_season_after_a_restart(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor
) -> None:
    await name_moderators(room, role)
    await drawn(room)
    await look(room)
    form = await propose(maya, room.channel, "void", table=1, fill=False)
    await much_later(room)
    shown = await send(room, maya, form, reason=WHY)
    await maya.click(shown, label="Confirm")
    await settled(room)
    assert 1 in (await room.bot.leagues.read(1)).state.voided
    assert room.env.errors == []


async def test_what_was_typed_comes_back_where_too_much_was_asked_for(room: Room) -> None:
    """Its limit is looked at before it is read."""
    parts = [{"type": 18, "id": 1,
              "component": {"type": 4, "id": 2, "custom_id": "reason", "value": WHY}}]  # fmt: skip
    data = {"custom_id": "tz:act:1::end.0", "components": parts}
    ana = room.people[0]
    for _ in range(TYPED_BY_PERSON.at_once):
        room.bot.limits.take_typed(ana.id, None)
    said = words(answer(await emit(room, FORM, ana, data)))
    assert "again in" in said and WHY in said


async def test_nothing_is_kept_of_a_form_that_is_never_sent(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor
) -> None:
    chosen = ServerSettings(moderator_roles=(role.id,))
    await room.bot.tables.set_server_settings(room.guild.id, chosen)
    await new_game(room.channel, room.people[:2])
    await propose(maya, room.channel, "end", fill=False)
    assert room.bot._connection._view_store._modals == {}


async def test_a_form_of_another_version(room: Room) -> None:
    """What was typed is not lost with it."""
    parts = [{"type": 18, "id": 1,
              "component": {"type": 4, "id": 2, "custom_id": "reason", "value": WHY}}]  # fmt: skip
    for custom_id in ("0123456789abcdef", "tz:nosuchverb:0::x"):
        said = answer(
            await emit(room, FORM, room.people[0], {"custom_id": custom_id, "components": parts})
        )
        assert said.ephemeral and "out of date" in words(said) and WHY in words(said)


def test_every_form_is_one_of_these() -> None:
    """No other modal is made or sent: it would not count after a restart."""
    found = []
    for path in [*ROOT.glob("bot/**/*.py"), *ROOT.glob("cogs/**/*.py")]:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Attribute) and node.attr == "Modal":
                found.append(str(path.relative_to(ROOT)))
    assert found == ["cogs/kit/buttons.py"]


@pytest.mark.parametrize("length", [0, 1, 98, 99, 180])
def test_what_a_form_keeps_comes_back(length: int) -> None:
    kept = "".join(chr(97 + n % 26) for n in range(length))
    form = Form("Points", Press("moddo", 1, "", ""), kept)
    for seat in range(2):
        form.ask(f"seat{seat + 1}", "Seat", most=5)
    names = [label["component"]["custom_id"] for label in form.to_dict()["components"]]
    assert all(len(name) <= CUSTOM_ID_LIMIT for name in names)
    assert "".join(name.partition(":")[2] for name in names) == kept


@given(st.integers(-4000, 4000))
def test_points_are_read_as_they_are_written(points4: int) -> None:
    assert typed_number(points_number(points4)) == Fraction(points4, 4)
    assert typed_number(signed_points(points4)) == Fraction(points4, 4)
    assert typed_result(f"{points_number(points4)} {points4 / 4}") == ([points4, points4], ())


@given(st.integers(-40_000, 40_000))
def test_league_points_are_read_as_they_are_written_in_each_language(hundredths: int) -> None:
    units = hundredths * UNIT // 100
    for language in ("en", "es", "pt-BR", "it", "de"):
        said = signed_league_points(translator(language), units)
        if "." in said and "," in said:
            continue  # a thousand is written with a sign of its own
        read = typed_number(said)
        assert read is not None and round(read * UNIT) == units


@pytest.mark.parametrize(
    ("typed", "seats", "points4"),
    [
        ("61 55.25 48", 3, [244, 221, 192]),
        ("61, 55,25, 48", 3, [244, 221, 192]),
        ("61,55,48", 3, [244, 220, 192]),
        ("61,55", None, [244, 220]),
        ("2,5", 1, [10]),
        ("2,5 2.5", None, [10, 10]),
        ("−5 -5 +5", 3, [-20, -20, 20]),
        ("2¾ ¼ −½", None, [11, 1, -2]),
        ("-0 0", 2, [0, 0]),
    ],
)
def test_points_of_a_table(typed: str, seats: int | None, points4: list[int]) -> None:
    assert typed_result(typed, seats=seats) == (points4, ())


@pytest.mark.parametrize("typed", ["", "a b", "1.3 2", "1e3 2", "2½.5 1", "--1 2", "٣ 1", "1 2 3"])
def test_what_is_no_number_is_refused(typed: str) -> None:
    with pytest.raises(Refusal) as refused:
        typed_result(typed, seats=2)
    assert refused.value.code == "points-typed"


def test_who_lost_by_forfeit_is_named_by_a_letter() -> None:
    assert typed_result("61, 55,25, X", seats=3) == ([244, 221, 0], (2,))
    assert typed_result("61,x") == ([244, 0], (1,))


@pytest.mark.parametrize("zone", ["America/Los_Angeles", "Pacific/Kiritimati", "UTC"])
@pytest.mark.parametrize("day", ["9999-12-31", "0001-01-01", "1999-12-31", "3000-01-01"])
def test_a_day_at_the_end_of_all_days_is_refused(zone: str, day: str) -> None:
    for read in (
        lambda word: read_date(word, "en-US"),
        lambda word: read_moment(word, "en-US", zone, DAY_ENDS),
    ):
        with pytest.raises(Refusal) as refused:
            read(day)
        assert refused.value.code == "date"


LANGUAGES = [str(one) for one in discord.Locale]
DAYS, HOURS = st.dates(date(2000, 1, 2), date(2999, 12, 30)), st.integers(4, 23)
WHEN = st.builds(lambda day, hour: datetime.combine(day, clock_time(hour, 59)), DAYS, HOURS)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("2031-12-31 10:30 pm", "2031-12-31T22:30+01:00"),
        ("2031-12-31 6 pm", "2031-12-31T18:00+01:00"),
        ("2031-12-31 12 a.m.", "2031-12-31T00:00+01:00"),
        ("2031-12-31T18:00Z", "2031-12-31T18:00+00:00"),
        ("2031-07-31 18:00 EDT", "2031-07-31T18:00-04:00"),
        ("2031-12-31 18:00 CET", "2031-12-31T18:00+01:00"),
        ("2031-12-31 18:00 MESZ", "2031-12-31T18:00+02:00"),
        ("2031-12-31 18:00 UTC", "2031-12-31T18:00+00:00"),
        ("2031-12-31 18:00 UTC+5:30", "2031-12-31T18:00+05:30"),
        ("2031-12-31 18:00 gmt −3", "2031-12-31T18:00-03:00"),
        ("2031-12-31 18:00+0200", "2031-12-31T18:00+02:00"),
        ("2031-12-31 6:15pm America/New York", "2031-12-31T18:15-05:00"),
        ("31.12.2031 18 Uhr", "2031-12-31T18:00+01:00"),
        ("31. 12. 31, 18.30", "2031-12-31T18:30+01:00"),
        ("31. Dezember 2031 18h30", "2031-12-31T18:30+01:00"),
        ("24. Dez. 2031", "2031-12-24T23:59+01:00"),
        ("Dec 24th, 2031 6 pm", "2031-12-24T18:00+01:00"),
        ("31/12/2031", "2031-12-31T23:59+01:00"),
        ("2031–12–31 18:00", "2031-12-31T18:00+01:00"),
    ],
)
def test_moments_as_people_write_them(typed: str, meant: str) -> None:
    read = read_moment(typed, "de", "Europe/Berlin", DAY_ENDS)
    assert read == datetime.fromisoformat(meant)


@pytest.mark.parametrize(
    ("language", "typed", "meant"),
    [
        ("en-US", "3/4/2031", "2031-03-04"),
        ("en-GB", "3/4/2031", "2031-04-03"),
        ("en-US", "3.4.2031", "2031-04-03"),
        ("en-US", "12/31/2031", "2031-12-31"),
        ("es-ES", "31 de diciembre de 2031", "2031-12-31"),
        ("es-419", "1º de marzo de 2031", "2031-03-01"),
        ("pt-BR", "1 de marco de 2031", "2031-03-01"),
        ("pt-BR", "31-12-2031", "2031-12-31"),
        ("it", "1° gennaio 2031", "2031-01-01"),
        ("fr", "31 décembre 2031", "2031-12-31"),
        ("ja", "2031/12/31", "2031-12-31"),
        ("sv-SE", "31.12.2031", "2031-12-31"),
    ],
)
def test_dates_stand_in_the_order_of_the_readers_language(
    language: str, typed: str, meant: str
) -> None:
    assert read_date(typed, language) == date.fromisoformat(meant)


@pytest.mark.parametrize(
    ("language", "typed"),
    [
        ("en-US", "31/12/2031"),  # the month comes first there
        ("de", "12/31/2031"),
        ("ja", "3/4/2031"),  # the year comes first: nobody can say which is the month
        ("de", "31.12"),
        ("de", "31-12-31"),
        ("de", "31.12/2031"),
        ("de", "31.12.20311"),
        ("de", "32. Dezember 2031"),
        ("de", "31. Brumaire 2031"),
    ],
)
def test_what_is_no_date_is_refused_with_one(language: str, typed: str) -> None:
    with pytest.raises(Refusal) as refused:
        read_date(typed, language)
    assert refused.value.code == "date"
    assert read_date(str(refused.value.params["date"]), language) == date(2026, 12, 24)


@given(WHEN, st.sampled_from(LANGUAGES), st.sampled_from(["Europe/Berlin", "Asia/Kolkata"]))
def test_dates_are_read_as_the_bot_writes_them(at: datetime, language: str, zone: str) -> None:
    written = day_words(translator(language), at.date(), year=True)
    assert read_date(written, language) == at.date()
    there = at.replace(tzinfo=ZoneInfo(zone))
    assert read_moment(typed_moment(there, zone), language, zone, DAY_ENDS) == there


READERS = {
    "18:00": read_time,
    "6 pm": read_time,
    "10:30 p.m.": read_time,
    "18 Uhr": read_time,
    "2031-12-31": lambda typed: read_date(typed, "de"),
    "31.12.2031": lambda typed: read_date(typed, "de"),
    "31. Dezember 2031": lambda typed: read_date(typed, "de"),
    "2031-12-31 18:00": lambda typed: read_moment(typed, "de", "UTC", DAY_ENDS),
    "31.12.2031 6 pm": lambda typed: read_moment(typed, "de", "UTC", DAY_ENDS),
    "31.12.2031 18:00 CET": lambda typed: read_moment(typed, "de", "UTC", DAY_ENDS),
    "31.12.2031 18:00 UTC+2": lambda typed: read_moment(typed, "de", "UTC", DAY_ENDS),
    "31.12.2031 18:00 Europe/Berlin": lambda typed: read_moment(typed, "de", "UTC", DAY_ENDS),
    "2031-12-31 ": lambda typed: read_moment(typed, "de", "UTC", DAY_ENDS),
    "61 55.25 48": lambda typed: typed_result(typed, seats=3),
    "61 x 48": lambda typed: typed_result(typed, seats=3),
    "12": lambda typed: refused_as_none(typed_count(typed)),
    "−1.5": lambda typed: refused_as_none(typed_number(typed)),
}
"""One reader for each kind of typed field, by a text that it reads."""


def refused_as_none(read: object) -> object:
    """For readers that give None, which who asks refuses in words of their own."""
    if read is None:
        raise Refusal("no-number", "No number.")
    return read


@pytest.mark.parametrize("typed", READERS)
@given(st.text(st.characters(codec="utf-8"), min_size=1, max_size=12), st.booleans())
def test_a_word_more_is_refused_or_changes_what_is_read(typed: str, more: str, apart: bool) -> None:
    read = READERS[typed]
    known = read(typed)
    try:
        again = read(f"{typed} {more}" if apart else f"{typed}{more}")
    except Refusal:
        return
    said = "".join(more.split()).strip(",;.")  # a sign at the end says nothing
    assert again != known or said.lower() in SAYS_NOTHING


SAYS_NOTHING = ("", "h", "hs", "hrs", "uhr", "utc", "z", "gmt", "0", "00", ".0", ",0")
"""What may be typed more without another meaning: "18 h", and "UTC" for who lives there."""


@pytest.mark.parametrize("typed", READERS)
@pytest.mark.parametrize("more", ["foo", "or later", "CST", "IST", "UTC+15", "at", "£", "(maybe)"])
def test_words_that_mean_nothing_are_refused(typed: str, more: str) -> None:
    with pytest.raises(Refusal):
        READERS[typed](f"{typed} {more}")


@pytest.mark.parametrize("year", [2026, 2031])
def test_letters_that_count_are_those_of_one_zone_in_all_the_world(year: int) -> None:
    """But for one's own, which come first."""
    meant: dict[str, set[timedelta | None]] = {}
    for name in available_timezones():
        for month in (1, 7):
            there = datetime(year, month, 1, tzinfo=ZoneInfo(name))
            meant.setdefault(str(there.tzname()).upper(), set()).add(there.utcoffset())
    understood = set()
    for letters, offsets in meant.items():
        zone = zone_typed(letters, "Europe/Berlin", year) if letters.isalpha() else None
        if zone is not None:
            understood.add(letters)
            assert offsets == {zone.utcoffset(None)}, letters
    assert understood > {"CET", "EST", "EDT", "PDT", "BST", "AEST", "JST"}
    assert understood.isdisjoint({"CST", "IST"})
    at_home = zone_typed("CST", "America/Chicago", year)
    assert at_home is not None and at_home.utcoffset(None) == timedelta(hours=-6)


MARKUP = re.compile(r"(?<!\\)<(?:@[!&]?|#|/|t:|a?:|id:)")
LIKELY = ("<@123456789012345678>", "@everyone", "\u202eana", "a\nb\u2028c", "[a](b.example)")
SELDOM = (
    "<@&5>", "<#7>", "</tzolkin new:5>", "<t:0:R>", "<:x:5>", "<a:x:5>", "<id:home>",
    "a\u200bb\u2060c", "**bold**", "`code", "||secret||", "# big", "> said", "\u3164",
)  # fmt: skip
HOSTILE = LIKELY + SELDOM


@given(st.one_of(st.text(max_size=60), st.lists(st.sampled_from(HOSTILE)).map("".join)))
def test_nothing_is_left_that_means_something(name: str) -> None:
    said = escaped(name)
    assert MARKUP.search(said) is None
    assert "@" not in said.replace("\\@", "")
    for sign in plain(name):
        joins = sign == "\u200d"  # between two emojis
        assert joins or unicodedata.category(sign) not in ("Cc", "Cf", "Cs", "Zl", "Zp")
    assert plain(plain(name)) == plain(name) and plain_name(name)
    assert re.sub(r"\\(.)", r"\1", said) == plain(name)


def test_what_people_really_write_stays() -> None:
    for name in ("Ana", "Zoë", "後藤", "مريم", "Ада", "👩‍🚀 Ana", "O'Neill", "Ana (2)"):
        assert plain(name) == name
    assert seen("place palenque ") == "place palenque ", "the blank says that the word is over"


def call(room: Room, person: int, name: str) -> None:
    """Somebody is called otherwise at the server."""
    room.env.backend.get_member(room.guild.id, person).nick = name


def all_text(shown: Any) -> list[str]:
    """All strings of a message that people read."""
    found: list[str] = []
    for part in raw(shown):
        found += [str(part[key]) for key in ("content", "description") if part.get(key)]
    return found


@pytest.mark.english
@pytest.mark.parametrize("name", with_long(LIKELY, SELDOM))
async def test_a_game_of_somebody_with_such_a_name(room: Room, name: str) -> None:
    """Lobby, calls, log, score, status and the pages of a person."""
    room.check_limits = False
    guest = room.guild.add_member(room.env.create_user("guest", global_name="guest"))
    shown = []
    ana = room.people[0]
    lobby = answer(await ana.slash(room.channel, "tzolkin new"))
    call(room, guest.id, name)
    shown.append(answer(await guest.click(lobby, label="Join")))
    await ana.click(lobby, label="Start")
    for person in (ana, guest):
        await choose_tiles(person, room.channel)
    for gear in ("palenque", "tikal"):
        actor = with_id([ana, guest], pinged(room.channel)[0])
        panel = await press(actor, await open_panel(actor, room.channel), f"place {gear}")
        await actor.click(panel, label="Confirm")
    for command in ("log", "score", "tzolkin status", "profile", "games"):
        shown.append(answer(await guest.slash(room.channel, command)))
    table = await room.bot.tables.table(1)
    assert plain_name(name) in [seat.name for seat in table.seats]
    for one in [*shown, *room.channel.history()]:
        for said in all_text(one):
            raw_name = re.search(rf"(?<!\\){re.escape(name)}", said)
            assert raw_name is None or escaped(name) == name, said
            assert "\u202e" not in said and "\u200b" not in said
    assert room.env.errors == []
    assert words(shown[0])


@pytest.mark.english
async def test_two_of_one_name(room: Room) -> None:
    twins = [
        room.guild.add_member(room.env.create_user(f"Ada{n}", global_name="Ada")) for n in (1, 2)
    ]
    lobby = answer(await twins[0].slash(room.channel, "tzolkin new"))
    await twins[1].click(lobby, label="Join")
    await twins[0].click(lobby, label="Start")
    for person in twins:
        await choose_tiles(person, room.channel)
    status = words(answer(await twins[0].slash(room.channel, "tzolkin status")))
    assert "**Ada**" in status and "**Ada (2)**" in status
    for gear in ("palenque", "tikal"):
        actor = with_id(twins, pinged(room.channel)[0])
        panel = await press(actor, await open_panel(actor, room.channel), f"place {gear}")
        await actor.click(panel, label="Confirm")
    log = words(answer(await twins[1].slash(room.channel, "log")))
    assert "**Ada**" in log and "**Ada (2)**" in log


def test_two_of_one_name_are_two_in_bg_stats() -> None:
    number = 0
    while (record := random_record(number, players=3)).result is None:
        number += 1
    record = replace(record, seats=tuple(replace(one, name="Ada") for one in record.seats))
    play = bg_stats(record)
    assert [one["name"] for one in play["players"]] == ["Ada", "Ada (2)", "Ada (3)"]
    file = json.loads(bg_stats_file(record))
    assert len({one["uuid"] for one in file["players"]}) == 3


@pytest.mark.english
async def test_a_changed_nickname_reaches_a_game_that_goes_on(room: Room) -> None:
    """With the next press of that person, wherever it is on the server."""
    ana, bob = room.people[:2]
    lobby = answer(await ana.slash(room.channel, "tzolkin new"))
    await bob.click(lobby, label="Join")
    await ana.click(lobby, label="Start")
    call(room, ana.id, "Itzel")
    elsewhere = room.guild.create_text_channel("elsewhere")
    await ana.slash(elsewhere, "rules")
    status = words(answer(await bob.slash(room.channel, "tzolkin status")))
    assert "**Itzel**" in status and "**ana**" not in status


def test_names_come_in_through_one_place() -> None:
    found = []
    for path in [*ROOT.glob("bot/**/*.py"), *ROOT.glob("cogs/**/*.py")]:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Attribute) and node.attr in (
                "display_name", "escape_markdown", "escape_mentions", "global_name"
            ):  # fmt: skip
                found.append(f"{path.relative_to(ROOT)} {node.attr}")
    assert found == ["cogs/kit/context.py display_name"]
