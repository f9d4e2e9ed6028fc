"""Described functions of libraries that a program loads privately, several of which have one name, and unloads again: each call reaches its own."""
import json

import program
import tap

if program.SANITIZED:
    tap.skip_all("programs with a sanitizer cannot be preloaded")

here = program.folder()
here.write("plugin.c", """
static int calls;
__attribute__((destructor)) static void end(void) { calls = -1000; }
int plugin_step(int n) { return FACTOR * n + calls++; }
int plugin_part(int n) { return n; }
int work(int n) { int sum = 0; while (n > 0) sum += plugin_step(n--) + plugin_part(n); return sum; }
""")
here.write("main.c", """
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
static int use(void *library, int n) { return ((int (*)(int))dlsym(library, "work"))(n); }
int main(void)
{
    void *one = dlopen("./one.so", RTLD_NOW | RTLD_LOCAL), *two = dlopen("./two.so", RTLD_NOW | RTLD_LOCAL);
    errno = 77;
    printf("%d %d %d\\n", use(one, 3), use(two, 3), errno);
    for (int i = 0; i < 3; i++) { /* its variables begin anew each time */
        dlclose(one);
        one = dlopen(i == 1 ? "./two.so" : "./one.so", RTLD_NOW | RTLD_LOCAL);
        printf("%d\\n", use(one, 2));
    }
    return 0;
}
""")
here.write("plugin.vocabulary", "vocabulary plugin\nint plugin_step(int n)\n    visit bytes n\nint plugin_part(int n)\n    region\n")
for name, factor in (("one", 10), ("two", 100)):
    here.run(program.CC, "-O1", "-g", "-shared", "-fPIC", f"-DFACTOR={factor}", "plugin.c", "-o", f"{name}.so")
here.run(program.CC, "-O1", "main.c", "-o", "main", "-ldl")
native = here.run("./main")
ran = here.triptych("run", "--quiet", "-o", "a.tri", "--vocabulary", "./plugin.vocabulary", "./main")
tap.equal((ran.out, ran.err), (native.out, ""), "the program does the same")
found = [json.loads(line) for line in here.triptych("query", "a.tri", 'nodes.filter(n -> n.name == "plugin_step")', "--format", "json").out.splitlines()]
tap.equal((sum(row["visits"] for row in found), sum(row["bytes"] for row in found)), (3 + 3 + 3 * 2, 6 + 6 + 3 * 3), "every call, by hand count")
found = [json.loads(line) for line in here.triptych("query", "a.tri", 'nodes.filter(n -> n.name == "plugin_part")', "--format", "json").out.splitlines()]
tap.equal(sum(row["visits"] for row in found), 3 + 3 + 3 * 2, "the same for functions that are regions")
tap.done()
