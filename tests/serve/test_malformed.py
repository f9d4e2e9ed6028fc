"""1,000 malformed connections, slow clients, and hostile names: `triptych view` refuses them, and goes on.

The connections are the same each time. None of them may be answered with data, and none may end the server; with AddressSanitizer, none may
touch memory that is not its own.
"""
import collections
import concurrent.futures
import json
import random
import re
import socket
import struct

import program
import tap
import view

SIZE = 1000000
HOSTILE = ["<script>alert(1)</script>", "</script><img src=x onerror=alert(1)>", "\u202egnp.elif\u2066\u200f\u061c", "\\\"'`${x}{{x}}", "%s%n%p", "m" * SIZE]
here = program.folder()
here.write("a.c", "#include <triptych/triptych.h>\nint main(void)\n{\n" + "".join(f"    TRI_REGION({json.dumps(name, ensure_ascii=False)})\n        ;\n" for name in HOSTILE) + "    return 0;\n}\n")
here.triptych("cc", program.CC, *program.CFLAGS, "-I", program.SOURCE / "include", "a.c", "-o", "a")
here.triptych("run", "-q", "--events", "-o", "a.tri", "./a")
server = view.Server(here, "a.tri")
chance = random.Random(17)
HOST = f"Host: 127.0.0.1:{server.port}\r\n"
KNOWN = HOST + f"Authorization: Bearer {server.token}\r\n"
UPGRADE = "Connection: Upgrade\r\nUpgrade: websocket\r\n"
KEY = "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
POST = f"POST /api/open HTTP/1.1\r\n{KNOWN}Content-Type: application/json\r\n"
BODY = b'{"path": "a.tri"}'


def frame(first, size, rest, mask=0):
    """A frame of WebSocket, whose size need not be that of its data."""
    if size < 126:
        head = struct.pack(">BB", first, mask | size)
    elif size < 65536:
        head = struct.pack(">BBH", first, mask | 126, size)
    else:
        head = struct.pack(">BBQ", first, mask | 127, size)
    return head + rest


def frames():
    """A connection that asks for a WebSocket, and sends frames as if it had one."""
    bad = [frame(0xF1, 5, b"hello"),                           # reserved bits
           frame(chance.choice((0x83, 0x8B, 0x8F)), 2, b"ab"),  # types that do not exist
           frame(0x81, (1 << 64) - 1, b"x" * 10, 0x80),         # a size of 2^64 - 1
           frame(0x81, 1 << 63, b"", 0x80), frame(0x82, 1 << 31, b"abc"),
           frame(0x09, 200, b"p" * 200),                        # a ping of several parts, and too large
           frame(0x88, 1, b"x"), frame(0x88, 2, b"\x00\x00"),   # an end without its number, and with a wrong one
           frame(0x00, 4, b"more"),                             # goes on with nothing
           frame(0x81, 4, b"\xff\xfe\xc0\x80"),                 # text that is none
           b"\x81", b"\x81\xfe\x00", b"\x81\xff" + b"\x00" * 5]  # cut in the middle of its head
    chance.shuffle(bad)
    path = chance.choice(("/", "/api/0/live", "/api/0/window", "/api/runs", "/ws", "/api/open"))
    return f"GET {path} HTTP/1.1\r\n{chance.choice((KNOWN, HOST))}{UPGRADE}{KEY}Sec-WebSocket-Version: 13\r\n\r\n".encode() + b"".join(bad)


def upgrades():
    """Something that is not an upgrade to a WebSocket, or to something else."""
    lines = chance.choice((UPGRADE, UPGRADE + "Sec-WebSocket-Version: 13\r\n", UPGRADE + KEY, UPGRADE + "Sec-WebSocket-Key: \r\nSec-WebSocket-Version: 99\r\n",
                           UPGRADE + f"Sec-WebSocket-Key: {'A' * 5000}\r\nSec-WebSocket-Version: 13\r\n", UPGRADE + KEY + "Sec-WebSocket-Version: -1\r\n",
                           UPGRADE + KEY + KEY + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: " + "a," * 1000 + "\r\n",
                           "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n", "Upgrade: TLS/1.0\r\nConnection: Upgrade\r\n"))
    return f"GET /api/0/live HTTP/1.1\r\n{KNOWN}{lines}\r\n".encode() + chance.randbytes(chance.randrange(100))


def halves():
    """A part of a request: its line, its headers or its body are cut."""
    whole = chance.choice((f"GET /api/runs HTTP/1.1\r\n{KNOWN}\r\n".encode(), f"{POST}Content-Length: {len(BODY)}\r\n\r\n".encode() + BODY))
    return whole[:chance.randrange(1, len(whole) - 3)]  # the end of the headers is 4 bytes


def chunks():
    """A body in chunks, most of them malformed; the server wants a Content-Length."""
    part = chance.choice((b"11\r\n" + BODY + b"\r\n0\r\n\r\n", b"-1\r\n" + BODY, b"FFFFFFFFFFFFFFFF\r\n" + BODY, b"7fffffffffffffff\r\nx", b"\r\n\r\n", b"zz\r\n" + BODY + b"\r\n0\r\n\r\n",
                          b"11;" + b"x=y;" * 2000 + b"\r\n" + BODY, b"1\r\n{", b"0\r\n" + b"X: y\r\n" * 500 + b"\r\n", b"1" * 4000, b"11\n" + BODY + b"\n0\n\n", b"0x11\r\n" + BODY + b"\r\n0\r\n\r\n"))
    more = chance.choice(("", "", f"Content-Length: {len(BODY)}\r\n", f"Content-Length: {1 << 40}\r\n", "Transfer-Encoding: identity\r\n"))
    coding = chance.choice(("chunked", "chunked, chunked", "gzip, chunked", "xchunked", "CHUNKED"))
    return f"{POST}{more}Transfer-Encoding: {coding}\r\n\r\n".encode() + part


def lengths():
    """A body whose length is none, too large, or not what comes."""
    text = chance.choice(("-1", "99999999999999999999", "18446744073709551615", "65537", "0x11", "17abc", "+17", "+-17", "1e3", " ", "9223372036854775807", str(len(BODY) + 1), "17, 18", "17\r\nContent-Length: 18", ""))
    return f"{POST}Content-Length: {text}\r\n\r\n".encode() + BODY


def headers():
    """Headers that are too large, too many, or none."""
    kind = chance.randrange(8)
    lines = (f"X: {'a' * 60000}\r\n", "".join(f"H{i}: {i}\r\n" for i in range(5000)), f"{'N' * 40000}: 1\r\n", f"Cookie: {'triptych=1;' * 6000}\r\n", "A\0B: 1\r\n" + "x" * 40000,
             f"Referer: {chr(255) * 20000}\r\n", ": \r\n" * 10000, "X: a\r\n  folded\r\n" * 4000)[kind]
    return f"GET /api/runs HTTP/1.1\r\n{HOST}{lines}\r\n".encode("latin-1")


def lines():
    """A first line that is none, or an address that is none."""
    address = chance.choice(("/" + "a" * 40000, "/api/../../etc/passwd", "/%00", "//127.0.0.1/", "http://evil.example/", "/api/0/source?file=-1", "/api/99999999999999999999/window", "*", "\\", "/api/0/window?from=" + "9" * 5000,
                             "/api/0/query?" + "q=(&" * 3000, "/api/-1/tables", "/assets/" + "../" * 3000, "/\x7f\x1b[2J", "/api/0/messages?from=%"))
    return chance.choice((f"GET {address} HTTP/1.1\r\n{KNOWN}\r\n", f"GET {address}\r\n\r\n", f"GET  {address}  HTTP/1.1\r\n{HOST}\r\n", f"{'G' * 30000} {address} HTTP/1.1\r\n{KNOWN}\r\n",
                          f"GET {address} HTTP/1.1 HTTP/1.1\r\n{HOST}\r\n", f"gEt {address} HTTP/1.1\r\n{KNOWN}\r\n", f"GET {address} HTTP/{'9' * 3000}\r\n{KNOWN}\r\n")).encode("latin-1")


def noise():
    """Bytes without any sense."""
    return chance.randbytes(chance.randrange(1, 3000)) + chance.choice((b"", b"\r\n\r\n"))


def send(data):
    """Sends what nobody should send; half of the clients hang up with a reset. Returns what comes back."""
    if len(data) % 2:
        return server.raw(data, timeout=20)
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        try:
            connection.sendall(data)
        except OSError:
            pass
    return b""


tap.check(server.is_alive(), "the server answers")
made = {make.__name__: [make() for _ in range(125)] for make in (frames, upgrades, halves, chunks, lengths, headers, lines, noise)}
tap.equal(sum(len(each) for each in made.values()), 1000, "1,000 malformed connections")
for name, each in made.items():
    with concurrent.futures.ThreadPoolExecutor(16) as pool:
        answers = list(pool.map(send, each))
    told = collections.Counter(answer[:12].decode("latin-1") for answer in answers)
    wrong = [(data[:200], answer[:200]) for data, answer in zip(each, answers) if answer and (b" 200 OK\r" in answer or not re.match(rb"HTTP/.*? [45]\d\d [A-Z]", answer, re.DOTALL))]
    tap.check(not wrong, f"{name}: refused, or no answer", "\n".join(map(str, wrong[:5])))
    tap.check(not any(word in answer for answer in answers for word in (b"root:", b"alert(1)", server.token.encode())), f"{name}: nothing is told", told)
    tap.check(server.is_alive(), f"{name}: the server is alive")

# Slow clients: some send a byte now and then, others read none of a large answer
slow = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(100)]
for data in (b"G", b"ET /api/0/tables HT", b"TP/1.1\r\nHo", b"st: "):
    for connection in slow:
        connection.sendall(data)
    tap.check(server.is_alive(), f"100 clients have sent {data!r}, and others are answered")
deaf = [socket.socket() for _ in range(15)]
for connection in deaf:
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    connection.connect(("127.0.0.1", server.port))
    connection.sendall(f"GET /api/0/tables HTTP/1.1\r\n{KNOWN}\r\n".encode())
tap.check(server.is_alive(), "15 clients that do not read their answers, and others are answered")
for connection in slow + deaf:
    connection.close()

# Hostile names, in every answer that has names
for path in ("/api/0/tables", "/api/0/report", "/api/0/query?q=regions", "/api/0/query?q=nodes", "/api/0/show?subject=execution", "/api/0/source?file=0", "/api/0/activities", "/api/runs"):
    status, given, body = server.ask(path)
    text = body.decode("utf-8", "strict")
    json.loads(text)
    tap.check(status == 200 and given["Content-Type"] == "application/json" and given["X-Content-Type-Options"] == "nosniff", f"{path}: JSON that nothing takes for a page", text[:200])
    tap.check(not set(text) & set("\u202e\u2066\u200f\u061c\x1b\0"), f"{path}: no character that turns text around", text[:200])
names = server.json("/api/0/tables")["regions"]["name"]
tap.equal([name for name in (HOSTILE[0], HOSTILE[1], HOSTILE[3], HOSTILE[4], HOSTILE[5]) if name not in names], [], "the other names are there, as they are")
here.triptych("view", "--html", "a.html", "a.tri")
page = here.read("a.html")
tap.check("alert(1)</script>" not in page and "<img src=x" not in page and "\u202e" not in page, "in the page without a server, no name ends the script or begins an element")
tap.equal((server.is_alive(), server.end()), (True, 0), "the server is alive, and ends as it should")
tap.done()
