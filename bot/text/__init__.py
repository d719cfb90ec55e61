"""All text for people: names, choices, happenings, descriptions of pictures, leagues.

Every function that makes text takes `t`, the translations of the reader's language.
"""
