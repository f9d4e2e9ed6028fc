"""`triptych view --html`: one file with the page and its data, which needs no server."""
import base64
import gzip
import hashlib
import json
import os
import re

import program
import tap
import view

here = program.folder()
here.run(os.environ["WRITE_RANKS"], "ranks.tri", "4", "20", "log")
here.run(os.environ["WRITE_RANKS"], "other.tri", "2", "20", "log")
written = here.triptych("view", "--html", "report.html", "ranks.tri", "other.tri", check=False)
if "has no page" in written.err:
    tap.check(written.status == 1 and "Node.js" in written.err, "without the page, it says what is missing", written)
    tap.done()
tap.equal((written.status, written.out, written.err), (0, "triptych: wrote report.html\n", ""), "it is written")
page = here.read("report.html")
policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]+)"', page)[1]
tap.check("default-src 'none'" in policy and "unsafe" not in policy and "http" not in policy, "it loads nothing, and runs nothing but its own script", policy)
for kind, text in (("script", re.search(r'<script type="module">(.*?)</script>', page, re.DOTALL)[1]), ("style", re.search(r"<style>(.*?)</style>", page, re.DOTALL)[1])):
    digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
    tap.contains(policy, f"{kind}-src 'sha256-{digest}'", f"its {kind} is the one that the policy names")
tap.equal(re.findall(r'(?:src|href)="(?!data:)[^"]+"', page.split('id="triptych-data"')[0]), [], "it refers to no other file")
text = re.search(r'id="triptych-data">(.*?)</script>', page, re.DOTALL)[1]
packed = json.loads(text)
unpacked = {key: gzip.decompress(base64.b64decode(value["gzip"])) for key, value in packed.items() if isinstance(value, dict) and "gzip" in value}
data = {key: unpacked[key] if key.startswith(("/api/0/window", "/api/0/messages")) and key in unpacked else json.loads(unpacked[key]) if key in unpacked else value
        for key, value in packed.items() if not (key in unpacked and key.startswith(("/api/1/window", "/api/1/messages", "/api/1/waits", "/api/0/waits")))}
tap.check("/api/0/report" in unpacked, "long answers are packed")
tap.check("<" not in text, "no name can end the data")
runs = data["/api/runs"]
tap.equal(([run["name"] for run in runs], [run["live"] for run in runs]), (["ranks.tri", "other.tri"], [False, False]), "both runs are in it")
tap.check("sampled" in runs[0]["standalone"], "it says that it is sampled", runs[0]["standalone"])
tap.equal(data["/api/0/report"], json.loads(here.triptych("report", "--format", "json", "ranks.tri").out), "the report is the command's")
tap.equal(data["/api/0/report?advice=1"], json.loads(here.triptych("report", "--advice", "--format", "json", "ranks.tri").out), "the advice, which takes waits and efficiency from the report, too")
tap.check("\n" not in text and all(b"\n" not in value for key, value in unpacked.items() if key.startswith("/api/0/report")) and '": ' not in text.replace('\\": ', ""), "there are no blanks between its words")
division = json.loads(here.triptych("compare", "--as", "division", "--format", "json", "--min-percent", "0", "ranks.tri", "other.tri").out)
del division["scaling"]
tap.equal(data["/api/0/compare?min_percent=0&with=1"], division, "so is the comparison")
binary = lambda value: value if isinstance(value, bytes) else base64.b64decode(value)
window = view.Window(binary(data["/api/0/window"]))
count = int(here.triptych("query", "--csv", "ranks.tri", "events.count()").out.split()[1])
tap.equal(sum(window.begun().values()), count, "the window has every visit")
total, thinned, found = view.messages(binary(data["/api/0/messages"]))
tap.equal((total, len(found), thinned), (total, total, False), "the messages are there")
server = view.Server(here, "ranks.tri", "other.tri")
for key in ("/api/0/tables", "/api/1/report?lanes=1", "/api/0/show?matrix=1"):
    tap.equal(data[key], json.loads(server.ask(key)[2]), f"{key}: as the server answers")
status, headers, body = server.ask("/")
tap.check(status == 200 and headers["Content-Type"].startswith("text/html") and headers.get("Content-Encoding") == "gzip", "the server has the page inside", headers)
names = re.findall(rb'(?:src|href)="\.(/assets/[^"]+)"', gzip.decompress(body))
for name in names:
    status, headers, _ = server.ask(name.decode())
    tap.equal((status, "immutable" in headers["Cache-Control"]), (200, True), f"{name.decode()}: is kept by the browser")
server.end()
tap.equal(here.triptych("view", "--html", "none/report.html", "ranks.tri", check=False).status, 1, "a folder that does not exist")
tap.equal(here.triptych("view", "--html", "-", "ranks.tri").out.startswith("<!doctype html>"), True, "- is the standard output")
tap.done()
