"""Plays for BG Stats: what the app's link and file hold, for every seat."""

import json
from dataclasses import replace
from urllib.parse import unquote

import pytest

from bot.notation import NotationError
from bot.notation.bg_stats import BGG_ID, bg_stats, bg_stats_file, bg_stats_link
from bot.notation.records import sum_of
from bot.text.translation import translator
from tests.notation.random_games import random_record
from tests.tables.test_records import a_record

RECORD = a_record()


def test_a_play_names_the_game_and_each_seat() -> None:
    play = bg_stats(RECORD)
    assert play["game"] == {
        "sourceGameId": "126163",
        "name": "Tzolk'in: The Mayan Calendar",
        "bggId": BGG_ID,
        "highestWins": True,
        "noPoints": False,
    }
    assert play["sourcePlayId"] == sum_of(RECORD)
    assert play["playDate"] == "2030-01-02 12:00:00"
    assert RECORD.result is not None
    for row in RECORD.result:
        player = play["players"][row["seat"]]
        assert player["name"] == RECORD.seats[row["seat"]].name
        assert player["score"] * 4 == row["points4"]
        assert player["rank"] == row["place"]
        assert player["winner"] == (row["place"] == 1)
        assert player["startPlayer"] == (row["seat"] == RECORD.deal["first_seat"])
    assert [player["winner"] for player in play["players"]].count(True) == 1
    assert {type(player["score"]) for player in play["players"]} <= {int, float}


def test_modules_are_named_in_the_reader_s_language() -> None:
    record = replace(RECORD, modules=("tribes", "prophecies"))
    assert bg_stats(record)["comments"] == "Tribes & Prophecies: Tribes and Prophecies"
    assert bg_stats(record, translator("de"))["comments"].endswith("Stämme und Prophezeiungen")


def test_the_file_has_the_expansion_as_a_game_of_its_own() -> None:
    plain = json.loads(bg_stats_file(RECORD))
    assert len(plain["games"]) == 1 and plain["plays"][0]["expansionPlays"] == []
    assert bg_stats(RECORD)["comments"] == ""
    file = json.loads(bg_stats_file(replace(RECORD, modules=("tribes",))))
    base, expansion = file["games"]
    assert expansion["bggId"] == 143065 and expansion["isExpansion"]
    assert expansion["name"] == "Tzolk'in: The Mayan Calendar – Tribes & Prophecies"
    [play] = file["plays"]
    assert play["gameRefId"] == base["id"] != expansion["id"]
    assert [one["gameRefId"] for one in play["expansionPlays"]] == [expansion["id"]]


def test_the_link_holds_the_play() -> None:
    base, _, data = bg_stats_link(RECORD).partition("?data=")
    assert base == "https://app.bgstatsapp.com/createPlay.html"
    assert set(data) & set(' "{}&+#') == set()
    assert json.loads(unquote(data)) == bg_stats(RECORD)


def test_the_file_says_the_same_by_references() -> None:
    plain, play = json.loads(bg_stats_file(RECORD)), bg_stats(RECORD)
    assert bg_stats_file(RECORD) == bg_stats_file(RECORD)
    (one,), (game,), (place,) = plain["plays"], plain["games"], plain["locations"]
    assert (one["gameRefId"], one["locationRefId"]) == (game["id"], place["id"])
    assert (game["bggId"], game["name"]) == (BGG_ID, play["game"]["name"])
    names = {player["id"]: player["name"] for player in plain["players"]}
    scores = [
        (names[one["playerRefId"]], one["score"], one["winner"], one["startPlayer"], one["rank"])
        for one in one["playerScores"]
    ]
    assert scores == [
        (one["name"], str(one["score"]), one["winner"], one["startPlayer"], one["rank"])
        for one in play["players"]
    ]
    uuids = [thing["uuid"] for part in ("players", "games", "plays") for thing in plain[part]]
    assert len({*uuids}) == len(uuids)
    other = json.loads(bg_stats_file(replace(RECORD, table=8)))
    assert other["plays"][0]["uuid"] != one["uuid"]
    assert other["players"] == plain["players"]  # the app knows them again


def test_a_game_without_a_result_has_no_play() -> None:
    for record in (replace(RECORD, result=None), replace(RECORD, result=({"seat": 0},))):
        with pytest.raises(NotationError, match="no result"):
            bg_stats(record)


def test_moments_that_are_none_are_refused() -> None:
    events = tuple(replace(event, at="soon") for event in RECORD.events)
    with pytest.raises(NotationError, match="moments"):
        bg_stats(replace(RECORD, events=events))
    without = tuple(replace(event, at=None) for event in RECORD.events)
    assert bg_stats(replace(RECORD, events=without))["playDate"] == "2030-01-02 11:00:00"


def test_every_finished_record_has_a_play() -> None:
    for number in range(4):
        record = random_record(number)
        events = tuple(replace(event, at=None) for event in record.events)
        if record.result is not None:
            play = bg_stats(replace(record, events=events))
            assert {player["rank"] for player in play["players"]} >= {1}
