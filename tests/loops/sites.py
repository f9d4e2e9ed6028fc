"""sites.py: calls of programs/sites.c, labels.c and virtual.cpp, as known by hand; only the call itself can tell their loop."""
import contexts
import program

PROGRAMS = program.SOURCE / "tests" / "loops" / "programs"
POINTERS = {
    "main/pointers/1/leaf": 5,
    "main/pointers/2/deep": 10,
    "main/pointers/2/deep/leaf": 20,
    "main/pointers/2/3/leaf": 30,
    "main/pointers/deep": 1,
    "main/again/2/leaf": 45,
    "main/leave/1/jump": 3,
    "main/leave/2/leaf": 4,
    "main/leave/deep": 1,
}
LIBRARY = {  # it is counted
    "main/library/library_sum": 1,
    "main/library/1/library_sum": 6,
    "main/library/2/library_both": 2,
    "main/library/2/library_both/deep": 2,
    "main/library/2/library_both/leaf": 2,
    "main/again/1/library_both": 30,
    "main/again/1/library_both/between": 30,
    "main/again/1/library_both/deep": 30,
}
CALLBACKS = {  # it is not
    "main/library/2/deep": 2,
    "main/library/2/leaf": 2,
    "main/again/1/between": 30,
    "main/again/1/deep": 30,
}
SORTS = ["main/sort/compare", "main/sort/1/compare", "main/sort/2/3/compare"]
LABELS = {"aarch64": [7], "x86_64": [3, 4]}  # of labels.c's leaf, by place: aarch64 knows their loop only
VIRTUAL = {"/1/Square": 3, "/2/Bad": 5, "/2/Square": 2}  # two of these where exceptions are caught


def build(here, compiler, *options):
    here.run(*compiler, *options, "-g", "-shared", "-fPIC", PROGRAMS / "sites_library.c", "-o", "libsites.so")
    here.run(*compiler, *options, "-g", PROGRAMS / "sites.c", "-L.", "-lsites", f"-Wl,-rpath,{here}", "-o", "sites")
    return here / "sites"


def wrong(calls, counts_library):
    """What is not as expected, as lines."""
    expected = {**POINTERS, **(LIBRARY if counts_library else CALLBACKS)}
    found = [f"{way}: {calls.get(way)} calls, not {count}" for way, count in expected.items() if calls.get(way) != count]
    names = {way.rsplit("/", 1)[1] for way in expected}
    found += [f"{way}: nobody calls that there" for way in calls
              if way.startswith(("main/pointers", "main/library/", "main/again/", "main/leave/")) and way not in expected
              and way.rsplit("/", 1)[1] in names - {"leaf"}]
    sorts = [calls.get(way, 0) for way in SORTS]
    if not (0 < sorts[0] and sorts[1] % 4 == 0 and sorts[1] * 10 == sorts[2] * 4 and
            sum(sorts) == sum(count for way, count in calls.items() if way.endswith("/compare"))):
        found.append(f"compare: {sorts} calls")
    return found


def wrong_virtual(calls):
    """The same of virtual.cpp; names are those of the linker."""
    found = {}
    for way, count in calls.items():
        for end in VIRTUAL:
            above, _, name = way.rpartition("/")
            loop, kind = end[1:].split("/")
            if above.endswith(f"/{loop}") and "measure" in above and kind in name:
                found[end] = found.get(end, 0) + count
    return [] if found == VIRTUAL else [f"{found}, not {VIRTUAL}"]


def wrong_labels(run, machine):
    """The same of labels.c, counted on a machine."""
    found = sorted(context.taken[0] for context in run.contexts().values() if context.path() == "root/main/jumps/leaf")
    total = contexts.calls(run).get("main/jumps/1/leaf")
    return [] if found == LABELS[machine] and total == 7 else [f"{found}, not {LABELS[machine]}; {total} calls in the loop"]
