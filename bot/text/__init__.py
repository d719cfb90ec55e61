"""Words: translation, names, what happened, what a choice costs and brings.

Every function here that makes words takes `t`, the translations of the language to speak.
"""
