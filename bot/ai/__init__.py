"""Computer players: a seat for one person to try a whole game against.

They look ahead by playing on in thought (`bot.ai.search`), and know what a position is worth from
games against themselves (`bot.ai.value`). They are given only what their seat may see.
"""

import os

for _library in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(_library, "1")  # read when numpy is loaded; our batches are small
