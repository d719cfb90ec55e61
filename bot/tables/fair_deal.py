"""The sealed deal: committed to before anybody joins, decided by the players, provable afterwards.

When a lobby opens, a secret is made and its SHA-256, the commitment, is posted. When the game
starts, the seed is made of the secret, the table and those who joined, in their order. Once the
commitment is posted nobody can change the secret any more, and without the secret nobody can
foresee the effect of joining. Everything else follows from the seed. After the game the secret is
published, and anybody can calculate all of it again.

At a scheduled table nobody joins: its seats are known before there is a secret, and go into the
seed in that order without being shuffled. The commitment is posted before the deal. So it proves
that the deal was not changed once it was posted, but not that no other deal was thrown away before.
"""

import hashlib
import random
import secrets
from collections.abc import Sequence

SEED, SHARED, JOIN = "tzolkin seed 1", "tzolkin shared deal 1", "tzolkin join 1"
"""The first lines of hashed texts, so that no hash can be taken for one of another kind. The number
rises when the text is composed in another way."""


def new_secret() -> str:
    """Make a secret nobody can guess: 32 random bytes as 64 hexadecimal digits."""
    return secrets.token_hex(32)


def commitment(secret: str) -> str:
    """Calculate the commitment: the SHA-256 of the secret's 64 characters, in hexadecimal, as
    `printf SECRET | sha256sum` gives it."""
    return hashlib.sha256(secret.encode()).hexdigest()


def join_of_person(sealed: str, user_id: int) -> str:
    """Make a person's mark in the seed of the table with the commitment `sealed`. One's own id
    gives one's own mark; the mark does not show the id."""
    return _hashed(JOIN, sealed, str(user_id))


def join_of_computer(name: str) -> str:
    """Make a computer's mark in the seed."""
    return f"computer {name}"


def mark(sealed: str, user_id: int | None, name: str) -> str:
    """Make the mark in the seed of a person, or of the computer of this name (`user_id` None)."""
    return join_of_computer(name) if user_id is None else join_of_person(sealed, user_id)


def seed_of(secret: str, table_id: int, joins: Sequence[str]) -> str:
    """Make the seed of a table's game, from the marks of all players in the order they joined."""
    return _hashed(SEED, secret, str(table_id), *joins)


def shared_seed(secret: str) -> str:
    """Make the seed of a deal that several tables play (duplicate), whatever their seats."""
    return _hashed(SHARED, secret)


def playing_order(seats: int, seed: str) -> list[int]:
    """Shuffle the seats: return, in playing order, their numbers (from 0) in order of joining."""
    order = list(range(seats))
    random.Random(f"seats of {seed}").shuffle(order)
    return order


def _hashed(*lines: str) -> str:
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()
