"""A computer looks back at a game that is over, for everybody who may look at its replay; the
turn of the day, mistakes that come back, and a server's page, by command and buttons."""

import asyncio
from dataclasses import replace
from datetime import date, timedelta
from typing import Any
from unittest.mock import AsyncMock

import pytest
from simcord import MemberActor
from sqlalchemy import update

from bot.ai import worker
from bot.ai.advice import Moment
from bot.ai.worker import Answer, Question
from bot.engine import Game
from bot.engine.components import GEARS, MODULES
from bot.leagues import privacy
from bot.model.computers import (
    Advised,
    Better,
    Compared,
    Lesson,
    Puzzle,
    Review,
    Told,
)
from bot.notation.position_line import read_position
from bot.store import outbox, puzzles
from bot.store import puzzles as stored
from bot.store.schema import events
from bot.tables import Person, PersonSettings, Seat, ServerSettings, Thought, practice
from bot.tables.computers import Looking, own_turns, reviewed
from bot.tables.looking_back import Replay, replay
from bot.tables.open_table import OpenTable
from bot.tables.practice import Solving
from bot.tables.time_passing import set_person_settings
from bot.text.translation import ENGLISH
from bot.traffic import PER_PERSON, Limits
from cogs.kit.buttons import button
from cogs.kit.layout import message, row
from cogs.looking import finished
from cogs.looking.finished import review_view
from rendering import Picture
from tests.cogs.conftest import Room, first_legal
from tests.cogs.driver import (
    Message,
    answer,
    button_id,
    click_together,
    labels,
    raw,
    said_privately,
    words,
)
from tests.cogs.limits import check_message
from tests.cogs.test_board import alts
from tests.cogs.test_carry_on import HURRIED, begin
from tests.cogs.test_every_button import (
    Kind,
    both_give_up,
    play_to_the_end,
    press,
    second_round,
    shown,
)
from tests.cogs.test_longest_words import LONG_NAME, Longer
from tests.tables.test_looking_back import looked_at, played

REVIEW = Kind("review", for_all=True)


@pytest.fixture
def not_far(monkeypatch: pytest.MonkeyPatch) -> None:
    """The computer looks at turns in earnest, but not far."""
    monkeypatch.setattr(worker, "FIRST", "instant")
    monkeypatch.setattr(worker, "CLOSER", "instant")


async def kept(room: Room) -> Review | None:
    table = await room.bot.tables.table(1)
    found: Review | None = await room.bot.store.read(
        puzzles.kept_review, 1, table.rewinds, table.version
    )
    return found


async def review_after_the_end(room: Room, reader: MemberActor) -> tuple[Message, Message]:
    """Play a game to its end, and ask for its review: the message that offers it, and the answer
    once the review is made."""
    await second_round(room)
    await play_to_the_end(room)
    board = answer(await room.people[0].slash(room.channel, "board"))
    page = answer(await reader.click(board, custom_id=button_id(board, "Review")))
    await room.env.settle()
    return board, page


@pytest.mark.usefixtures("not_far")
@pytest.mark.english
async def test_whoever_looks_at_a_game_reads_its_review(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    stranger = room.people[3]
    _, page = await review_after_the_end(room, stranger)
    assert page.ephemeral
    found = await kept(room)
    assert found is not None and 1 <= len(found.told) <= 3
    told = words(page)
    assert "Review of game 1" in told and "level: master" in told
    assert "reviewed only people's turns" not in told
    assert told.count("The computer's choice: ") + told.count("The best alternative: ") == len(
        found.told
    )
    there = ["Board at that moment", "Play on from here"]
    worst = sorted(found.lessons, key=lambda one: -one.why.lost)[:3]
    tries = [f"Try round {one.round}" for one in sorted(worst, key=lambda one: one.round)]
    assert labels(page) == [*there * len(found.told), "Share", "Turn of the day", *tries]
    assert "Lessons from this game" in told and 1 <= len(tries) <= 3
    assert [one.filename for one in page.attachments] == ["review.png"]
    [alt] = alts(page)
    assert alt.startswith("The final points a computer expected") and "Final score" in alt

    # The board of a moment, in a message of its own; the end of a replay leads to the review.
    first = found.told[0]
    there = answer(
        await stranger.click(page, custom_id=f"tz:thatmoment:1::{first.round}.{first.turn}")
    )
    on_the_board = words(there)
    assert f"Round {first.round}" in on_the_board and len(there.attachments) == 2
    end = answer(await stranger.click(there, label="Last"))
    await room.restart()
    monkeypatch.setattr(room.bot.reviews, "_look_back", None)
    at_once = [(one, end, button_id(end, "Review")) for one in (stranger, stranger)]
    for result in await click_together(at_once):
        assert words(answer(result)) == told, "it was kept"
    moments = [
        (one, page, f"tz:thatmoment:1::{first.round}.{first.turn}") for one in (stranger,) * 2
    ]
    for result in await click_together(moments):
        assert words(answer(result)) == on_the_board


@pytest.mark.usefixtures("not_far")
@pytest.mark.english
async def test_hurried_computers_are_in_the_review(room: Room) -> None:
    hurried = iter([True] * 3)

    async def late(*asked: Any, **how: Any) -> Thought:
        return replace(await first_legal(*asked, **how), late=next(hurried, False))

    await begin(room, computers=1)
    room.bot.tables.think = late
    await play_to_the_end(room)
    ana = room.people[0]
    [asked] = await press(REVIEW, await shown(room, ana, REVIEW), ana, room=room)
    page = answer(asked)
    await room.env.settle()
    assert "On 3 turns the computer had less time than usual." in words(page)


@pytest.mark.usefixtures("not_far")
def test_a_hurried_turn_in_the_review_is_told_with_it() -> None:
    whole = looked_at(played(2, (), 4))
    turn = own_turns(whole)[0]
    told = Told(turn.round, turn.number, turn.moment.seat, 5.0, turn.moment.played)
    first = whole.rounds[0]
    number = first.begun[turn.number].number
    hurried = tuple(replace(one, hurried=n == number) for n, one in enumerate(first.turns))
    assert told.round == first.number
    for turns in (first.turns, hurried):
        rounds = (replace(first, turns=turns), *whole.rounds[1:])
        view = review_view(
            ENGLISH, replace(whole, rounds=rounds), Review((), (told,), 1),
            Picture(b"", "review.png", "a"),
        )  # fmt: skip
        said = str(view.to_components())
        assert (HURRIED in said) == (turns is hurried)
        assert ("On 1 turn the computer had less time" in said) == (turns is hurried)


@pytest.mark.usefixtures("not_far")
async def test_it_is_told_how_far_a_review_has_come(monkeypatch: pytest.MonkeyPatch) -> None:
    """For as long as the answer can be replaced; then whoever asks again reads it. What goes wrong
    is answered, too."""
    told, looking, whole = list[Any](), Looking(52, done=3), looked_at(played(2, (), 4))

    async def tell(to: Any, words: Any) -> None:
        told.append(words)
        looking.done += 10

    async def show(to: Any, of: Any, found: Any) -> None:
        told.append(found)

    async def wrong(to: Any, error: BaseException, what: str) -> None:
        told.append((type(error), what))

    monkeypatch.setattr(finished, "_tell", tell)
    monkeypatch.setattr(finished, "_show", show)
    monkeypatch.setattr(finished, "answer_error", wrong)
    monkeypatch.setattr(finished, "speaks", lambda to: ENGLISH)
    monkeypatch.setattr(finished, "PROGRESS_SECONDS", 0.01)
    monkeypatch.setattr(finished, "REVIEW_PATIENCE", 0.03)
    nobody: Any = None
    await finished._show_when_made(nobody, whole, looking)
    assert [words.split("turn ")[-1].split(".")[0] for words in told[:3]] == [
        "3 of 52", "13 of 52", "23 of 52",
    ]  # fmt: skip
    assert len(told) == 4 and "taking longer than usual" in told[3]
    found = Review((), (), 52)
    looking.made.set_result(found)
    await finished._show_when_made(nobody, whole, looking)
    assert told[4:] == [found]
    looking = Looking(52)
    looking.made.set_exception(RuntimeError("nothing was found"))
    await finished._show_when_made(nobody, whole, looking)
    assert told[5:] == [(RuntimeError, "review")]


@pytest.mark.usefixtures("not_far")
@pytest.mark.english
async def test_what_is_not_reviewed_is_refused(room: Room) -> None:
    await second_round(room)
    on = await shown(room, room.people[0], REVIEW)
    [said] = await press(REVIEW, on, room.people[0], room=room)
    assert "Only a game that was played to its end" in words(said_privately(said))
    await both_give_up(room)
    [said] = await press(REVIEW, on, room.people[0], room=room)
    assert "Only a game that was played to its end" in words(said_privately(said))


@pytest.mark.usefixtures("not_far")
@pytest.mark.english
async def test_who_asks_for_too_much_waits(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    await second_round(room)
    await play_to_the_end(room)
    monkeypatch.setattr(room.bot, "limits", Limits())
    monkeypatch.setattr(finished, "REVIEW_AS_MUCH_AS", PER_PERSON.at_once + 1)
    on = await shown(room, room.people[0], REVIEW)
    [said] = await press(REVIEW, on, room.people[0], room=room)
    assert "Slow down: try again in" in words(said_privately(said))
    assert await kept(room) is None


@pytest.mark.usefixtures("not_far")
@pytest.mark.english
async def test_a_lesson_is_tried_at_its_position(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a turn of the day; one's own comes back as a mistake, a stranger's does not."""
    monkeypatch.setattr(practice, "STOCK", 0)
    ana, stranger = room.people[0], room.people[3]
    board, page = await review_after_the_end(room, ana)
    found, whole = await kept(room), await room.bot.tables.read(1)
    assert found is not None
    seat = whole.table.seat_of(ana.id)
    assert seat is not None and "'s turn" not in words(page), "her own lessons are yours to her"
    own = next(one for one in found.lessons if one.seat == seat.seat)
    strangers_page = answer(await stranger.click(board, custom_id=button_id(board, "Review")))
    worst = max(found.lessons, key=lambda one: one.why.lost)
    for person, there, lesson in ((ana, page, own), (stranger, strangers_page, worst)):
        moment = (await reviewed(whole)).moment(lesson.round, lesson.turn)
        word = f"{lesson.round}.{lesson.turn}"
        shown = answer(await person.click(there, custom_id=f"tz:trylesson:1::{word}"))
        assert shown.ephemeral and "Find a better turn" in words(shown)
        known = await room.bot.store.read(stored.mistakes, person.id)
        [one] = [one for one in known if one.source == f"1.{word}"]
        puzzle = await room.bot.store.read(stored.by_id, one.id)
        assert puzzle is not None and read_position(puzzle.position) == moment.position
        assert (one.due is not None) == (person is ana)
        await room.restart()
        shown = answer(await person.click(shown, custom_id=to_do(shown)))
        assert "**So far**" in words(shown)
    place = room.bot.get_partial_messageable(room.channel.id)
    await place.send(view=message(row([button("Old", "trylesson", 1, word=f"{own.round}.99")])))
    refused = answer(await ana.click(room.channel.history()[-1], label="Old"))
    assert "out of date" in words(refused)


# --- the coach ------------------------------------------------------------------------------------

INSTEAD = ("place tikal", "end")


class Coach:
    """A computer that finds one other turn better, and says nothing before it may."""

    def __init__(self, room: Room, lost: float) -> None:
        self.asked: list[Moment | Question] = []
        self.may = asyncio.Event()
        self._room, self._lost = room, lost

    async def __call__(self, asked: Moment | Question) -> Answer:
        """Answer a question."""
        self.asked.append(asked)
        await self._room.env.external_wait(self.may.wait(), reason="the coach thinks")
        if isinstance(asked, Moment):
            return Answer((), compared=Compared(self._lost, INSTEAD))
        return Answer((), advised=(Advised(asked.prepared, 0.0),))


async def coached_turn(
    room: Room, monkeypatch: pytest.MonkeyPatch, lost: float = 4.2, *, hints: bool = True
) -> tuple[MemberActor, Coach, Message]:
    """A person who wants a coach has taken a turn; the coach still thinks."""
    seats = await second_round(room)
    coach = Coach(room, lost)
    monkeypatch.setattr(room.bot, "look_back", coach)
    settings = answer(await seats.asked.slash(room.channel, "pings"))
    assert "Coach my turns" in labels(settings)
    await seats.asked.click(settings, label="Coach my turns")
    async with room.bot.tables.open(1, game=False) as opened:
        opened.change(options=replace(opened.table.options, hints=hints))
    done = answer(await seats.asked.slash(room.channel, "move", turn="place yaxchilan; end"))
    return seats.asked, coach, done


def told_by_coach(room: Room) -> list[str]:
    return [str(one.json) for one in room.env.http_requests if "better**" in str(one.json)]


@pytest.mark.english
async def test_the_coach_says_what_was_better(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """Privately, after the answer to the press, from what lay open before the turn."""
    _, coach, done = await coached_turn(room, monkeypatch)
    assert "Turn confirmed" in words(done), "nobody waits for it"
    assert len(coach.asked) == 1 and told_by_coach(room) == []
    coach.may.set()
    await room.env.settle()
    [told] = told_by_coach(room)
    assert "**About 4 points better**: worker on Tikal" in told.replace("\u00a0", " ")
    assert "Coach on your turn in round 2" in told
    assert "'flags': 32832" in told, "private, and of components"
    first = coach.asked[0]
    assert isinstance(first, Moment) and first.played == ("place yaxchilan", "end")
    assert "stack" not in str(first), "no tile that nobody has seen"
    closer = coach.asked[1]
    assert isinstance(closer, Moment) and closer.closer and closer.ways == (INSTEAD,)


@pytest.mark.english
@pytest.mark.parametrize(("lost", "hints"), [(0.4, True), (4.2, False)], ids=["close", "hintless"])
async def test_the_coach_is_silent(
    room: Room, monkeypatch: pytest.MonkeyPatch, lost: float, hints: bool
) -> None:
    """About a turn that is nearly the best, and at a table without hints, as in a league."""
    _, coach, _ = await coached_turn(room, monkeypatch, lost, hints=hints)
    coach.may.set()
    await room.env.settle()
    assert told_by_coach(room) == []
    assert bool(coach.asked) == hints, "nothing is even looked at without hints"


@pytest.mark.english
async def test_the_coach_is_silent_in_a_season(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even if a table of a season had hints."""

    async def runs(connection: object, table_id: int) -> bool:
        return True

    monkeypatch.setattr("bot.store.log.season_runs", runs)
    _, coach, _ = await coached_turn(room, monkeypatch)
    assert coach.asked == [] and told_by_coach(room) == []


@pytest.mark.usefixtures("not_far")
def test_no_review_is_too_long_in_the_longest_words() -> None:
    """The longest turns of the fullest game, with long names full of signs of Markdown, in made-up
    long words."""
    t, whole = Longer(), looked_at(played(5, tuple(MODULES), 4))
    seats = tuple(Seat(n, 2**60 + n, LONG_NAME) for n in range(5))
    whole = replace(whole, table=replace(whole.table, id=2**40, seats=seats))
    longest = sorted(own_turns(whole), key=lambda one: len(one.moment.played))[-3:]
    told = tuple(
        Told(one.round, one.number, one.moment.seat, lost, one.moment.played)
        for one, lost in zip(longest, (40.0, -40.0, 12.0), strict=True)
    )
    lessons = tuple(
        Lesson(one.round, one.turn, one.seat, Better(one.lost, *2 * [Advised(one.other, 0.0)]))
        for one in told
    )
    for found in (told, ()):
        review = Review((), found, 120, lessons)
        view = review_view(t, whole, review, Picture(b"", "review.png", "a" * 1024))
        check_message({"components": view.to_components()})


FOUND = 0.0


@pytest.fixture
def judged_not_far(monkeypatch: pytest.MonkeyPatch) -> None:
    """The computer judges in earnest, but does not look far, and makes no puzzles ahead."""
    monkeypatch.setattr(worker, "CLOSER", "instant")
    monkeypatch.setattr(practice, "STOCK", 0)


async def of(room: Room, person: MemberActor) -> Solving:
    """A person's try at the puzzle of the day."""
    tables = room.bot.tables
    puzzle = await practice.puzzle_of(
        tables, await practice.day_of(tables, person.id, room.guild.id)
    )
    return await practice.solving(tables, Person(person.id, "ana"), puzzle)


def to_do(panel: Message) -> str:
    """The first button that prepares something."""
    ids = (one.get("custom_id", "") for one in raw(panel))
    return next(one for one in ids if one.startswith("tz:try") and ":do " in one)


async def prepared(room: Room, person: MemberActor) -> Message:
    """The panel of the day, with a turn that may be confirmed."""
    panel = answer(await person.slash(room.channel, "today"))
    while "Confirm" not in labels(panel):
        panel = answer(await person.click(panel, custom_id=to_do(panel)))
    return panel


async def judged(room: Room, person: MemberActor, day: date, lost: float) -> None:
    """A try of another day, as if it had been judged."""
    tables, who = room.bot.tables, Person(person.id, "x")
    puzzle = await practice.puzzle_of(tables, day)
    await tables.store.write(stored.begin, person.id, puzzle, day, room.guild.id)
    now = await practice.solving(tables, who, puzzle)
    await tables.store.write(stored.change, person.id, now.tried, {"lost": lost})


@pytest.mark.usefixtures("judged_not_far")
@pytest.mark.english
async def test_a_try_goes_on_after_a_restart_and_is_judged_once(room: Room) -> None:
    ana, bob = room.people[:2]
    panel = await prepared(room, ana)
    assert panel.ephemeral and "one try" not in words(panel)
    begun = await of(room, ana)
    assert begun.tried.prepared and begun.tried.lost is None
    for unknown in ("What I have", "Hint"):  # these need a table
        assert unknown not in str(raw(panel))
    await room.restart()
    older = answer(await ana.slash(room.channel, "today"))
    again = answer(await ana.slash(room.channel, "today"))
    assert "one try" in words(again) and "So far" in words(again)
    assert (await of(room, ana)).tried == begun.tried

    both = [(ana, again, button_id(again, "Confirm"))] * 2
    told = {words(answer(result)) for result in await click_together(both)}
    assert len(told) == 1 and "What a computer would do" in told.pop()
    tried = (await of(room, ana)).tried
    assert tried.lost is not None and tried.prepared[-1] == "end"

    # No second try, neither by the command nor by an old button.
    for done in (await ana.slash(room.channel, "today"), await ana.click(older, label="Back")):
        assert "You: " in words(answer(done)) and "Confirm" not in labels(answer(done))
    assert (await of(room, ana)).tried == tried
    other = await prepared(room, bob)
    assert (await of(room, bob)).puzzle.id == tried.puzzle, "the same for everybody"
    assert "tz:try" in str(raw(other))
    assert room.env.errors == []


@pytest.mark.usefixtures("judged_not_far")
@pytest.mark.english
async def test_a_result_is_shared_once_without_the_turn(room: Room) -> None:
    ana, bob = room.people[:2]
    result = answer(await ana.click(await prepared(room, ana), label="Confirm"))
    before = len(room.channel.history())
    both = [(ana, result, button_id(result, "Share"))] * 2
    answers = [answer(one) for one in await click_together(both)]
    said = [words(one) for one in answers]
    [used] = [one for one in answers if "What a computer would do" in words(one)]
    assert labels(used) == ["This server", "My mistakes", "Earlier days"], "Share was used"
    assert len(room.channel.history()) == before + 1
    [post] = room.channel.history()[before:]
    shown = words(post)
    assert "ana" in shown and "March 2" in shown and ("🟩" in shown or "⬛" in shown)
    now = await of(room, ana)
    assert now.puzzle.ways[0].actions[0].split()[0] not in shown.casefold().split()
    [media] = [one for one in raw(post) if one["type"] == 12]
    assert "wheels" in media["items"][0]["media"]["url"], "the position, as it was before"
    assert any("already" in one or "newest panel" in one for one in said)
    # Everybody may try it from there; nobody sees whose try it was.
    assert "one try" in words(answer(await bob.click(post, label="Try it")))


@pytest.mark.usefixtures("judged_not_far")
@pytest.mark.english
async def test_yesterdays_panel_and_what_is_not_begun(room: Room) -> None:
    ana, bob = room.people[:2]
    panel = await prepared(room, ana)
    home: Any = room.bot.get_channel(room.channel.id)
    now = await of(room, ana)
    stranger = await home.send(
        view=message(row([button("x", "tryout", 0, now.turn.stamp, "confirm ")]))
    )
    [refused] = await click_together([(bob, stranger, button_id(stranger, "x"))])
    assert "not begun" in words(said_privately(refused))
    yesterday = (await of(room, ana)).tried
    await room.later(days=1)
    late = await ana.click(panel, label="Confirm")
    assert "That day is over" in words(said_privately(late))
    await ana.slash(room.channel, "today")
    assert (await of(room, ana)).tried.puzzle != yesterday.puzzle


@pytest.mark.usefixtures("judged_not_far")
@pytest.mark.english
async def test_what_helps_needs_no_table(room: Room) -> None:
    ana = room.people[0]
    panel = answer(await ana.slash(room.channel, "today"))
    options = [v["value"] for one in raw(panel) for v in one.get("options", ())]
    helps = [one for one in options if one.startswith("tz:try")]
    assert [one.split(":")[-1].split()[0] for one in helps] == ["explain", "whynot", "live"]
    menu = next(
        one["custom_id"] for one in raw(panel) if one.get("custom_id", "").startswith("tz:more")
    )
    for one in helps:
        told = answer(await ana.select(panel, [one], custom_id=menu))
        assert told.ephemeral and (words(told) or told.attachments)
    assert room.env.errors == []


@pytest.mark.usefixtures("judged_not_far")
@pytest.mark.english
async def test_the_page_of_a_server(room: Room) -> None:
    ana, bob, cleo, dan = room.people
    today = date(2026, 3, 2)
    for person, lost in ((ana, FOUND), (bob, 4.0), (cleo, 8.0)):
        await judged(room, person, today, lost)
    await judged(room, ana, today - timedelta(days=1), 3.0)
    await judged(room, dan, today - timedelta(days=7), FOUND)
    await set_person_settings(room.bot.tables, ana.id, PersonSettings(on_pages="named"))
    await set_person_settings(room.bot.tables, cleo.id, PersonSettings(on_pages="hidden"))
    page = words(answer(await dan.slash(room.channel, "today", show="server")))
    assert "1. **ana**: best turn found in 1 of 2 tries, 1.5 points lost on average" in page
    assert "2. Player 2: best turn found in 0 of 1 try, 4 points" in page.replace("4.0", "4")
    assert "3. Player 3: best turn found in 0 of 1 try, 8 points" in page.replace("8.0", "8")
    assert not any(name in page for name in ("bob", "cleo", "dan")), "these have not agreed"
    own = words(answer(await bob.slash(room.channel, "today", show="server")))
    assert "2. Player 2 (you): best turn found in 0 of 1 try" in own
    result = words(answer(await ana.slash(room.channel, "today")))
    assert "2 days in a row" in result


@pytest.mark.usefixtures("judged_not_far")
async def test_a_channel_reads_it_once_each_morning(room: Room) -> None:
    chosen = ServerSettings(zone="America/New_York", puzzle_channel=room.channel.id)
    await room.bot.tables.set_server_settings(room.guild.id, chosen)
    look: Any = room.bot.get_cog("Today")
    await look.look()
    assert room.channel.history() == [], "seven in the morning there"
    room.wait.ahead += timedelta(hours=1)
    for _ in range(2):
        await look.look()
    await room.restart()
    look = room.bot.get_cog("Today")
    await look.look()
    [post] = room.channel.history()
    assert len(post.attachments) == 1 and "tz:today" in str(raw(post))
    room.wait.ahead += timedelta(days=1)
    await look.look()
    assert len(room.channel.history()) == 2


async def morning(room: Room, channel_id: int) -> Any:
    """The cog, at an hour at which the turn of the day is to be posted in a channel."""
    chosen = ServerSettings(zone="UTC", puzzle_channel=channel_id)
    await room.bot.tables.set_server_settings(room.guild.id, chosen)
    room.wait.ahead += timedelta(hours=23 - room.bot.tables.now().hour)
    return room.bot.get_cog("Today")


@pytest.mark.usefixtures("judged_not_far")
async def test_it_is_posted_once_though_noting_fails(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    look = await morning(room, room.channel.id)
    failing = AsyncMock(side_effect=OSError("the disk is full"))
    with monkeypatch.context() as patched:
        patched.setattr("cogs.telling.dispatcher.outbox.told", failing)
        await look.look()
    assert failing.called and len(room.channel.history()) == 1
    await look.look()
    assert len(room.channel.history()) == 1
    assert await room.bot.store.read(outbox.servers_waiting) == []
    room.env.errors.clear()


@pytest.mark.usefixtures("judged_not_far")
@pytest.mark.english
async def test_that_its_channel_is_gone_is_told_once(room: Room) -> None:
    look = await morning(room, 123456)  # there is no such channel
    place = room.guild.create_text_channel("moderators")
    chosen = await room.bot.tables.server_settings(room.guild.id)
    chosen = replace(chosen, moderators_channel=place.id)
    await room.bot.tables.set_server_settings(room.guild.id, chosen)
    for _ in range(3):
        await look.look()
    room.wait.ahead += timedelta(days=1)
    await look.look()
    [told] = place.history()
    assert "turn of the day" in words(told) and "/settings" in words(told)
    assert (await room.bot.tables.server_settings(room.guild.id)).puzzle_channel is None


@pytest.mark.usefixtures("judged_not_far")
@pytest.mark.english
async def test_a_day_that_is_over_can_be_opened(room: Room) -> None:
    ana = room.people[0]
    today = date(2026, 3, 2)
    await judged(room, ana, today - timedelta(days=2), 4.0)
    await practice.puzzle_of(room.bot.tables, today - timedelta(days=1))
    page = answer(await ana.slash(room.channel, "today", show="past"))
    options = [one for part in raw(page) for one in part.get("options", ())]
    assert [one["label"].split(" · ")[1] for one in options] == ["not tried", "−4 points"]
    menu = next(one["custom_id"] for one in raw(page) if "todaypast" in one.get("custom_id", ""))
    done = answer(await ana.select(page, [options[1]["value"]], custom_id=menu))
    assert "What a computer would do" in words(done) and "he best turn" in words(done)
    panel = answer(await ana.select(page, [options[0]["value"]], custom_id=menu))
    assert "tz:try" in str(raw(panel)) and "best turn" not in words(panel)


@pytest.mark.usefixtures("judged_not_far")
async def test_places_on_the_board_have_their_gears_icons(room: Room) -> None:
    """Also where workers can be picked up, too."""
    room.bot.icons = {gear: f"<:tz_{gear}_123456:1>" for gear in GEARS}

    def both(one: Puzzle) -> bool:
        position = read_position(one.position)
        legal = Game.from_position({"rules": one.rules, **position.dump()}).legal()
        return {"place", "pick"} <= {action.split()[0] for action in legal}

    found = next(one for _, one in practice.shipped() if both(one))
    await room.bot.store.write(stored.add, [("one", found)])
    panel = answer(await room.people[0].slash(room.channel, "today"))
    shown = [*raw(panel), *(option for one in raw(panel) for option in one.get("options", []))]
    said = [(one, one.get("custom_id", one.get("value", "")).split()) for one in shown]
    places = [one for one, words in said if "place" in str(words) and words[-1] in GEARS]
    assert places and all("emoji" in one for one in places)


async def mistake(room: Room) -> tuple[MemberActor, Told]:
    """A game that is over, and whose review says that somebody's turn lost much."""
    await second_round(room)
    await play_to_the_end(room)
    opened = await room.bot.tables.read(1)
    turn = own_turns(await replay(opened))[2]
    seat = turn.moment.seat
    other = tuple(turn.moment.played)
    told = Told(turn.round, turn.number, seat, 6.0, other)
    review = Review((), (told,), 1)
    table = opened.table
    await room.bot.store.write(stored.keep_review, 1, table.rewinds, table.version, review)
    owner = table.seats[seat].user_id
    return next(one for one in room.people if one.id == owner), told


@pytest.mark.usefixtures("judged_not_far")
@pytest.mark.english
async def test_a_mistake_comes_back(room: Room) -> None:
    ana, told = await mistake(room)
    none = answer(await room.people[3].slash(room.channel, "today", show="mine"))
    assert "Nothing here yet" in words(none)
    early = answer(await ana.slash(room.channel, "today", show="mine"))
    assert "comes back on Tue, Mar 3" in words(early)
    room.wait.ahead += timedelta(days=1)
    panel = answer(await ana.slash(room.channel, "today", show="mine"))
    assert "To try again: " in words(panel)
    while "Confirm" not in labels(panel):
        panel = answer(await ana.click(panel, custom_id=to_do(panel)))
    result = answer(await ana.click(panel, label="Confirm"))
    assert "The first time, you lost about 6 points here" in words(result)
    assert "Share" not in labels(result)
    [known] = await room.bot.store.read(stored.mistakes, ana.id)
    assert known.due > date(2026, 3, 3) and known.source == f"1.{told.round}.{told.turn}"
    room.wait.ahead += timedelta(days=4)
    again = answer(await ana.slash(room.channel, "today", show="mine"))
    assert "To try again: " in words(again), "another try at it"


@pytest.mark.usefixtures("judged_not_far")
@pytest.mark.english
async def test_what_an_earlier_player_of_the_seat_did_is_not_ones_own(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana, told = await mistake(room)
    async with room.bot.store.engine.begin() as connection:
        seat = (events.c.table_id == 1, events.c.seat == told.seat)
        await connection.execute(update(events).where(*seat).values(user_id=None))
    room.wait.ahead += timedelta(days=1)
    none = answer(await ana.slash(room.channel, "today", show="mine"))
    assert "Nothing here yet" in words(none)
    monkeypatch.delattr("bot.tables.practice.reviewed")
    once_more = answer(await ana.slash(room.channel, "today", show="mine"))
    assert "Nothing here yet" in words(once_more), "the game is not replayed for it again"


@pytest.mark.usefixtures("judged_not_far")
@pytest.mark.english
async def test_deleted_data_takes_tries_with_it(room: Room) -> None:
    ana = room.people[0]
    await judged(room, ana, date(2026, 3, 2), 1.0)
    said = answer(await ana.slash(room.channel, "privacy delete"))
    await ana.click(said, label="Delete my data")
    assert await room.bot.store.read(stored.days, ana.id) == []
    page = words(answer(await ana.slash(room.channel, "today", show="server")))
    assert "Nobody here" in page


@pytest.mark.usefixtures("judged_not_far")
@pytest.mark.english
async def test_mistakes_of_who_deletes_meanwhile_are_not_written(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana, _ = await mistake(room)

    async def deleted_meanwhile(opened: OpenTable) -> Replay:
        assert await privacy.forget(room.bot.leagues, ana.id)
        return await reviewed(opened)

    monkeypatch.setattr("bot.tables.practice.reviewed", deleted_meanwhile)
    told = await ana.slash(room.channel, "today", show="mine")
    assert "data was deleted while this was under way" in words(said_privately(told))
    assert await room.bot.store.read(stored.mistakes, ana.id) == []
    monkeypatch.undo()
    again = answer(await ana.slash(room.channel, "today", show="mine"))
    assert "Nothing here yet" in words(again)
