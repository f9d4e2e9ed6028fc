"""embed_page.py: builds the page with Vite, where its sources have changed, and writes its files, compressed, as C.

embed_page.py WEB OUTPUT DEPFILE: WEB/dist is shared by all builds of one source tree; a hash of the sources tells whether it is up to date."""
import base64
import fcntl
import gzip
import hashlib
import pathlib
import re
import subprocess
import sys

TYPES = {".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8",
         ".svg": "image/svg+xml", ".png": "image/png", ".woff2": "font/woff2", ".json": "application/json"}


def sources(web):
    """The files that the page is made from."""
    single = ["index.html", "package.json", "package-lock.json", "tsconfig.json", "vite.config.ts"]
    below = sorted(file for folder in ("src", "public") for file in (web / folder).rglob("*") if file.is_file())
    return [web / name for name in single if (web / name).exists()] + below


def digest(files):
    """A hash of names and contents."""
    whole = hashlib.sha256()
    for file in files:
        whole.update(f"{file.name}\0".encode() + file.read_bytes() + b"\0")
    return whole.hexdigest()


def build(web, files):
    """Runs Vite unless dist/ was made from these very files."""
    dist, now = web / "dist", digest(files)
    mark = web / "dist.hash"
    with open(web / "dist.lock", "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if mark.exists() and mark.read_text(encoding="utf-8") == now and (dist / "index.html").exists():
            return dist
        mark.unlink(missing_ok=True)
        made = subprocess.run(["node", "node_modules/vite/bin/vite.js", "build", "--logLevel", "warn"], cwd=web,
                              capture_output=True, text=True)
        if made.returncode:
            sys.exit(f"the page cannot be built:\n{made.stdout}{made.stderr}")
        mark.write_text(now, encoding="utf-8")
    return dist


def array(name, data):
    """The lines of a C array, which ends with a zero byte that is not counted in the data."""
    rows = [",".join(map(str, data[at:at + 32])) + "," for at in range(0, len(data), 32)]
    return [f"static const unsigned char {name}[] = {{", *rows, "0};", ""]


def allowed(text):
    """How a Content-Security-Policy names one script or style."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def standalone(dist):
    """The page as one file, in two parts: the data comes between them. Nothing but its own script and style can run, and it loads nothing."""
    page = (dist / "index.html").read_text(encoding="utf-8")
    script = "".join((dist / name).read_text(encoding="utf-8") for name in re.findall(r'<script[^>]* src="\./([^"]+)"', page))
    style = "".join((dist / name).read_text(encoding="utf-8") for name in re.findall(r'<link rel="stylesheet"[^>]* href="\./([^"]+)"', page))
    script = script.replace("</script", "<\\/script").replace("<!--", "<\\!--")
    policy = f"default-src 'none'; script-src {allowed(script)}; style-src {allowed(style)}; img-src data: blob:; base-uri 'none'; form-action 'none'"
    head = ('<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
            f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n<meta name="color-scheme" content="light dark">\n'
            f'<title>Triptych</title>\n<style>{style}</style>\n</head>\n<body>\n'
            '<div id="page"><p class="starting">The page is starting. It needs JavaScript.</p></div>\n'
            '<script type="application/json" id="triptych-data">')
    return head, f'</script>\n<script type="module">{script}</script>\n</body>\n</html>\n'


def write(dist, output):
    """Writes the files as C arrays, and a table of them."""
    lines, rows = ["/* Made by embed_page.py from the files of the page. */", '#include "serve/files.h"', ""], []
    for number, file in enumerate(sorted(dist.rglob("*"))):
        kind = TYPES.get(file.suffix)
        if not file.is_file() or not kind:
            continue
        data = gzip.compress(file.read_bytes(), 9, mtime=0)
        lines += array(f"file_{number}", data)
        rows.append(f'    {{"/{file.relative_to(dist)}", "{kind}", file_{number}, sizeof file_{number} - 1}},')
    lines += ["const struct serve_file serve_page[] = {", *rows, "    {0},", "};", ""]
    head, tail = standalone(dist)
    lines += array("head", head.encode()) + array("tail", tail.encode())
    lines += ["const struct serve_standalone serve_standalone = {(const char *)head, (const char *)tail};", ""]
    pathlib.Path(output).write_text("\n".join(lines), encoding="utf-8")


def main():
    web, output, depfile = pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[3]
    files = sources(web)
    write(build(web, files), output)
    names = " ".join(str(file).replace(" ", "\\ ") for file in files)
    pathlib.Path(depfile).write_text(f"{output}: {names}\n", encoding="utf-8")


main()
