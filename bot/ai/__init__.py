"""Computer players, so that one person can try a whole game against them.

They look ahead by trying turns out (`bot.ai.plan`), and value positions by what they have learned
in games against themselves (`bot.ai.value`). They see only what their seat may see.
"""

import os

for _library in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(_library, "1")  # read when numpy is loaded; our batches are small
