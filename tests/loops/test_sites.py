"""What is called through pointers, virtually, back, and across libraries stands below the loop in which that call is: by both
engines, and as it is shown."""
import json
import platform

import contexts
import engines
import program
import sites
import tap


def nodes(here, archive):
    """How often what is on which way was called, as the archive's reader tells it."""
    rows = here.triptych("query", "--format", "json", archive, "nodes.map(n -> {row: n.row, parent: n.parent.row, name: n.name, "
                         "type: n.type, number: n.region.number, count: n.visits})").out
    ways, calls = {}, {}
    for row in map(json.loads, rows.splitlines()):
        if row.get("parent") is None:
            ways[row["row"]] = ""
            continue
        is_loop = row["type"] == "LOOP"
        ways[row["row"]] = ways[row["parent"]] + "/" + str(row["number"] if is_loop else row["name"])
        if not is_loop:
            calls[ways[row["row"]][1:]] = row["count"]
    return calls


def check(here, *compiler):
    words, command = " ".join(compiler), sites.build(here, compiler)
    for libs in (None, "libsites.so"):
        name = f"sites.c, {words}" + (", with its library" if libs else "")
        found, same = engines.differences(here, command, "3", libs=libs, check=False)
        tap.check(not found and same[0] > 20, f"{name}: both engines agree on {same[0]} contexts", "\n".join(found[:20]))
        run = engines.natively(here, command, libs=libs)[1]
        found = sites.wrong(contexts.calls(run), libs)
        tap.check(not found, f"{name}: as known by hand", "\n".join(found))
        here.triptych("loops", "-q", "--force", "-o", "sites.tri", *(["--libs", libs] if libs else []), command)
        found = sites.wrong(nodes(here, "sites.tri"), libs)
        tap.check(not found, f"{name}: as it is shown", "\n".join(found))


def check_virtual(here, *compiler):
    here.run(*compiler, "-g", sites.PROGRAMS / "virtual.cpp", "-o", "virtual")
    found, same = engines.differences(here, here / "virtual")
    tap.check(not found and same[0] > 5, f"virtual.cpp, {' '.join(compiler)}: both engines agree", "\n".join(found[:20]))
    found = sites.wrong_virtual(contexts.calls(engines.natively(here, here / "virtual")[1]))
    tap.check(not found, f"virtual.cpp, {' '.join(compiler)}: as known by hand", "\n".join(found))


def check_changing(here, *compiler):
    """A pointer that another thread changes: each function is below the loop with the call, and nothing below another function."""
    here.run(*compiler, sites.PROGRAMS / "changing.c", "-o", "changing", "-lpthread")
    found = contexts.calls(engines.natively(here, here / "changing")[1])
    way, chosen = "main/call_all/1/", ("first", "second")
    counts = {name: found.pop(way + name, 0) for name in chosen}
    below = {name: found.pop(f"{way}{name}/below_{name}", 0) for name in chosen}
    others = [name for name in found if name.startswith(way)]
    tap.check(sum(counts.values()) == 3000000 and below == counts and not others,
              f"changing.c, {' '.join(compiler)}: what a pointer leads to at the last moment is called", f"{counts} {below} {others}")


def check_labels(here, *compiler):
    """Direct calls of a leaf by a function whose jumps are not all known."""
    here.run(*compiler, "-g", sites.PROGRAMS / "labels.c", "-o", "labels")
    words = f"labels.c, {' '.join(compiler)}"
    found, _ = engines.differences(here, here / "labels")
    tap.check(not found, f"{words}: both engines agree", "\n".join(found))
    for engine in ("native", "valgrind"):
        found = sites.wrong_labels(contexts.Run(here / f"{engine}.tri"), platform.machine())
        tap.check(not found, f"{words}, {engine}: as known by hand", "\n".join(found))


def main():
    if program.SANITIZED:
        tap.skip_all("sanitizers have calls of their own")
    if not engines.have_native() or not engines.have_valgrind():
        tap.skip_all("both engines are needed")
    here = program.folder()
    check(here, "gcc", "-O0")
    check(here, "gcc", "-O1")
    check_labels(here, "gcc", "-O0")
    check_changing(here, "gcc", "-O1")
    check_changing(here, "gcc", "-O1", "-DFIXED")
    if program.have("clang"):
        check(here, "clang", "-O1")
        check_labels(here, "clang", "-O0")
    if program.have("g++"):
        check_virtual(here, "g++", "-O1")
    tap.done()


main()
