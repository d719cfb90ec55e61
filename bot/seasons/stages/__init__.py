"""The kinds of stages that a season is made of, a file each: what a stage draws, when it is over,
and how large it is. `drawing.KINDS` lists them.
"""
