"""A computer looks at a game that is over, for everybody who may look at its replay."""

from dataclasses import replace
from typing import Any

import pytest

from bot.ai import worker
from bot.engine.components import MODULES
from bot.model.computers import Review, Told
from bot.store import puzzles
from bot.tables import Seat, Thought
from bot.tables.computers import Looking, own_turns
from bot.text.translation import ENGLISH
from bot.traffic import PER_PERSON, Limits
from cogs.looking import finished
from cogs.looking.finished import review_view
from rendering import Picture
from tests.cogs.conftest import Room, first_legal
from tests.cogs.driver import answer, button_id, click_together, labels, said_privately, words
from tests.cogs.limits import check_message
from tests.cogs.test_carry_on import HURRIED, begin
from tests.cogs.test_every_button import (
    Kind,
    both_give_up,
    play_to_the_end,
    press,
    second_round,
    shown,
)
from tests.cogs.test_limits import LONG_NAME, Longer
from tests.cogs.test_look import alts
from tests.tables.test_replaying import looked_at, played

REVIEW = Kind("review", for_all=True)


@pytest.fixture(autouse=True)
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


@pytest.mark.english
async def test_whoever_looks_at_a_game_reads_its_review(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    await second_round(room)
    await play_to_the_end(room)
    ana, stranger = room.people[0], room.people[3]
    board = answer(await ana.slash(room.channel, "board"))
    page = answer(await stranger.click(board, custom_id=button_id(board, "Review")))
    await room.env.settle()
    assert page.ephemeral
    found = await kept(room)
    assert found is not None and 1 <= len(found.told) <= 3
    told = words(page)
    assert "Review of game 1" in told and "level: master" in told
    assert "reviewed only people's turns" not in told
    assert told.count("The computer's choice: ") + told.count("Its best alternative: ") == len(
        found.told
    )
    there = ["Board of that moment", "Play on from here"]
    assert labels(page) == [*there * len(found.told), "Share", "Turn of the day"]
    assert [one.filename for one in page.attachments] == ["review.png"]
    [alt] = alts(page)
    assert alt.startswith("The final points that a computer expected") and "Final score" in alt

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
    assert len(told) == 4 and "takes longer today" in told[3]
    found = Review((), (), 52)
    looking.made.set_result(found)
    await finished._show_when_made(nobody, whole, looking)
    assert told[4:] == [found]
    looking = Looking(52)
    looking.made.set_exception(RuntimeError("nothing was found"))
    await finished._show_when_made(nobody, whole, looking)
    assert told[5:] == [(RuntimeError, "review")]


@pytest.mark.english
async def test_what_is_not_reviewed_is_refused(room: Room) -> None:
    await second_round(room)
    on = await shown(room, room.people[0], REVIEW)
    [said] = await press(REVIEW, on, room.people[0], room=room)
    assert "Only a game that was played to its end" in words(said_privately(said))
    await both_give_up(room)
    [said] = await press(REVIEW, on, room.people[0], room=room)
    assert "Only a game that was played to its end" in words(said_privately(said))


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
    for found in (told, ()):
        view = review_view(t, whole, Review((), found, 120), Picture(b"", "review.png", "a" * 1024))
        check_message({"components": view.to_components()})
