"""What the program knows about tables, people, servers and leagues: frozen types that the store
returns and everybody above it shares. No SQL, no Discord, and no rule but what a value may be.
"""
