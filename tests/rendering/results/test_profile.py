"""The picture of a person: places, gears and the rating, and all of it in words."""

import pytest

from bot.model.figures import Key, Sums
from bot.seasons.results import PROVISIONAL_GAMES, Rating
from bot.text.descriptions.figures import profile_card, rating_lines
from bot.text.translation import ENGLISH
from rendering import draw_profile
from tests.rendering.figures import games_of_a_person


def test_a_row_of_all_games_and_one_of_each_size() -> None:
    sizes = {players: games_of_a_person(players) for players in (2, 4)}
    card = profile_card(ENGLISH, "Ana", sizes)
    assert card is not None
    assert [row.label for row in card.rows] == ["All games", "2 players", "4 players"]
    whole, two, four = card.rows
    assert whole.games == two.games + four.games == card.games == sum(whole.places)
    assert whole.places[:2] == tuple(
        a + b for a, b in zip(two.places, four.places[:2], strict=True)
    )
    assert [n for _, n in card.gears] == sorted((n for _, n in card.gears), reverse=True)
    assert profile_card(ENGLISH, "Ana", {3: {Key("gear", "tikal"): Sums()}}) is None


def test_one_game_is_shown_with_its_place() -> None:
    one = {3: {Key("points"): Sums(1, 1, 165), Key("place", "2"): Sums(1, 1, 165)}}
    card = profile_card(ENGLISH, "Ana", one)
    assert card is not None
    [row] = card.rows
    assert (row.label, row.games, row.points, row.places) == ("3 players", 1, 41.25, (0, 1))
    drawn = draw_profile(card, t=ENGLISH, theme="light")
    assert drawn.filename == "profile.png"
    assert drawn.alt.startswith("Ana, 1 game. 3 players: 1 game, 41.2 points on average; place 2:")


@pytest.mark.parametrize("games", [3, PROVISIONAL_GAMES])
def test_a_rating_says_what_it_rests_on(games: int) -> None:
    rating = Rating(28.0, 3.0, games)
    told, means = rating_lines(ENGLISH, rating)
    assert told.startswith(f"Rating: 19.0 after {games} games")
    assert told.endswith("(estimated 28 ± 9)") and means.startswith("-# ")
    assert ("provisional" in told) == (games < PROVISIONAL_GAMES)
    card = profile_card(ENGLISH, "Ana", {2: games_of_a_person(2)}, [rating] * games)
    assert card is not None
    assert f"Rating 19.0 after {games} games" in draw_profile(card, t=ENGLISH).alt
