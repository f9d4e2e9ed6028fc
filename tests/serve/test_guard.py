"""Requests that `triptych view` must not answer: without the token, from other sites, for files elsewhere, malformed, too large, too slow."""
import json
import os
import random
import re
import select
import signal
import socket
import threading
import time

import program
import tap
import view

EVIL = ["<script>alert(1)</script>", "</script><script>", "bidi\u202etxt", "esc\x1b[31mred", "x" * 200]
here = program.folder()
LONG = "n" * 1000000
here.write("a.c", """
#include <stdio.h>
#include <triptych/triptych.h>
int main(int argc, char **argv)
{
    TRI_REGION("LONG")
        puts("a name of a megabyte");
    TRI_REGION("<img src=x onerror=alert(1)>")
        puts("a name that would be an element");
    for (int i = 1; i < argc; i++) {
        FILE *file = fopen(argv[i], "w");
        if (file)
            fclose(file);
    }
    return 0;
}
""".replace("LONG", LONG))
here.triptych("cc", program.CC, *program.CFLAGS, "-I", program.SOURCE / "include", "a.c", "-o", "a")
here.triptych("run", "-q", "--events", "-o", "a.tri", "./a", *(name.replace("/", "\u2215") for name in EVIL))
here.write("secret", "nobody may read this")
server = view.Server(here, "a.tri")
own = f"127.0.0.1:{server.port}"

# The token
status, headers, body = server.ask("/", token=False)
tap.check(status == 403 and b"triptych view" in body and headers["Content-Type"].startswith("text/html"), "no token: a page that says what to do", body)
status, headers, body = server.ask("/api/runs", token=False)
tap.check(status == 403 and "hint" in json.loads(body), "no token: the interface says so, too", body)
for name, token in {"a wrong one": "0" * 32, "an empty one": "", "a part": server.token[:-1], "too much": server.token + "0"}.items():
    tap.equal((server.ask(f"/?token={token}", token=False)[0], server.ask("/api/runs", token=False, headers={"Authorization": f"Bearer {token}"})[0],
               server.ask("/api/runs", token=False, headers={"Cookie": f"triptych-{server.port}={token}"})[0]), (403, 403, 403), f"token: {name}")
status, headers, _ = server.ask(f"/?token={server.token}", token=False)
cookie = headers.get("Set-Cookie", "")
tap.equal((status, headers.get("Location"), all(word in cookie for word in ("HttpOnly", "SameSite=Strict", f"triptych-{server.port}=", "Path=/"))), (303, "/", True), "the link is exchanged for a cookie")
cookie = cookie.split(";")[0]
tap.equal([server.ask(path, token=False, headers={"Cookie": f"other=1; {cookie}"})[0] for path in ("/", "/api/runs")], [200, 200], "by which the browser is known")
status, headers, body = server.ask(f"/?token={server.token}", token=False, headers={"Sec-Fetch-Site": "cross-site"})
tap.equal((status, headers.get("Location"), headers.get("Refresh"), cookie in headers.get("Set-Cookie", ""), server.token.encode() in body), (200, None, "0; url=/", True, False),
          "whoever comes from a file or another page is led on by a page, so that the cookie is sent")
tap.equal(server.ask("/api/runs?token=" + server.token, token=False)[0], 403, "the token in the address is for the page alone")

# Headers of answers
for path in ("/", "/api/runs", "/nothing"):
    headers = server.ask(path)[1]
    policy = headers.get("Content-Security-Policy", "")
    tap.check("default-src 'none'" in policy and "script-src 'self'" in policy and "frame-ancestors 'none'" in policy and "unsafe" not in policy, f"{path}: nothing but its own script runs", headers)
    tap.equal((headers.get("X-Content-Type-Options"), headers.get("Referrer-Policy")), ("nosniff", "no-referrer"), f"{path}: no sniffing, no referrer")
tap.equal(server.ask("/api/runs")[1]["Cache-Control"], "no-store", "answers are not stored")

# Host and Origin
for host in (own, f"localhost:{server.port}", f"[::1]:{server.port}", f"LOCALHOST:{server.port}"):
    tap.equal(server.ask("/api/runs", headers={"Host": host})[0], 200, f"Host {host}")
for host in ("evil.example", f"evil.example:{server.port}", "127.0.0.1", "127.0.0.1:1", f"127.0.0.1.evil.example:{server.port}", f"0.0.0.0:{server.port}", ""):
    tap.equal(server.ask("/api/runs", headers={"Host": host})[0], 403, f"Host {host or '(empty)'}: refused")
tap.check(b" 200 " not in server.raw(f"GET /api/runs HTTP/1.1\r\nAuthorization: Bearer {server.token}\r\n\r\n".encode()).split(b"\r\n")[0], "no Host: refused")
tap.equal(server.ask("/api/runs", headers={"Origin": f"http://{own}"})[0], 200, "Origin: its own")
for origin in ("http://evil.example", "null", f"https://{own}", f"http://{own}.evil.example", "http://127.0.0.1:1", "", f"http://evil.example:{server.port}"):
    tap.equal((server.ask("/api/runs", headers={"Origin": origin})[0], server.ask("/api/0/stop", "POST", "{}", headers={"Origin": origin})[0]), (403, 403), f"Origin {origin or '(empty)'}: refused")
for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""):
    tap.equal(server.ask("/api/open", "POST", '{"path": "a.tri"}', headers={"Content-Type": kind})[0], 415, f"a POST of {kind or 'no type'}: refused")

# Paths
for path in ("/../secret", "/..%2fsecret", "/%2e%2e/secret", "/%2e%2e%2fsecret", "/assets/../../secret", "/assets/..%5c..%5csecret", "//secret", "/./secret",
             "/api/0/../../secret", "/api/0/source?file=../../secret", "/api/0/source?file=%2e%2e%2fsecret", "/secret%00.html", "/api/0/window%00", "/%", "/%zz",
             "/" + "a/" * 2000, "/proc/self/environ", "/etc/passwd", f"/{here}/secret", "/assets/%2e%2e/index.html"):
    status, _, body = server.ask(path)
    tap.check(status in (400, 403, 404, 414) and b"nobody may read" not in body, f"{path[:40]}: {status}", body[:200])
for values in ("q=%zz", "q=%00", "q=" + "a" * 20000, "&" * 100 + "x=1", "&".join(f"v{i}=1" for i in range(100)), "q=" + "(" * 5000, "q=" + "events" + ".limit(1)" * 2000):
    status, _, body = server.ask(f"/api/0/query?{values}")
    tap.check(400 <= status < 500, f"query {values[:20]}...: {status}", body[:200])
tap.check(server.is_alive(), "the server is alive")

# Sizes and times
big = server.raw(f"GET /api/runs HTTP/1.1\r\nHost: {own}\r\nAuthorization: Bearer {server.token}\r\nX: {'a' * 200000}\r\n\r\n".encode())
tap.check(b" 200 " not in big.split(b"\r\n")[0], "a header of 200 kB: refused", big[:100])
many = server.raw((f"GET /api/runs HTTP/1.1\r\nHost: {own}\r\nAuthorization: Bearer {server.token}\r\n" + "".join(f"H{i}: 1\r\n" for i in range(1000)) + "\r\n").encode())
tap.check(many.startswith(b"HTTP/1.1 ") and server.is_alive(), "1,000 headers: answered or refused", many[:100])
tap.equal(server.ask("/api/open", "POST", "x" * 1000000)[0] in (413, 400), True, "a body of 1 MB: refused")
lie = server.raw(f"POST /api/open HTTP/1.1\r\nHost: {own}\r\nAuthorization: Bearer {server.token}\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{{}}".encode())
tap.check(b" 200 " not in lie.split(b"\r\n")[0], "a body that is shorter than it says: refused", lie[:100])
slow = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(60)]
for connection in slow:
    connection.sendall(b"GET /api/runs HTTP/1.1\r\nHost:")
tap.check(server.is_alive(), "60 clients that say nothing more: others are answered")
status = []


def ask_some():
    status.extend(server.ask(path)[0] for path in ("/api/runs", "/api/0/tables", "/api/0/window", "/api/0/query?q=events.count()"))


threads = [threading.Thread(target=ask_some) for _ in range(50)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
tap.equal(status, [200] * 200, "50 clients at once, beside them")
for connection in slow:
    connection.close()

# Nonsense, the same each time
random.seed(7)
good = f"GET /api/0/window?pixels=100 HTTP/1.1\r\nHost: {own}\r\nAuthorization: Bearer {server.token}\r\n\r\n".encode()
for _ in range(150):
    text = bytearray(good)
    for _ in range(random.randint(1, 12)):
        text[random.randrange(len(text))] = random.randrange(256)
    server.raw(bytes(text[:random.randint(1, len(text))]) if random.random() < 0.3 else bytes(text), timeout=5)
for text in (b"", b"\r\n\r\n", b"\0" * 100, b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\x00", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n",
             b"TRACE / HTTP/1.1\r\n\r\n", b"GET http://evil.example/ HTTP/1.1\r\nHost: evil.example\r\n\r\n", random.randbytes(5000)):
    answer = server.raw(text, timeout=5)
    tap.check(b" 200 " not in answer.split(b"\r\n")[0], f"{text[:20]!r}: refused", answer[:100])
upgrade = f"GET /api/0/live HTTP/1.1\r\nHost: {own}\r\nAuthorization: Bearer {server.token}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
answer = server.raw(upgrade + b"".join(random.randbytes(random.randint(2, 40)) for _ in range(1000)), timeout=5)
tap.check(answer.startswith(b"HTTP/1.1 400"), "a WebSocket with 1,000 malformed frames: there is none", answer[:100])
for method in ("PUT", "DELETE", "HEAD", "PATCH"):
    tap.check(server.ask("/api/runs", method)[0] in (405, 501), f"{method}: refused")
tap.check(server.is_alive(), "the server is alive after all that")

# Names that would do something to a page
for path in ("/api/0/tables", "/api/0/report", "/api/0/query?q=regions", "/api/0/show?subject=execution", "/api/runs"):
    status, headers, body = server.ask(path)
    text = body.decode("utf-8", "strict")
    json.loads(text)
    tap.check(status == 200 and "\u202e" not in text and "\x1b" not in text and headers["Content-Type"] == "application/json", f"{path}: hostile names are harmless", text[:200])

names = server.json("/api/0/tables")["regions"]["name"]
tap.check(LONG in names and "<img src=x onerror=alert(1)>" in names, "a name of 1 MB, and one that would be an element, are texts as others")

# A client that leaves does not keep the server busy
here.run(os.environ["WRITE_RANKS"], "ranks.tri", "16", "400", "log")
many = view.Server(here, "ranks.tri")
crossed = "events.join(events, a -> a.type, b -> b.type).count()"
for turn in range(3):
    with socket.create_connection(("127.0.0.1", many.port)) as connection:
        connection.sendall(f"GET /api/0/query?q={crossed.replace(' ', '+').replace('>', '%3E')} HTTP/1.1\r\nHost: 127.0.0.1:{many.port}\r\nAuthorization: Bearer {many.token}\r\n\r\n".encode())
        if turn == 0:
            tap.equal((many.ask("/api/0/window")[0], select.select([connection], [], [], 0)[0]), (200, []), "a window is answered while a query is under way")
        time.sleep(0.05)
tap.equal(many.ask("/api/0/query?q=lanes.count()")[0], 200, "queries of clients that left are stopped")
tap.equal(many.end(signal.SIGINT), 0, "Ctrl-C ends the server")

# A machine without the library of the web server
here.write("lib/libcivetweb.so.1", "")
result = here.triptych("view", "a.tri", check=False, env={"LD_LIBRARY_PATH": here / "lib"})
tap.check(result.status == 1 and "install the package libcivetweb1" in result.err, "without the web server's library, it names the package", result)

# A port that is taken, and addresses
taken = here.triptych("view", "--port", server.port, "a.tri", check=False)
tap.check(taken.status == 1 and f"port {server.port} is taken" in taken.err and "--port" in taken.err, "a port that is taken", taken)
for words, status, part in ((("--port", "0", "a.tri"), 2, "--port takes"), (("--port", "99999", "a.tri"), 2, "--port takes"), (("--bind", "evil.example", "a.tri"), 1, "no address"),
                            (("--bind", "192.0.2.1", "a.tri"), 1, "no address"), (("none.tri",), 1, "none.tri"), (("secret",), 1, "secret")):
    result = here.triptych("view", *words, check=False)
    tap.check(result.status == status and part in result.err, f"view {' '.join(words)}", result)
at_once = [here.start(program.TRIPTYCH, "view", "a.tri", stdout=-1, stderr=-1, text=True) for _ in range(8)]
links = [view.link_of(running) for running in at_once]
tap.check(all(links) and len({re.search(r":(\d+)/", link)[1] for link in links}) == 8, "8 servers that start at once: each has a port of its own", links)
for running in at_once:
    running.terminate()
tap.equal([running.wait(30) for running in at_once], [0] * 8, "they all end")
everywhere = view.Server(here, "--bind", "0.0.0.0", "a.tri", env={"SSH_CONNECTION": "1"})
tap.equal((everywhere.ask("/api/runs", headers={"Host": f"127.0.0.1:{everywhere.port}"})[0], everywhere.ask("/api/runs", headers={"Host": f"evil.example:{everywhere.port}"})[0]), (200, 403), "--bind 0.0.0.0: by its addresses alone")
tap.equal((everywhere.end(), server.end()), (0, 0), "both end")
tap.done()
