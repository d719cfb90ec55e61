"""/league: taking part and looking, on messages of any age; and the files of a season."""

import io
import json
import zipfile
from datetime import timedelta

import discord
import pytest
from simcord import InteractionResult, MemberActor, ResponseMessage

from bot.leagues import queries, season_lifecycle
from bot.leagues.people import sign_up
from bot.leagues.queries import standings_sheet
from bot.leagues.season_transaction import SeasonView
from bot.leagues.settings import SeasonSettings
from bot.seasons.events import Rules, Stage
from bot.seasons.standings import champions
from bot.spreadsheet import csv_of
from bot.store import leagues as stored
from bot.text.standings import tie_sentences
from bot.text.translation import translator
from tests.cogs.conftest import Room
from tests.cogs.driver import (
    answer,
    button_id,
    click_together,
    labels,
    raw,
    said_privately,
    tap,
    words,
)
from tests.cogs.seasons import (
    LEAGUE,
    MODERATOR,
    SEASON,
    card_of,
    drawn_season,
    exported,
    look,
    looked_up,
    members,
    open_season,
    part_of,
    play,
    press_old,
    standings_in,
    state_of,
)
from tests.cogs.test_longest_words import Longer
from tests.leagues.changes import create_season

GALLERY = 12


@pytest.fixture
def ana(room: Room) -> MemberActor:
    """The first of those who play."""
    return room.people[0]


def followed(result: InteractionResult) -> str:
    """What a press was answered with in a private message of its own."""
    said = said_privately(result)
    assert said.ephemeral
    return words(said)


def listening(room: Room) -> list[int]:
    """Filled with the seasons of which the tables hear that something changed."""
    heard = []

    async def on_season_changed(season_id: int) -> None:
        heard.append(season_id)

    room.bot.add_listener(on_season_changed)
    return heard


async def to_the_last_page(actor: MemberActor, shown: ResponseMessage) -> str:
    """The words of all pages from this one on."""
    said = words(shown)
    while "Next" in labels(shown):
        shown = await tap(actor, shown, "Next")
        said += words(shown)
    return said


async def closed_season(room: Room) -> tuple[list[MemberActor], SeasonView]:
    """A season of seven, played and closed, and who played."""
    people = members(room, 7)
    season = await play(room, await drawn_season(room, people))
    return people, await season_lifecycle.close(room.bot.leagues, season.id, by=MODERATOR)


# --- taking part ----------------------------------------------------------------------------------


async def test_a_server_without_leagues_says_how_to_get_one(room: Room, ana: MemberActor) -> None:
    said = await looked_up(ana, room.channel)
    assert said.ephemeral
    assert "No league yet" in words(said) and "A moderator can create a league here" in words(said)


async def test_signing_up_and_off_on_the_own_page(room: Room, ana: MemberActor) -> None:
    season = await open_season(room)
    shown = await looked_up(ana, room.channel, "signup")
    assert shown.ephemeral
    assert "You have signed up." in words(shown) and "1 person has signed up" in words(shown)
    assert (await state_of(room)).signed_up == (ana.id,)
    assert "Sign up" not in labels(shown)
    again = answer(await press_old(room, ana, "signup", season.id))
    assert "You have already signed up" in words(again)
    shown = await tap(ana, shown, "Cancel sign-up")
    assert "Your sign-up is cancelled." in words(shown) and "Nobody has signed up" in words(shown)
    assert (await state_of(room)).signed_up == ()
    said = answer(await press_old(room, room.people[1], "signoff", season.id))
    assert "You have not signed up" in words(said)


async def test_a_public_season_is_kept_up_to_date_by_its_buttons(
    room: Room, ana: MemberActor
) -> None:
    """Two presses at once sign up once."""
    await open_season(room)
    bob = room.people[1]
    shown = await looked_up(ana, room.channel, public=True)
    assert not shown.ephemeral
    presses = [(ana, shown, button_id(shown, "Sign up"))] * 2
    said = sorted(followed(one) for one in await click_together(presses))
    assert said == ["You have already signed up.", "You have signed up."]
    assert (await state_of(room)).signed_up == (ana.id,)
    await room.restart()  # the message is old now
    assert followed(await bob.click(shown, label="Sign up")) == "You have signed up."
    now = words(room.channel.last_message)
    assert "2 people have signed up" in now and "ana" in now and "bob" in now
    done = followed(await ana.click(shown, label="Cancel sign-up"))
    assert done == "Your sign-up is cancelled."
    assert (await state_of(room)).signed_up == (bob.id,)
    log = await queries.history(room.bot.leagues, 1)
    assert [event.payload["event"] for event in log].count("SignedUp") == 2


async def test_a_button_from_before_the_draw_is_refused_after_it(
    room: Room, ana: MemberActor
) -> None:
    await open_season(room, room.people)
    shown = await looked_up(ana, room.channel, public=True)
    await season_lifecycle.draw(room.bot.leagues, 1, by=MODERATOR, seed=1)
    before = (await room.bot.leagues.read(1)).version
    for actor, label in ((members(room, 5)[4], "Sign up"), (ana, "Cancel sign-up")):
        said = followed(await actor.click(shown, label=label))
        assert "The season has begun; join late if it allows that" in said
    assert (await room.bot.leagues.read(1)).version == before


async def test_entering_late_is_asked_first_and_done_once(room: Room) -> None:
    await drawn_season(room, room.people, Rules(late_entry=True))
    late = members(room, 5)[4]
    asked = await looked_up(late, room.channel, "late")
    assert "you can still join Division 1" in words(asked)
    assert late.id not in (await state_of(room)).division_of
    heard = listening(room)
    results = await click_together([(late, asked, button_id(asked, "Join now"))] * 2)
    said = [words(answer(result)) for result in results]
    assert sum("You are in Division 1 and play at" in one for one in said) == 1
    assert sum("You already play in this season" in one for one in said) == 1
    assert late.id in (await state_of(room)).division_of
    assert heard == [1], "whoever opens tables is told once"
    again = words(answer(await press_old(room, late, "late", 1)))
    assert again == "You already play in this season."


async def test_giving_up_is_explained_and_needs_the_red_button(
    room: Room, ana: MemberActor
) -> None:
    await drawn_season(room, room.people)
    asked = await looked_up(ana, room.channel, "leaving")
    assert "Computers take over your" in words(asked) or "A computer takes over" in words(asked)
    assert "unless somebody takes over your seat" in words(asked) and "Stay" in labels(asked)
    [red] = [c for c in raw(asked) if c.get("label") == "Leave the season"]
    assert red["style"] == discord.ButtonStyle.danger.value
    assert not (await state_of(room)).withdrawn
    heard = listening(room)
    results = await click_together([(ana, asked, red["custom_id"])] * 2)
    said = [words(answer(result)) for result in results]
    assert sum("You have left the season" in one for one in said) == 1
    assert (await state_of(room)).withdrawn == {ana.id}
    assert heard == [1], "whoever seats computers is told once"


async def test_everybody_is_offered_what_is_theirs_to_do(room: Room, ana: MemberActor) -> None:
    """Of a season that takes no late entries; nothing needs a typed command."""
    await drawn_season(room, room.people)
    await look(room)
    mine = await looked_up(ana, room.channel)
    assert "**Your tables**" in words(mine) and "Next: Table" in words(mine)
    assert {"Dispute a table", "Leave the season"} <= set(labels(mine))
    public = await looked_up(ana, room.channel, public=True)
    assert "Your tables" not in words(public)
    assert {"Standings", "Schedule", "My card"} <= set(labels(public))
    opened = await tap(room.people[1], public, "Standings")
    assert opened.ephemeral and SEASON in words(opened)

    eve = room.guild.add_member(room.env.create_user("eve"))
    for label, listed in (("Be a substitute", (eve.id,)), ("Stop being a substitute", ())):
        other = await looked_up(eve, room.channel)
        assert not {"Leave the season", "Join late"} & set(labels(other))
        await tap(eve, other, label)
        assert (await state_of(room)).substitutes == listed
    said = words(answer(await press_old(room, eve, "late", 1)))
    assert "cannot join this season late" in said


# --- looking --------------------------------------------------------------------------------------


async def test_the_season_in_words(room: Room, ana: MemberActor) -> None:
    """And the link to its channel, which is shown elsewhere alone."""
    ends = room.wait() + timedelta(days=60)
    settings = SeasonSettings(SEASON, Rules(seats=3), modules=("tribes",), ends=ends)
    season = await open_season(room, room.people, settings=settings)
    await room.bot.store.write(stored.set_channel, season.league_id, room.channel.id)
    said = words(await looked_up(ana, room.channel))
    assert f"Season 1 of {LEAGUE} · open for sign-up" in said
    assert f"End: <t:{int(ends.timestamp())}:f>" in said
    assert "Tables of 3 seats · No clock" in said
    assert "Expansion: Tribes" in said
    assert "League points by place: 10, 4 and 1" in said
    assert "Ranking: league points → wins → points ahead of opponents" in said
    assert "2 players go up and 2 players go down" in said
    elsewhere, link = room.guild.create_text_channel("elsewhere"), "Open the league channel"
    assert link not in labels(await looked_up(ana, room.channel, public=True))
    assert link in labels(await looked_up(ana, elsewhere, public=True))
    assert link not in labels(await looked_up(ana, elsewhere))


async def test_standings_say_points_moves_and_why(room: Room, ana: MemberActor) -> None:
    people = members(room, 14)
    season = await play(room, await drawn_season(room, people, Rules(scheme="wins")), 8)
    shown = await standings_in(ana, room.channel, 1)
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
    said = await to_the_last_page(ana, shown)
    for sentence in tie_sentences(
        translator("en"), tuple(ties), lambda entry: f"**{names[entry]}**"
    ):
        assert sentence in said

    second = words(await tap(ana, shown, "Division 2"))
    assert "Division 2 · " in second and "▲ would go up" in second
    none = answer(await press_old(room, ana, "standings", 1, 2, 0))
    assert words(none) == "There is no such division; choose another one."


async def test_standings_and_schedule_from_the_sign_up_on(room: Room, ana: MemberActor) -> None:
    """Before the draw there are none; then nobody has played, which is said once."""
    people = members(room, 7)
    season = await open_season(room, people)
    assert not {"Standings", "Schedule"} & set(labels(await looked_up(ana, room.channel)))
    said = words(answer(await press_old(room, ana, "schedule", 1, -1, -1)))
    assert "not been drawn yet" in said
    season = await season_lifecycle.draw(room.bot.leagues, season.id, by=MODERATOR, seed=5)
    said = words(await looked_up(ana, room.channel, "standings"))
    [why] = said.split("**Why this order**")[1:]
    assert why.strip() == "- Players without a finished table are ordered by drawing lots."

    season = await play(room, season, 2)
    said = words(await looked_up(ana, room.channel, "schedule"))
    for number in range(1, 8):
        assert f"Table {number}" in said
    assert said.count("waiting for its players") == 5
    first = next(iter(season.state.results.values()))
    winner = next(line for line in first.lines if line.place == 1)
    [name] = [person.name for person in people if person.id == winner.entry]
    assert f"Table {first.table}: 1. **{name}**" in said


async def test_a_season_that_is_over_stays_in_the_archive_on_cards_and_in_ratings(
    room: Room, ana: MemberActor
) -> None:
    people, season = await closed_season(room)
    shown = await looked_up(ana, room.channel, "archive")
    [won] = [person for person in people if person.id in champions(season.state)]
    assert f"🏆 **{won.name}**" in words(shown)
    final = await tap(ana, shown, f"Season 1: {SEASON}")
    assert "Tables finished: 7 of 7" in words(final)
    card = words(await card_of(ana, room.channel, won))
    assert f"🏆 Seasons won: **{SEASON}**" in card
    shown = await card_of(people[1], room.channel, ana)
    card = words(shown)
    assert "1 season · 4 games" in card
    assert "**Ratings**\n4 players: " in card and "after 4 games, provisional" in card
    assert card.count("- Rainy season, table ") == 4
    assert (await queries.card(room.bot.leagues, season.league_id, ana.id)).points > 0
    assert shown.attachments[0].filename == "ratings.png"
    listed = await looked_up(ana, room.channel, "card", "ratings")
    assert "Ratings at tables of 4 players" in words(listed)
    assert words(listed).count("after 4 games, provisional") == 7
    two = await tap(ana, listed, "2 players")
    assert "Nobody is rated at tables of this size yet." in words(two)


async def test_another_servers_league_is_not_reachable(room: Room, ana: MemberActor) -> None:
    elsewhere = room.env.create_guild("Others")
    season = await open_season(room, guild=elsewhere.id, league="Theirs")
    assert "No league yet" in words(await looked_up(ana, room.channel, league="Theirs"))
    await open_season(room, league="Ours")
    said = words(await looked_up(ana, room.channel, league="Theirs"))
    assert "Choose a league: **Ours**." in said
    for verb, *more in (
        ("signup", season.id), ("signoff", season.id), ("season", season.id),
        ("late", season.id), ("enter", season.id), ("withdraw", season.id),
        ("standings", season.id, 0, 0), ("schedule", season.id, 0, 0),
        ("card", season.league_id, 0), ("ratings", season.league_id, 4, 0),
        ("archive", season.league_id, 0), ("export", season.id),
    ):  # fmt: skip
        pressed = await press_old(room, ana, verb, *more)
        assert followed(pressed) == "There is no such league; choose one from the list.", verb
    assert (await room.bot.leagues.read(season.id)).version == season.version


async def test_leagues_are_offered_while_typing(room: Room, ana: MemberActor) -> None:
    await open_season(room, league="Alpha")
    await open_season(room, league="Beta")
    await open_season(room, guild=room.guild.id + 1, league="Gamma")
    offered = await ana.autocomplete(room.channel, "league show", "league", "a")
    assert [choice["value"] for choice in offered] == ["Alpha", "Beta"]


async def test_nobody_is_pinged_by_any_page(room: Room, ana: MemberActor) -> None:
    """A name that is not known is a mention in the words; the message must not allow it."""
    season = await open_season(room)
    stranger = 123456789
    await sign_up(room.bot.leagues, season.id, stranger)
    shown = await looked_up(ana, room.channel, public=True)
    assert f"<@{stranger}>" in words(shown)
    sent = [entry.json for entry in room.env.http_requests if "callback" in entry.path]
    mentions = [body["data"]["allowed_mentions"] for body in sent if "components" in str(body)]
    assert all(not one.get("users") and one["parse"] == [] for one in mentions)


@pytest.mark.parametrize("verbs", [(), ("standings",), ("schedule",), ("card",)])
async def test_pages_are_found_again_after_a_restart(
    room: Room, ana: MemberActor, verbs: tuple[str, ...]
) -> None:
    await closed_season(room)
    shown = await looked_up(ana, room.channel, *verbs)
    pages = [(shown, labels(shown)[0])] if labels(shown) else []
    for label in labels(shown)[1:]:  # a page gives way to what is pressed on it
        pages.append((await looked_up(ana, room.channel, *verbs), label))
    await room.restart()
    for page, label in pages:
        assert words(await tap(ana, page, label)), label
    assert "went wrong" not in str([sent.json for sent in room.env.http_requests])


async def test_forty_players_with_long_names_fit(room: Room, ana: MemberActor) -> None:
    name = "_*Ж" * 10 + "{n}"  # signs that Markdown reads; two letters each once escaped
    people = members(room, 40, name)
    season = await drawn_season(room, people, Rules(division_size=40, stages=(Stage(games=8),)))
    await play(room, season, 40)
    said = await to_the_last_page(ana, await looked_up(ana, room.channel, "standings"))
    assert all(discord.utils.escape_markdown(person.name) in said for person in people)
    await to_the_last_page(ana, await looked_up(ana, room.channel, "schedule"))
    told = words(await looked_up(ana, room.channel, "standings", "ratings"))
    rated = await queries.ratings(room.bot.leagues, season.league_id, 4)
    assert 20 < told.count(" after ") <= len(rated) and told.endswith("…")
    # the limits of every message are checked when the room is left


async def test_the_longest_words_and_names_fit(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything with a word of its own, in ten divisions; what is sent is held against the limits
    when the room is left."""
    monkeypatch.setattr("cogs.kit.answering.translator", lambda locale: Longer())
    names = [f"{n:02}" + "_" * 30 for n in range(40)]
    users = [room.env.create_user(f"u{n}", global_name=name) for n, name in enumerate(names)]
    people = [room.guild.add_member(user) for user in users]
    settings = SeasonSettings(
        "*" * 60, Rules(division_size=4), modules=("tribes", "prophecies", "buildings"),
        sign_up_until=room.wait(), starts=room.wait(), ends=room.wait(),
    )  # fmt: skip
    season = await open_season(room, people, league="_" * 60, settings=settings)
    one, late = people[0], room.people[0]
    await looked_up(one, room.channel, public=True)
    await looked_up(late, room.channel, "signup")
    await looked_up(late, room.channel, "signoff")
    season = await season_lifecycle.draw(room.bot.leagues, season.id, by=MODERATOR, seed=2)
    await play(room, season, 12)
    for _ in range(3):  # until all names are known
        shown = await looked_up(one, room.channel)
    assert f"00{chr(92)}_" in words(shown)
    await looked_up(one, room.channel, public=True)
    await standings_in(one, room.channel, 1)
    shared = await standings_in(one, room.channel, 10)
    await one.click(shared, label=labels(shared)[-1])
    for verbs in (["schedule"], ["card"], ["card", "ratings"], ["leaving"]):
        await looked_up(one, room.channel, *verbs)
    await press_old(room, one, "schedule", 1, 0, "me", -1)
    await exported(one, room.channel)
    await press_old(room, late, "late", 1)
    assert room.env.errors == []
    assert "went wrong" not in str([sent.json for sent in room.env.http_requests])


# --- files ----------------------------------------------------------------------------------------


async def test_an_export_is_the_whole_season(room: Room, ana: MemberActor) -> None:
    people = members(room, 7, "=SUM({n})")
    season = await play(room, await drawn_season(room, people))
    export = await exported(ana, room.channel)
    with zipfile.ZipFile(io.BytesIO(export)) as packed:
        assert packed.testzip() is None
        sheets = {f"{sheet}.csv" for sheet in ("players", "standings", "results", "ratings")}
        assert set(packed.namelist()) == {*sheets, "season.json"}
        names = {person.id: person.name for person in people}
        standings = packed.read("standings.csv").decode()
        assert standings == csv_of(standings_sheet(season, names))
        assert len(json.loads(packed.read("season.json"))["log"]) == season.version
    assert len(part_of(export, "results.csv")) == 7 * 4
    assert len(part_of(export, "ratings.csv")) == 7 * 4


async def test_the_files_of_an_older_season(room: Room, ana: MemberActor) -> None:
    _, season = await closed_season(room)
    dry = SeasonSettings("Dry season")
    await create_season(room.bot.leagues, season.league_id, dry, by=MODERATOR)
    archive = await looked_up(ana, room.channel, "archive")
    older = await tap(ana, archive, f"Season 1: {SEASON}")
    said = await tap(ana, older, "Files")
    with zipfile.ZipFile(io.BytesIO(await said.attachments[1].read())) as packed:
        assert json.loads(packed.read("season.json"))["settings"]["name"] == SEASON
