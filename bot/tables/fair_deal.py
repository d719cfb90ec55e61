"""The sealed deal: committed to before anybody sits down, decided by who did, provable afterwards.

When a lobby opens, a secret is made and its SHA-256, the commitment, is posted. When the game
starts, the seed is made of the secret, the table and those who joined, in their order: with the
commitment posted nobody can change the secret any more, and without it nobody can foresee what
joining does. Everything else follows from the seed. When the game is over the secret is told, and
anybody can work all of it out once more.

At the table of a schedule nobody joins: who sits where is known before there is a secret, and goes
into the seed in that order; the seats are not shuffled. The commitment is posted before the deal.
So it proves that the deal was not changed once it was posted, but not that no other was thrown away
before.

Where people bid for the seats, the commitment is posted before they do, and the bids go into the
seed beside those who made them: where several orders of the seats are as good, the seed draws one.
"""

import hashlib
import random
import secrets
from collections.abc import Sequence
from itertools import permutations

_SECRET_BYTES = 32
SEED, SHARED, JOIN = "tzolkin seed 1", "tzolkin shared deal 1", "tzolkin join 1"
"""First lines of what is hashed, so that no hash can be taken for one of another kind; the number
grows when the way it is made changes."""


def new_secret() -> str:
    """A secret nobody can guess: 32 random bytes as 64 hexadecimal digits."""
    return secrets.token_hex(_SECRET_BYTES)


def commitment(secret: str) -> str:
    """What is posted beforehand: the SHA-256 of the secret's 64 characters, in hexadecimal, as
    `printf SECRET | sha256sum` gives it."""
    return hashlib.sha256(secret.encode()).hexdigest()


def join_of_person(sealed: str, user_id: int) -> str:
    """The mark by which a person goes into the seed of the table with the commitment `sealed`.
    One's own id gives one's own mark; the mark does not say the id."""
    return _hashed(JOIN, sealed, str(user_id))


def join_of_computer(name: str) -> str:
    """The mark by which a computer goes into the seed."""
    return f"computer {name}"


def mark(sealed: str, user_id: int | None, name: str) -> str:
    """The mark by which a person (None: the computer of this name) goes into the seed."""
    return join_of_computer(name) if user_id is None else join_of_person(sealed, user_id)


def seed_of(secret: str, table_id: int, joins: Sequence[str]) -> str:
    """The seed of a table's game, from the marks of all who play in the order they joined."""
    return _hashed(SEED, secret, str(table_id), *joins)


def shared_seed(secret: str) -> str:
    """The seed of a deal that several tables play (duplicate), whoever sits there."""
    return _hashed(SHARED, secret)


def playing_order(seats: int, seed: str) -> list[int]:
    """Who sits where, the one who joined n-th being n (from 0), in playing order."""
    order = list(range(seats))
    random.Random(f"seats of {seed}").shuffle(order)
    return order


def with_bid(mark: str, bid: Sequence[int]) -> str:
    """What somebody who bid for the places goes into the seed with, so that no bid can be changed
    afterwards."""
    return f"{mark} bid {' '.join(map(str, bid))}"


def places_by_bids(bids: Sequence[Sequence[int]], seed: str) -> list[int]:
    """Who sits where, in playing order, the n-th of those who bid being n (from 0): as much as
    possible is paid in all, each paying what they bid for the place they get. Of several such
    orders the seed draws one. `bids[n][place]` is never negative."""
    paid = {
        order: sum(bids[n][place] for place, n in enumerate(order))
        for order in permutations(range(len(bids)))
    }
    most = max(paid.values())
    level = sorted(order for order in paid if paid[order] == most)
    return list(random.Random(f"places of {seed}").choice(level))


def _hashed(*lines: str) -> str:
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()
