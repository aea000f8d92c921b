"""A bot that plays at a house over HTTP, with nothing but Python: `python remote_bot.py LINK` (docs/protocol.md)."""

import json
import random
import sys
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

link = urlsplit(sys.argv[1])  # http://house/t/TABLE#join=KEY
house, table, key = f"{link.scheme}://{link.netloc}", link.path.split("/")[-1], link.fragment.removeprefix("join=")
token = ""


def call(path, body=None):
    """One request; what comes back is still open."""
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    return urlopen(Request(house + path, None if body is None else json.dumps(body).encode(), headers))


def events():
    """Everything that happens at our tables."""
    with call("/api/events") as stream:
        kind = ""
        for line in stream:
            name, _, value = line.decode().strip().partition(": ")
            if name == "event":
                kind = value
            elif name == "data" and kind == "table":
                yield json.loads(value)


token = json.load(call("/api/tokens", {"name": "Remote bot", "kind": "bot"}))["token"]
call(f"/api/tables/{table}/sit", {"key": key})
for event in events():
    if event["phase"] == "over":
        print(event["result"])
        break
    if "go" in event["can"]:  # a deal is over: we have seen it
        call(f"/api/tables/{table}/go", {"deal": event["hands"][0]["view"]["deal"]})
    for hand in event["hands"]:
        if hand["moves"]:  # our turn: each is [text, what it would give …]
            move = random.choice(hand["moves"])[0]
            call(f"/api/tables/{table}/moves", {"turn": hand["turn"], "moves": [move], "seat": hand["seat"]})
