"""longjmp, signal handlers, threads that are cancelled or still run, fork, exec, vfork, dlopen: counts stay right."""
import measured
import program
import tap

here = program.folder()

measured.build(here, "jumps")
archive = measured.run(here, "jumps")
counts = [archive.count(name) for name in ("main", "landed", "unseen", "inner", "thrower", "after")]
tap.equal(counts, [1, 1, 20, 30, 30, 11], "longjmp: all counts")
tap.equal(sorted(node.path() for node in archive.nodes("after")), ["main/after", "main/landed//after"],
          "longjmp: what comes after it stands where it belongs")
tap.equal(archive.sum("trips", "", "loop"), 10, "longjmp: trips of the loop around it")
tap.equal(archive.sum("left", "thrower"), 30, "longjmp: visits that were jumped out of are marked")

measured.build(here, "signals")
for number, stack in ((1, "0"), (2, "1")):
    archive = measured.run(here, "signals", stack, archive="signals.tri" if number == 1 else "signals.2.tri")
    handled, calls, shared = (int(word) for word in archive.result.out.split())
    where = "its own stack" if stack == "1" else "the program's stack"
    tap.equal(archive.count("handler"), handled, f"signal handler on {where}: every visit is counted")
    tap.equal(archive.count("work"), calls * 21, f"signal handler on {where}: the program's own counts are right")
    tap.equal(archive.count("shared"), shared, f"signal handler on {where}: and those of a routine that both call")

measured.build(here, "threads")
# pthread_cancel leaves frames that the sanitizers still believe in
for number, how in enumerate(("exit", "run") if program.SANITIZED else ("exit", "cancel", "run"), 1):
    archive = measured.run(here, "threads", 1, 8, how, archive="threads.tri" if number == 1 else f"threads.{number}.tri")
    tap.equal([archive.count("body"), archive.count("leaf"), archive.sum("trips", "", "loop")], [8, 36, 36],
              f"threads ended by {how}: all counts")
    tap.equal(archive.open_paths(), ["body"] * 8 if how == "run" else [], f"threads ended by {how}: open regions")

measured.build(here, "processes")
archive = measured.run(here, "processes", "fork")
tap.equal(len(archive.places), 4, "fork: each child is a place of its own")
tap.equal([archive.count(name) for name in ("main", "outer", "inner")], [1, 1, 1], "fork: nothing is counted twice")
tap.equal([sum(node.count for node in place.nodes if node.region.name == "child") for place in archive.places],
          [0, 2, 3, 4], "fork: a child counts what it does itself")
tap.equal(archive.count("parent"), 3, "fork: and the parent what it does")
tap.equal(sorted({node.path() for node in archive.nodes("child")}), ["main/outer/child", "main/outer/inner/child"],
          "fork: call paths go on in the child")
tap.equal(archive.open_paths(), [], "fork: the child leaves what it inherited")
tap.equal([place.parent_place for place in archive.places], [-1, 0, 0, 0], "fork: a child knows its parent")

(here / "exec.tri").mkdir()
archive = measured.run(here, "processes", "exec", env={"TRIPTYCH_ARCHIVE": here / "exec.tri"}, archive="exec.tri")
tap.equal([archive.count("main"), archive.count("again")], [2, 1], "exec: both programs are in the archive")
first, second = archive.places
tap.equal((first.pid, first.process_start), (second.pid, second.process_start), "exec: as one process")

archive = measured.run(here, "processes", "vfork", archive="processes.2.tri")
tap.equal([archive.count("main"), archive.count("parent")], [1, 1], "vfork and system: counts")
if not program.SANITIZED:  # ThreadSanitizer makes a fork of it
    tap.equal(len(archive.places), 1, "vfork and system: no place for who never runs the program")

here.run(program.CC, *measured.flags(), "-fPIC", "-shared", measured.HERE / "programs" / "plugin.c", "-o", "plugin.so",
         *measured.link())
measured.build(here, "host")
archive = measured.run(here, "host")
tap.equal(archive.count("plugin_call"), 15, "dlopen, dlclose and dlopen again")

for number in (1, 2, 3):
    text = (measured.HERE / "programs" / "plugin.c").read_text().replace("plugin_call", f"plugin{number}_call")
    here.write(f"plugin{number}.c", text)
    here.run(program.CC, *measured.flags(), "-fPIC", "-shared", f"plugin{number}.c", "-o", f"plugin{number}.so", *measured.link())
here.write("three.c", """
#include <dlfcn.h>
#include <stdio.h>
int main(void)
{
    for (int i = 0; i < 90; i++) {
        char file[32], name[32];
        snprintf(file, sizeof file, "./plugin%d.so", i % 3 + 1);
        snprintf(name, sizeof name, "plugin%d_call", i % 3 + 1);
        void *plugin = dlopen(file, RTLD_NOW);
        void (*call)(void) = (void (*)(void))dlsym(plugin, name);
        call();
        dlclose(plugin);
    }
    return 0;
}
""")
here.run(program.CC, *measured.flags(), "three.c", "-o", "three", *measured.link())
archive = measured.run(here, "three")
tap.equal([archive.count(f"plugin{number}_call") for number in (1, 2, 3)], [30, 30, 30],
          "libraries that take each other's place in memory keep their names")

measured.build(here, "io")
archive = measured.run(here, "io")
sums = {name: (archive.count(name, "io"), archive.sum("bytes", name, "io")) for name in
        ("fopen", "fprintf", "fgets", "fclose", "open", "write", "close", "bad write", "printf")}
tap.equal(sums, {"fopen": (2, 0), "fprintf": (30, 60), "fgets": (32, 60), "fclose": (2, 0), "open": (1, 0),
                 "write": (5, 40), "close": (1, 0), "bad write": (1, 0), "printf": (1, 7)}, "I/O: times and bytes")
files = {(node.parent.region.name, node.region.name): (node.count, node.bytes) for place in archive.places
         for node in place.nodes if node.region.kind == 5}
tap.equal(files[("fprintf", "one.txt")], (10, 20), "I/O: by file")
tap.equal(files[("fprintf", "two.txt")], (20, 40), "I/O: a descriptor that is used again is another file")
tap.equal(files[("write", "three.txt")], (5, 40), "I/O: POSIX, too")
tap.equal(files[("bad write", "(not open)")], (1, 0), "I/O: a failed call has no bytes")
tap.equal(files[("printf", "stdout")], (1, 7), "I/O: standard output")
tap.done()
