"""Asks a running `chaffinch serve` for the rows of a page: python api-client.py page.html"""
import json, os, sys, urllib.request

server = os.environ.get("CHAFFINCH_SERVER", "http://127.0.0.1:7878/")
headers = {"content-type": "application/json", "x-chaffinch-token": os.environ["CHAFFINCH_TOKEN"]}
question = {"html": open(sys.argv[1], encoding="utf-8").read(), "method": {"command": "extract", "options": {"min_score": 0.5}}}
request = urllib.request.Request(server + "api/extract", json.dumps(question).encode(), headers)
for relation in json.load(urllib.request.urlopen(request))["report"]["relations"]:
    print(relation["title"] or relation["kind"], [column["name"] for column in relation["columns"]])
    for row in relation["rows"]:
        print([cell and cell["text"] if not isinstance(cell, list) else [one["text"] for one in cell] for cell in row["cells"]])
