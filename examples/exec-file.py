#!/usr/bin/env python3
"""A database of thirty lines for minos run exec: a dictionary in a JSON file.

    MINOS_FILE=/tmp/example.json minos run 'exec:python3 examples/exec-file.py'
    MINOS_FILE=/tmp/example.json minos run 'exec:python3 examples/exec-file.py' -i unlocked

A transaction reads the whole file and writes it back. By default it holds a lock, so transactions run one
after the other: strict serializability. Without the lock, two transactions read the same file, and the second
to write overwrites the first: lost updates, which minos finds.
"""
import contextlib
import fcntl
import json
import os
import sys

FILE = os.environ.get("MINOS_FILE") or sys.exit("exec-file.py: set MINOS_FILE to the file of the database")
LOCKED = os.environ["MINOS_ISOLATION"] != "unlocked"


@contextlib.contextmanager
def lock():
    """Closing the file releases the lock, also if this process dies."""
    with open(FILE + ".lock", "w") as file:
        if LOCKED:
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def apply(data, function, key, value):
    """Executes one micro-operation and returns its result."""
    key = os.environ["MINOS_KEY_PREFIX"] + ":" + str(key)
    if function == "r":
        return data.get(key)
    if function in ("append", "add"):
        data[key] = data.get(key, []) + [value]
    elif function == "w":
        data[key] = value
    else:  # inc
        data[key] = data.get(key, 0) + value
    return value


def run(mops):
    with lock():
        try:
            with open(FILE) as file:
                data = json.load(file)
        except FileNotFoundError:
            data = {}
        done = [[function, key, apply(data, function, key, value)] for function, key, value in mops]
        if any(function != "r" for function, _, _ in mops):
            mine = f"{FILE}.{os.getpid()}"
            with open(mine, "w") as file:
                json.dump(data, file)
            os.rename(mine, FILE)  # atomic: readers see the old file or the new one
    return {"type": "ok", "value": done}


print('{"ready": true}', flush=True)  # the time of the run begins when every client is ready
for line in sys.stdin:
    print(json.dumps(run(json.loads(line)["value"])), flush=True)
