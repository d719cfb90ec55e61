"""python -m training.titles: find the share of seats that each title fits, in games of computers.
With --write, it goes into data/titles.json."""

import argparse
import json
import random
from collections import Counter

from bot import FOLDER
from bot.engine import Game
from bot.engine.components import MODULES
from bot.engine.game_facts import Feats, feats
from bot.model.computers import Level
from bot.model.figures import TITLES
from training.match.players import Asked, player

LEVELS: tuple[Level, ...] = ("instant", "easy")
"""The levels whose games are counted: people's games are more like these than like a master's."""
SEATS = (2, 3, 4, 4, 4, 5)


def done_in(level: Level, chance: random.Random) -> tuple[Feats, ...]:
    """Play a game of a level against itself, and count what each seat did."""
    modules = chance.choice(((), (), MODULES))
    game = Game.new(chance.choice(SEATS), modules=modules, seed=chance.randrange(10**9))
    think = player(level)
    while game.pending:
        seat, kind = game.pending[0]
        for action in think(Asked(game.snapshot(), seat, kind, game.legal(seat))):
            game.play(seat, action)
    counted = feats(game.setup, [(seat, action) for seat, action in game.record()["actions"]])
    assert counted is not None
    return counted


def main() -> None:
    """Print the shares, the rarest title first."""
    parser = argparse.ArgumentParser(prog="python -m training.titles", description=__doc__)
    parser.add_argument("--games", type=int, default=140, help="games to play (default: 140)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", action="store_true", help="write data/titles.json")
    options = parser.parse_args()
    chance, fits, seats = random.Random(options.seed), Counter[str](), 0
    for number in range(options.games):
        for done in done_in(LEVELS[number % len(LEVELS)], chance):
            seats += 1
            fits.update(title.id for title in TITLES if title.fits(done))
    shares = {title.id: round(max(fits[title.id], 0.5) / seats, 4) for title in TITLES}
    for name, share in sorted(shares.items(), key=lambda one: one[1]):
        print(f"{share:7.2%}  {name}")
    if options.write:
        lines = [
            json.dumps({"id": title.id, "needs": dict(title.needs), "share": shares[title.id]})
            for title in TITLES
        ]
        text = "[\n" + ",\n".join(f"  {line}" for line in lines) + "\n]\n"
        (FOLDER / "data" / "titles.json").write_text(text)


if __name__ == "__main__":
    main()
