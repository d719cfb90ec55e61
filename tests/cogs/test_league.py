"""/league: taking part and looking, on messages of any age; and the files of a season."""

import csv
import io
import json
import zipfile
from datetime import UTC, datetime, timedelta

import discord
import pytest
from simcord import InteractionResult, MemberActor, ResponseMessage

from bot.leagues import queries, season_lifecycle
from bot.leagues.people import sign_up
from bot.leagues.queries import standings_sheet
from bot.leagues.settings import SeasonSettings
from bot.model.league import Ban
from bot.seasons.applying import replay
from bot.seasons.events import Rules, Stage, from_written
from bot.seasons.standings import all_standings, champions
from bot.spreadsheet import csv_of
from bot.store import leagues as stored
from bot.text.standings import tie_sentences
from bot.text.translation import translator
from cogs.kit.layout import message, row
from cogs.kit.pages import to_page
from tests.cogs.conftest import Room
from tests.cogs.driver import (
    answer,
    button_id,
    click_together,
    labels,
    raw,
    words,
)
from tests.cogs.limits import SELECT
from tests.cogs.seasons import (
    LEAGUE,
    MODERATOR,
    SEASON,
    card_of,
    drawn,
    drawn_season,
    exported,
    look,
    looked_up,
    members,
    open_season,
    play,
    press_old,
    standings_in,
)
from tests.cogs.test_longest_words import Longer
from tests.leagues.changes import create_season

GALLERY = 12


def followed(result: InteractionResult) -> str:
    """What a press was answered with in a private message of its own."""
    said = result.followups[0] if result.followups else result.response
    assert said is not None and said.ephemeral
    return words(said)


def options(shown: ResponseMessage) -> dict[str, str]:
    """The labels of all options in menus, with their values."""
    return {
        option["label"]: option["value"]
        for component in raw(shown)
        if component["type"] == SELECT
        for option in component["options"]
    }


async def choose(actor: MemberActor, shown: ResponseMessage, label: str) -> ResponseMessage:
    """Take an option of a menu."""
    menu = next(
        component["custom_id"]
        for component in raw(shown)
        if component["type"] == SELECT
        and label in [option["label"] for option in component["options"]]
    )
    return answer(await actor.select(shown, [options(shown)[label]], custom_id=menu))


def listening(room: Room) -> list[int]:
    """Filled with the seasons of which the tables hear that something changed."""
    heard = []

    async def on_season_changed(season_id: int) -> None:
        heard.append(season_id)

    room.bot.add_listener(on_season_changed)
    return heard


async def signed_up(room: Room) -> tuple[int, ...]:
    """Who has signed up for the first season."""
    return (await room.bot.leagues.read(1)).state.signed_up


async def test_a_server_without_leagues_says_how_to_get_one(room: Room) -> None:
    said = answer(await room.people[0].slash(room.channel, "league show"))
    assert said.ephemeral
    assert "No league yet" in words(said) and "A moderator can create a league here" in words(said)


async def test_signing_up_and_off_on_the_own_page(room: Room) -> None:
    season = await open_season(room)
    ana, bob = room.people[:2]
    shown = await looked_up(ana, room.channel, "signup")
    assert shown.ephemeral
    assert "You have signed up." in words(shown) and "1 person has signed up" in words(shown)
    assert await signed_up(room) == (ana.id,)
    assert "Sign up" not in labels(shown)
    again = answer(await press_old(room, ana, "signup", season.id))
    assert "You have already signed up" in words(again)
    shown = answer(await ana.click(shown, label="Cancel sign-up"))
    assert "Your sign-up is cancelled." in words(shown) and "Nobody has signed up" in words(shown)
    assert await signed_up(room) == ()
    said = words(answer(await press_old(room, bob, "signoff", season.id)))
    assert "You have not signed up" in said


async def test_a_public_season_is_kept_up_to_date_by_its_buttons(room: Room) -> None:
    await open_season(room)
    ana, bob = room.people[:2]
    shown = answer(await ana.slash(room.channel, "league show", public=True))
    assert not shown.ephemeral
    assert followed(await ana.click(shown, label="Sign up")) == "You have signed up."
    await room.restart()  # the message is old now
    assert followed(await bob.click(shown, label="Sign up")) == "You have signed up."
    now = room.channel.last_message
    assert now is not None
    assert "2 people have signed up" in words(now) and "ana" in words(now) and "bob" in words(now)
    done = followed(await ana.click(shown, label="Cancel sign-up"))
    assert done == "Your sign-up is cancelled."
    assert await signed_up(room) == (bob.id,)


async def test_the_link_to_the_channel_is_shown_elsewhere_alone(room: Room) -> None:
    season = await open_season(room)
    await room.bot.store.write(stored.set_channel, season.league_id, room.channel.id)
    ana, link = room.people[0], "Open the league channel"
    shown = answer(await ana.slash(room.channel, "league show", public=True))
    assert link not in labels(shown)
    elsewhere = room.guild.create_text_channel("elsewhere")
    shown = answer(await ana.slash(elsewhere, "league show", public=True))
    assert link in labels(shown)
    assert link not in labels(answer(await ana.slash(elsewhere, "league show")))


async def test_two_presses_at_once_sign_up_once(room: Room) -> None:
    await open_season(room)
    ana, bob = room.people[:2]
    shown = answer(await ana.slash(room.channel, "league show", public=True))
    custom_id = button_id(shown, "Sign up")
    results = await click_together([(ana, shown, custom_id), (ana, shown, custom_id)])
    said = sorted(followed(result) for result in results)
    assert said == ["You have already signed up.", "You have signed up."]
    assert await signed_up(room) == (ana.id,)
    await click_together([(bob, shown, custom_id), (room.people[2], shown, custom_id)])
    assert sorted(await signed_up(room)) == sorted(p.id for p in room.people[:3])
    log = await queries.history(room.bot.leagues, 1)
    assert [event.payload["event"] for event in log].count("SignedUp") == 3


async def test_a_button_from_before_the_draw_is_refused_after_it(room: Room) -> None:
    await open_season(room, room.people)
    shown = answer(await room.people[0].slash(room.channel, "league show", public=True))
    await season_lifecycle.draw(room.bot.leagues, 1, by=MODERATOR, seed=1)
    before = (await room.bot.leagues.read(1)).version
    newcomer = members(room, 5)[4]
    said = followed(await newcomer.click(shown, label="Sign up"))
    assert said == "The season has begun; join late if it allows that, or wait for the next one."
    said = followed(await room.people[0].click(shown, label="Cancel sign-up"))
    assert said == "The season has begun; join late if it allows that, or wait for the next one."
    assert (await room.bot.leagues.read(1)).version == before


async def test_a_ban_of_version_1_0_0_ends_on_its_day(room: Room) -> None:
    season = await open_season(room)
    ana, until = room.people[0], room.wait() + timedelta(days=3)
    ban = Ban(season.league_id, ana.id, until, "left three tables", room.wait())
    await room.bot.store.write(stored.ban, ban)
    said = words(await looked_up(ana, room.channel, "signup"))
    assert "You are banned from this league" in said
    assert "left three tables" not in said
    assert await signed_up(room) == ()
    await room.later(days=4)
    await looked_up(ana, room.channel, "signup")
    assert await signed_up(room) == (ana.id,)


LATE = Rules(late_entry=True)


async def test_who_is_banned_cannot_enter_late_either(room: Room) -> None:
    season = await drawn_season(room, room.people, LATE)
    late = members(room, 5)[4]
    asked = await looked_up(late, room.channel, "late")
    await room.bot.store.write(stored.ban, Ban(season.league_id, late.id, None, "why", room.wait()))
    said = words(answer(await late.click(asked, label="Join now")))
    assert "You are banned from this league" in said
    assert late.id not in (await room.bot.leagues.read(1)).state.division_of


async def test_entering_late_is_asked_first_and_done_once(room: Room) -> None:
    await drawn_season(room, room.people, LATE)
    late = members(room, 5)[4]
    asked = await looked_up(late, room.channel, "late")
    assert "you can still join Division 1" in words(asked)
    assert late.id not in (await room.bot.leagues.read(1)).state.division_of
    heard = listening(room)
    custom_id = button_id(asked, "Join now")
    results = await click_together([(late, asked, custom_id), (late, asked, custom_id)])
    said = [words(answer(result)) for result in results]
    assert sum("You are in Division 1 and play at" in one for one in said) == 1
    assert sum("You already play in this season" in one for one in said) == 1
    assert late.id in (await room.bot.leagues.read(1)).state.division_of
    assert heard == [1], "whoever opens tables is told once"
    again = words(answer(await press_old(room, late, "late", 1)))
    assert again == "You already play in this season."


async def test_no_late_entry_where_the_season_takes_none(room: Room) -> None:
    await drawn_season(room, room.people)
    late = members(room, 5)[4]
    said = words(answer(await press_old(room, late, "late", 1)))
    assert "cannot join this season late" in said
    assert "Join late" not in labels(answer(await late.slash(room.channel, "league show")))


async def test_giving_up_is_explained_and_needs_the_red_button(room: Room) -> None:
    await drawn_season(room, room.people)
    ana = room.people[0]
    asked = await looked_up(ana, room.channel, "leaving")
    assert "Computers take over your" in words(asked) or "A computer takes over" in words(asked)
    assert "unless somebody takes over your seat" in words(asked)
    [red] = [c for c in raw(asked) if c.get("label") == "Leave the season"]
    assert red["style"] == discord.ButtonStyle.danger.value
    assert not (await room.bot.leagues.read(1)).state.withdrawn
    heard = listening(room)
    results = await click_together([(ana, asked, red["custom_id"])] * 2)
    said = [words(answer(result)) for result in results]
    assert sum("You have left the season" in one for one in said) == 1
    assert (await room.bot.leagues.read(1)).state.withdrawn == {ana.id}
    assert heard == [1], "whoever seats computers is told once"


async def test_my_tables_are_shown_to_me_alone(room: Room) -> None:
    people = members(room, 7)
    await drawn_season(room, people)
    shown = answer(await people[0].slash(room.channel, "league show"))
    assert "**Your tables**" in words(shown) and "Next: Table" in words(shown)
    public = answer(await people[0].slash(room.channel, "league show", public=True))
    assert "Your tables" not in words(public)
    assert {"Standings", "Schedule", "My card"} <= set(labels(public))
    opened = answer(await people[1].click(public, label="Standings"))
    assert opened.ephemeral and SEASON in words(opened)


async def test_the_season_in_words(room: Room) -> None:
    ends = room.wait() + timedelta(days=60)
    settings = SeasonSettings(SEASON, Rules(seats=3), modules=("tribes",), ends=ends)
    await open_season(room, room.people, settings=settings)
    said = words(answer(await room.people[0].slash(room.channel, "league show")))
    assert f"Season 1 of {LEAGUE} · open for sign-up" in said
    assert f"End: <t:{int(ends.timestamp())}:f>" in said
    assert "Tables of 3 seats · No clock" in said
    assert "Expansion: Tribes" in said
    assert "League points by place: 10, 4 and 1" in said
    assert "Ranking: league points → wins → points ahead of opponents" in said
    assert "2 players go up and 2 players go down" in said


async def test_standings_say_points_moves_and_why(room: Room) -> None:
    people = members(room, 14)
    season = await play(room, await drawn_season(room, people, Rules(scheme="wins")), 8)
    shown = await standings_in(people[0], room.channel, 1)
    assert shown.ephemeral
    said = words(shown)
    found = await queries.division(room.bot.leagues, season.id, 0)
    names = {person.id: person.name for person in people}
    for line in found.lines:
        assert f"`{line.row.place or '–':>2}` **{names[line.holder]}**" in said
    assert any(line.row.place is None for line in found.lines)
    assert "– no place: left, or played fewer than half as many games as others" in said
    assert "▼ would go down" in said or "▼ goes down" in said
    [gallery] = [c for c in raw(shown) if c["type"] == GALLERY]
    alt = gallery["items"][0]["description"]
    assert alt.startswith(f"Standings: {SEASON} · Division 1")
    assert shown.attachments[0].filename == "standings.png"

    games = {line.row.entry: line.row.games for line in found.lines}
    ties = {step for line in found.lines for step in line.ties}
    ties = {step for step in ties if any(games[entry] for entry in step.tied)}
    assert ties, "the made-up results make ties"
    told = said
    for _ in range(9):
        if "Next" not in labels(shown):
            break
        shown = answer(await people[0].click(shown, label="Next"))
        told += words(shown)
    english = translator("en")
    for sentence in tie_sentences(english, tuple(ties), lambda entry: f"**{names[entry]}**"):
        assert sentence in told


async def test_who_has_not_played_is_told_once(room: Room) -> None:
    await drawn_season(room, members(room, 7))
    said = words(await looked_up(room.people[0], room.channel, "standings"))
    [why] = said.split("**Why this order**")[1:]
    assert why.strip() == "- Players without a finished table are ordered by drawing lots."


async def test_another_division_by_menu(room: Room) -> None:
    people = members(room, 14)
    await play(room, await drawn_season(room, people), 3)
    shown = await standings_in(people[0], room.channel, 1)
    second = await choose(people[0], shown, "Division 2")
    assert "Division 2 · " in words(second)
    assert "▲ would go up" in words(second)
    none = answer(await press_old(room, people[0], "standings", 1, 2, 0))
    assert words(none) == "There is no such division; choose another one."


async def test_before_the_draw_there_are_no_standings(room: Room) -> None:
    await open_season(room, room.people)
    shown = labels(answer(await room.people[0].slash(room.channel, "league show")))
    assert not {"Standings", "Schedule"} & set(shown)
    said = words(answer(await press_old(room, room.people[0], "schedule", 1, -1, -1)))
    assert "not been drawn yet" in said


async def test_the_schedule_of_a_division(room: Room) -> None:
    people = members(room, 7)
    season = await play(room, await drawn_season(room, people), 2)
    shown = await looked_up(people[0], room.channel, "schedule")
    said = words(shown)
    for number in range(1, 8):
        assert f"Table {number}" in said
    assert said.count("waiting for its players") == 5
    first = next(iter(season.state.results.values()))
    winner = next(line for line in first.lines if line.place == 1)
    names = {person.id: person.name for person in people}
    assert f"Table {first.table}: 1. **{names[winner.entry]}**" in said


async def test_cards_and_ratings(room: Room) -> None:
    people = members(room, 7)
    season = await play(room, await drawn_season(room, people))
    await season_lifecycle.close(room.bot.leagues, season.id, by=MODERATOR)
    ana, bob = people[:2]
    card = await card_of(bob, room.channel, ana)
    assert "1 season · 4 games" in words(card)
    assert "**Ratings**\n4 players: " in words(card) and "after 4 games, provisional" in words(card)
    assert words(card).count("- Rainy season, table ") == 4
    assert (await queries.card(room.bot.leagues, season.league_id, ana.id)).points > 0
    assert card.attachments[0].filename == "ratings.png"

    listed = await looked_up(ana, room.channel, "card", "ratings")
    assert "Ratings at tables of 4 players" in words(listed)
    assert words(listed).count("after 4 games, provisional") == 7
    two = await choose(ana, listed, "2 players")
    assert "Nobody is rated at tables of this size yet." in words(two)


async def test_the_archive_leads_to_final_standings(room: Room) -> None:
    people = members(room, 7)
    season = await play(room, await drawn_season(room, people))
    await season_lifecycle.close(room.bot.leagues, season.id, by=MODERATOR)
    won = champions((await room.bot.leagues.read(season.id)).state)
    names = {person.id: person.name for person in people}
    shown = await looked_up(people[0], room.channel, "archive")
    for person in won:
        assert f"🏆 **{names[person]}**" in words(shown)
    final = await choose(people[0], shown, f"Season 1: {SEASON}")
    assert "Tables finished: 7 of 7" in words(final)
    card = await card_of(people[0], room.channel, next(p for p in people if p.id == won[0]))
    assert f"🏆 Seasons won: **{SEASON}**" in words(card)


async def test_another_servers_league_is_not_reachable(room: Room) -> None:
    elsewhere = room.env.create_guild("Others")
    season = await open_season(room, guild=elsewhere.id, league="Theirs")
    ana = room.people[0]
    said = words(answer(await ana.slash(room.channel, "league show", league="Theirs")))
    assert "No league yet" in said
    await open_season(room, league="Ours")
    said = words(answer(await ana.slash(room.channel, "league show", league="Theirs")))
    assert "Choose a league: **Ours**." in said
    buttons = [
        ("signup", season.id), ("signoff", season.id), ("season", season.id),
        ("late", season.id), ("enter", season.id), ("withdraw", season.id),
        ("standings", season.id, 0, 0), ("schedule", season.id, 0, 0),
        ("card", season.league_id, 0), ("ratings", season.league_id, 4, 0),
        ("archive", season.league_id, 0), ("export", season.id),
    ]  # fmt: skip
    channel = room.bot.get_partial_messageable(room.channel.id)
    for words_of_button in buttons:
        forged = await channel.send(view=message(row([to_page("Press", *words_of_button)])))
        await room.env.settle()
        pressed = await ana.click(forged, label="Press")
        assert followed(pressed) == "There is no such league; choose one from the list."
    assert (await room.bot.leagues.read(season.id)).version == season.version


async def test_forty_players_with_long_names_fit(room: Room) -> None:
    name = "_*Ж" * 10 + "{n}"  # signs that Markdown reads; two letters each once escaped
    people = members(room, 40, name)
    season = await drawn_season(room, people, Rules(division_size=40, stages=(Stage(games=8),)))
    await play(room, season, 40)
    ana = people[0]
    await ana.slash(room.channel, "league show")
    shown = await looked_up(ana, room.channel, "standings")
    seen = set()
    while True:
        seen |= {p.id for p in people if discord.utils.escape_markdown(p.name) in words(shown)}
        if "Next" not in labels(shown):
            break
        shown = answer(await ana.click(shown, label="Next"))
    assert seen == {person.id for person in people}
    shown = await looked_up(ana, room.channel, "schedule")
    while "Next" in labels(shown):
        shown = answer(await ana.click(shown, label="Next"))
    told = words(await looked_up(ana, room.channel, "standings", "ratings"))
    rated = await queries.ratings(room.bot.leagues, season.league_id, 4)
    assert 20 < told.count(" after ") <= len(rated) and told.endswith("…")
    # the limits of every message are checked when the room is left


async def test_leagues_are_offered_while_typing(room: Room) -> None:
    await open_season(room, league="Alpha")
    await open_season(room, league="Beta")
    await open_season(room, guild=room.guild.id + 1, league="Gamma")
    ana = room.people[0]
    offered = await ana.autocomplete(room.channel, "league show", "league", "a")
    assert [choice["value"] for choice in offered] == ["Alpha", "Beta"]


async def test_nobody_is_pinged_by_any_page(room: Room) -> None:
    """A name that is not known is a mention in the words; the message must not allow it."""
    season = await open_season(room)
    stranger = 123456789
    await sign_up(room.bot.leagues, season.id, stranger)
    shown = answer(await room.people[0].slash(room.channel, "league show", public=True))
    assert f"<@{stranger}>" in words(shown)
    sent = [entry.json for entry in room.env.http_requests if "callback" in entry.path]
    mentions = [body["data"]["allowed_mentions"] for body in sent if "components" in str(body)]
    assert all(not one.get("users") and one["parse"] == [] for one in mentions)


@pytest.mark.parametrize("verbs", [(), ("standings",), ("schedule",), ("card",)])
async def test_pages_are_found_again_after_a_restart(room: Room, verbs: tuple[str, ...]) -> None:
    people = members(room, 7)
    season = await play(room, await drawn_season(room, people))
    await season_lifecycle.close(room.bot.leagues, season.id, by=MODERATOR)
    shown = await looked_up(people[0], room.channel, *verbs)
    pages = [(shown, labels(shown)[0])] if labels(shown) else []
    for label in labels(shown)[1:]:  # a page gives way to what is pressed on it
        pages.append((await looked_up(people[0], room.channel, *verbs), label))
    await room.restart()
    for page, label in pages:
        assert words(answer(await people[0].click(page, label=label))), label
    assert "went wrong" not in str([sent.json for sent in room.env.http_requests])


async def test_the_longest_words_and_names_fit(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything with a word of its own, in ten divisions; what is sent is held against the limits
    when the room is left."""
    monkeypatch.setattr("cogs.kit.answering.translator", lambda locale: Longer())
    people = [
        room.guild.add_member(room.env.create_user(f"u{n}", global_name=f"{n:02}" + "_" * 30))
        for n in range(40)
    ]
    settings = SeasonSettings(
        "*" * 60, Rules(division_size=4), modules=("tribes", "prophecies", "buildings"),
        sign_up_until=room.wait(), starts=room.wait(), ends=room.wait(),
    )  # fmt: skip
    season = await open_season(room, people, league="_" * 60, settings=settings)
    ana, late = people[0], room.people[0]
    await ana.slash(room.channel, "league show", public=True)
    await looked_up(late, room.channel, "signup")
    await looked_up(late, room.channel, "signoff")
    season = await season_lifecycle.draw(room.bot.leagues, season.id, by=MODERATOR, seed=2)
    await play(room, season, 12)
    for _ in range(3):  # until all names are known
        shown = answer(await ana.slash(room.channel, "league show"))
    assert f"00{chr(92)}_" in words(shown)
    await ana.slash(room.channel, "league show", public=True)
    await standings_in(ana, room.channel, 1)
    shared = await standings_in(ana, room.channel, 10)
    await ana.click(shared, label=labels(shared)[-1])
    await looked_up(ana, room.channel, "schedule")
    await press_old(room, ana, "schedule", 1, 0, "me", -1)
    await looked_up(ana, room.channel, "card")
    await looked_up(ana, room.channel, "card", "ratings")
    await exported(ana, room.channel)
    await looked_up(ana, room.channel, "leaving")
    await press_old(room, late, "late", 1)
    assert room.env.errors == []
    assert "went wrong" not in str([sent.json for sent in room.env.http_requests])


STARTS = datetime(2027, 3, 28, 0, 30, tzinfo=UTC)  # the night the clocks change in Europe


async def parts_of(room: Room) -> dict[str, str]:
    """The files of an export, by name."""
    export = await exported(room.people[0], room.channel)
    with zipfile.ZipFile(io.BytesIO(export)) as packed:
        assert packed.testzip() is None
        return {name: packed.read(name).decode() for name in packed.namelist()}


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


async def test_an_export_reads_back_and_is_the_whole_season(room: Room) -> None:
    people = members(room, 7, "=SUM({n})")
    season = await play(room, await drawn_season(room, people))
    parts = await parts_of(room)
    sheets = ("players", "standings", "results", "ratings")
    assert set(parts) == {*(f"{sheet}.csv" for sheet in sheets), "season.json"}
    names = {person.id: person.name for person in people}
    assert parts["standings.csv"] == csv_of(standings_sheet(season, names))
    assert {row["name"] for row in rows(parts["standings.csv"])} == {
        f"'{name}" if name.startswith("=") else name for name in names.values()
    }
    assert len(rows(parts["results.csv"])) == 7 * 4
    assert len(rows(parts["ratings.csv"])) == 7 * 4

    whole = json.loads(parts["season.json"])
    events = [
        from_written(event["event"], json.dumps({"event": event["event"], **own}))
        for event in whole["log"]
        for own in [{key: one for key, one in event.items() if key not in ("n", "at", "by")}]
    ]
    assert all_standings(replay(events)) == all_standings(season.state)
    assert len(events) == season.version


async def test_the_files_of_an_older_season(room: Room) -> None:
    season = await play(room, await drawn_season(room, room.people))
    await season_lifecycle.close(room.bot.leagues, season.id, by=MODERATOR)
    await create_season(
        room.bot.leagues, season.league_id, SeasonSettings("Dry season"), by=MODERATOR
    )
    ana = room.people[0]
    archive = await looked_up(ana, room.channel, "archive")
    older = await choose(ana, archive, f"Season 1: {SEASON}")
    said = answer(await ana.click(older, label="Files"))
    with zipfile.ZipFile(io.BytesIO(await said.attachments[1].read())) as packed:
        assert json.loads(packed.read("season.json"))["settings"]["name"] == SEASON


async def test_what_is_seldom_done_has_buttons_on_the_own_page(room: Room) -> None:
    """Disputing, leaving and being a substitute: nothing needs a typed command."""
    season = await drawn(room)
    await look(room)
    ana, eve = room.people[0], room.guild.add_member(room.env.create_user("eve"))
    mine = answer(await ana.slash(room.channel, "league show"))
    assert {"Dispute a table", "Leave the season"} <= set(labels(mine))
    form = await ana.click(mine, label="Dispute a table")
    assert form.modal is not None
    said = answer(await ana.submit_modal(form, {"reason": "The wrong tile.", "table": ["1"]}))
    assert "moderators" in words(said)
    [dispute] = (await room.bot.leagues.read(season.id)).state.disputes
    assert (dispute.table, dispute.person) == (1, ana.id)
    asked = answer(await ana.click(mine, label="Leave the season"))
    assert "Stay" in labels(asked)
    for label, listed in (("Be a substitute", (eve.id,)), ("Stop being a substitute", ())):
        other = answer(await eve.slash(room.channel, "league show"))
        assert "Leave the season" not in labels(other)
        await eve.click(other, label=label)
        assert (await room.bot.leagues.read(season.id)).state.substitutes == listed
