#!/usr/bin/env python3
"""SQLite through Python's sqlite3 module, for minos run exec:

    MINOS_FILE=/tmp/example.db minos run 'exec:python3 examples/exec-sqlite.py'

Each client is a separate process with its own connection to the same file. The isolation level is the mode of
BEGIN: -i immediate (the default here), deferred or exclusive. Each run creates its own table.
"""
import json
import os
import sqlite3
import sys

TABLE = os.environ["MINOS_KEY_PREFIX"]  # letters, digits and underscores
LEVEL = os.environ["MINOS_ISOLATION"]
BEGIN = "BEGIN " + ("immediate" if LEVEL == "default" else LEVEL)
if LEVEL not in ("default", "immediate", "deferred", "exclusive"):
    sys.exit("exec-sqlite.py: the levels are immediate, deferred and exclusive")
if "MINOS_FILE" not in os.environ:
    sys.exit("exec-sqlite.py: set MINOS_FILE to the file of the database")


def apply(db, function, key, value):
    """Executes one micro-operation and returns its result."""
    row = db.execute(f"SELECT v FROM {TABLE} WHERE k = ?", (key,)).fetchone()
    old = None if row is None else json.loads(row[0])
    if function == "r":
        return old
    new = {"append": lambda: (old or []) + [value],
           "add": lambda: (old or []) + [value],
           "w": lambda: value,
           "inc": lambda: (old or 0) + value}[function]()
    db.execute(f"INSERT OR REPLACE INTO {TABLE} VALUES (?, ?)", (key, json.dumps(new)))
    return value


def run(db, mops):
    """Runs a transaction. It certainly failed if an error occurs before COMMIT, or if COMMIT leaves it
    open; otherwise the outcome is unknown."""
    try:
        db.execute(BEGIN)
        done = [[function, key, apply(db, function, key, value)] for function, key, value in mops]
        db.execute("COMMIT")
        return {"type": "ok", "value": done}
    except sqlite3.Error as error:
        undone = db.in_transaction or "locked" in str(error)
        if db.in_transaction:
            db.execute("ROLLBACK")
        return {"type": "fail" if undone else "info", "error": str(error)}


database = sqlite3.connect(os.environ["MINOS_FILE"], timeout=5, isolation_level=None)
database.execute("PRAGMA journal_mode = WAL")
database.execute(f"CREATE TABLE IF NOT EXISTS {TABLE} (k INTEGER PRIMARY KEY, v TEXT)")
print('{"ready": true}', flush=True)  # the time of the run begins when every client is ready
for line in sys.stdin:
    print(json.dumps(run(database, json.loads(line)["value"])), flush=True)
