"""Tables, people, servers and leagues as frozen types, which the store returns and every layer
above shares. No SQL, no Discord, and no rules except limits of a value."""
