"""Positions in one line: what they say, and what cannot be a position."""

import random

import pytest

from bot.engine import Game
from bot.engine.components import MODULES
from bot.notation import NotationError, read_position, write_position
from tests.engine.random_play import choose, play_on

START = (
    "1/0/1 play BB 0/0/13/- 4xx4/10/10/10/13 2:0/2:2/2:2/2:2 9 "
    "a1-small-farm-1,a1-mine-school,-,a1-field-school,a1-oracle-shrine,a1-mason-shrine/8/18 "
    "mon-works,mon-civic - - - "
    "3,1,0,0,0/0/3:3/light/111/0000/-/-/pal-1,tik-3/-/0:0 "
    "5,0,2,0,0/2.25/2:3/dark/110/0100/-/-/uxm-1,yax-5/-/1:0"
)


def refused(line: str) -> str:
    """What is said of a line that is refused, which must be one sentence."""
    with pytest.raises(NotationError) as found:
        read_position(line)
    said = str(found.value)
    assert said.endswith(".") and "\n" not in said and len(said) < 300, said
    return said


def exchanged(one: str, other: str) -> str:
    """The line of the start with something else in one place."""
    assert START.count(one) >= 1
    return START.replace(one, other, 1)


STANDING = exchanged("/10/10/10/13", "/B9/10/10/13")


def test_a_line_is_read() -> None:
    position = read_position(STANDING)
    assert position.first_seat == position.turn_seat == 1
    assert position.gears["palenque"] == (*[None] * 4, "dummy", "dummy", *[None] * 4)
    assert position.gears["yaxchilan"][0] == 1
    assert position.building_row[2] is None
    assert (position.age1_left, position.age2_left) == (8, 18)
    assert position.players[1].points4 == 9
    assert position.players[1].goods["stone"] == 2
    assert position.players[1].technologies["extraction"] == 1
    assert not position.players[1].light_side
    assert write_position(position) == STANDING
    game = Game.from_position(position.dump())
    assert "place tikal" in game.legal(1)


def test_spaces_between_the_fields_may_be_any() -> None:
    assert read_position(f"  {STANDING.replace(' ', chr(9) + ' ')}\n") == read_position(STANDING)


@pytest.mark.parametrize(
    ("one", "other", "says"),
    [
        ("1/0/1 ", "", "A position has 12 fields"),
        ("1/0/1", "1/0", "The time of a position is round/tooth/age"),
        ("1/0/1", "28/0/1", "The round of a position is a number from 1 to 27"),
        ("1/0/1", "5/0/1", "The calendar turns"),
        ("1/0/1", "1/0/2", "The second age begins"),
        ("1/0/1", "1/99999999999999/1", "The tooth of a position is a number"),
        ("1/0/1", "１/0/1", "The round of a position is a number"),
        (" play ", " playing ", "The phase of a position is one of"),
        (" BB ", " BC ", "The seat at its turn of a position is one of the seats A, B"),
        (" BB ", " B ", "The seats of a position are"),
        ("0/0/13/-", "0/0/13/C", "The starting space of a position"),
        ("0/0/13/-", "0/0/12/-", "There are 13 skulls in all, and here are 12"),
        ("0/0/13/-", "0/5/13/-", "The food days held"),
        ("4xx4", "4xx5", "The gear palenque of a position has 10 spaces"),
        ("4xx4", "4xC4", "The gear palenque of a position has the signs"),
        ("4xx4", "99999999", "The gear palenque of a position has 10 spaces"),
        ("/10/10/10/13", "/10/10/13", "The gears of a position are palenque/"),
        ("/10/10/10/13", "/A9/10/10/13", "Seat A has not as many workers"),
        ("2:0/", "2:3/", "The jungle of a position has no more wood"),
        ("2:0/", "3:0/", "The jungle of a position has no more wood"),
        ("2:0/", "2/", "The jungle of a position is two numbers"),
        (" 9 ", " 8 ", "The skulls of a position has 9 spaces"),
        (" 9 ", " s8 ", "There are 13 skulls in all, and here are 14"),
        ("a1-small-farm-1", "a1-large-farm", "There is no building “a1-large-farm”"),
        ("a1-small-farm-1", "a1-mine-school", "A building is in two places"),
        ("a1-small-farm-1", "a1-small-farm-1,a1-mine-workshop", "The row has 6 buildings"),
        ("mon-civic", "mon-works", "A monument stands twice"),
        ("mon-civic - - -", "mon-civic promo,tribes - -", "The modules of a position stand in"),
        ("mon-civic - - -", "mon-civic tribe - -", "There is no module “tribe”"),
        ("mon-civic - - -", "mon-civic - drought!,hunger! -", "The prophecies of a position have"),
        ("mon-civic - - -", "mon-civic - dro!ught -", "The prophecies of a position have"),
        ("mon-civic - - -", "mon-civic - - qa1-corn/-/3", "Quick actions are there with"),
        ("mon-civic - - -", "mon-civic quick_actions - -", "Quick actions are there with"),
        ("3,1,0,0,0/", "3,1,0,0/", "The goods of seat A of a position are corn"),
        ("3,1,0,0,0/", "3,-1,0,0,0/", "The goods of a position is a number from 0"),
        ("/0/3:3/", "/0.1/3:3/", "The points of seat A of a position are a number"),
        ("/0/3:3/", "/0/3:7/", "Seat A has not as many workers"),
        ("/light/", "/bright/", "The side of seat A of a position is light or dark"),
        ("/111/", "/118/", "The temples of seat A of a position are 3 digits, at most 6, 8, 7"),
        ("/0000/", "/000/", "The technologies of seat A of a position are 4 digits"),
        ("pal-1,tik-3", "tik-3,pal-1", "The wealth tiles of seat A are not in alphabetical"),
        ("pal-1,tik-3", "pal-1,uxm-1", "A wealth tile is in two places"),
        ("tik-3/-/0:0", "tik-3/maya/0:0", "There is no tribe “maya”"),
        ("tik-3/-/0:0", "tik-3/-/0:0/1", "The field of seat A has 11 parts"),
        (" play ", " \x00\x1b[31m ", "The phase of a position is one of"),
        ("mon-works", "x" * 5000, "This line is too long"),
    ],
)
def test_what_cannot_be_is_refused(one: str, other: str, says: str) -> None:
    base = STANDING if "10/10" not in one else START
    said = refused(base.replace(one, other, 1))
    assert says in said and "\x1b" not in said, said


def test_two_markers_cannot_stand_on_one_top() -> None:
    assert "top of chaac" in refused(STANDING.replace("/111/", "/611/").replace("/110/", "/610/"))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_whatever_is_changed_is_read_or_refused(players: int) -> None:
    """What is read can be laid out, or is refused there as a position that is not in play."""
    chance = random.Random(players)
    game = Game.new(players, modules=MODULES, seed=players)
    play_on(game, chance, "eager", decisions=150)
    line, read = write_position(game.snapshot()), 0
    for _ in range(400):
        digits = [at for at, sign in enumerate(line) if sign.isdigit()]
        at, sign = chance.choice(digits), chance.choice("0123456789")
        if chance.random() < 0.3:
            at, sign = chance.randrange(len(line)), chance.choice("ABCDEx-/,:!?. ")
        changed = line[:at] + sign + line[at + chance.randrange(2) :]
        try:
            position = read_position(changed)
        except NotationError as error:
            assert "\n" not in str(error) and str(error).endswith(".")
            continue
        read += 1
        assert read_position(write_position(position)) == position
        again = Game.from_position(position.dump())
        for _ in range(3):
            if again.pending:
                seat = again.pending[0].seat
                again.play(seat, choose(chance, again.legal(seat), "uniform"))
    assert 10 < read < 390


def test_all_phases_of_a_game_are_written() -> None:
    game, seen = Game.new(3, modules=MODULES, seed=1), set()
    chance = random.Random(1)

    def each(game: Game) -> None:
        position = game.snapshot()
        seen.add(position.phase)
        assert read_position(write_position(position)) == position

    play_on(game, chance, "uniform", each=each)
    each(game)
    assert seen == {"keep", "play", "finished"}
