"""The sealed deal: commitment, seed and order, as plain functions."""

import hashlib

from hypothesis import assume, given
from hypothesis import strategies as st

from bot.tables.records import (
    commitment,
    join_of_computer,
    join_of_person,
    new_secret,
    playing_order,
    seed_of,
    shared_seed,
)

secrets = st.text("0123456789abcdef", min_size=64, max_size=64)
marks = st.lists(
    st.integers(1, 2**63).map(lambda user: join_of_person("sealed", user))
    | st.sampled_from(["Imix", "Kimi", "Lamat"]).map(join_of_computer),
    min_size=2,
    max_size=5,
    unique=True,
)


def test_secrets_are_long_and_never_twice_the_same() -> None:
    made = {new_secret() for _ in range(1000)}
    assert len(made) == 1000
    assert {len(bytes.fromhex(secret)) for secret in made} == {32}


def test_commitment_is_what_everybodys_tool_says() -> None:
    assert commitment("5ea1" * 16) == hashlib.sha256(b"5ea1" * 16).hexdigest()


def test_the_ways_things_are_hashed_stay() -> None:
    """Records written by one version must be readable by all later ones."""
    secret, ada = "5ea1" * 16, join_of_person("sealed", 101)
    assert ada == hashlib.sha256(b"tzolkin join 1\nsealed\n101").hexdigest()
    whole = f"tzolkin seed 1\n{secret}\n7\n{ada}\ncomputer Imix".encode()
    assert seed_of(secret, 7, [ada, join_of_computer("Imix")]) == hashlib.sha256(whole).hexdigest()
    assert playing_order(5, "1") == [3, 0, 2, 4, 1]


@given(secrets, st.integers(1, 2**31), marks, st.data())
def test_everything_goes_into_the_seed(
    secret: str, table: int, joins: list[str], data: st.DataObject
) -> None:
    seed = seed_of(secret, table, joins)
    assert seed_of(secret, table, list(joins)) == seed
    others = [
        seed_of(data.draw(secrets.filter(lambda other: other != secret)), table, joins),
        seed_of(secret, table + 1, joins),
        seed_of(secret, table, joins[:-1]),
        seed_of(secret, table, [*joins[1:], joins[0]]),
        shared_seed(secret),
        commitment(secret),
    ]
    assert seed not in others
    assert len(set(others)) == len(others)


@given(st.integers(1, 2**63), st.integers(1, 2**63), secrets, secrets)
def test_marks_tell_people_and_tables_apart(one: int, other: int, here: str, there: str) -> None:
    assume(one != other and here != there)
    found = {join_of_person(sealed, user) for sealed in (here, there) for user in (one, other)}
    assert len(found) == 4
    assert str(one) not in join_of_person(here, one) or one < 10**6


@given(st.integers(2, 5), secrets)
def test_everybody_gets_one_seat(seats: int, seed: str) -> None:
    assert sorted(playing_order(seats, seed)) == list(range(seats))
