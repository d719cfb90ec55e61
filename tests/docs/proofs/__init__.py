"""What must hold in a copy of the project in which a recipe was followed (see `recipes.py`).

These modules are run there by `test_recipes.py`; here their tests would fail.
"""
