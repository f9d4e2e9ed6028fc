"""Functions with any number of arguments get all of them, in registers and on the stack, where acts before their calls are recorded."""
import json

import program
import tap

if program.SANITIZED:
    tap.skip_all("programs with a sanitizer cannot be preloaded")

here = program.folder()
CALLS = 100
here.write("more.vocabulary", """
vocabulary more
library libmore.so
place more_self()
int more_self(void)
double more_sum(int box, int count, ...)
    before send to 0, tag box, bytes count when count % 2 == 0
""")
here.write("more.c", """
#include <stdarg.h>
#define KEEP __attribute__((noinline, noclone, used, aligned(16)))
KEEP double more_sum(int box, int count, ...)
{
    va_list all;
    double sum = box;
    va_start(all, count);
    for (int i = 0; i < count; i++)
        sum += (i + 1) * (va_arg(all, int) + 2 * va_arg(all, double));
    va_end(all);
    return sum;
}
KEEP int more_self(void) { return 0; }
""")
here.write("main.c", f"""
#include <stdio.h>
double more_sum(int box, int count, ...);
int main(void)
{{
    double sum = 0;
    for (int i = 0; i < {CALLS}; i++) {{
        sum += more_sum(i, 0) + more_sum(i, 2, i, i + 0.5, 3, 4.5) + more_sum(i, 3, 1, 2.0, 3, 4.0, i, 6.5);
        sum += more_sum(i, 12, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5, 5.5, 6, 6.5, 7, 7.5, 8, 8.5, 9, 9.5, 10, i + 0.5, i, 11.5, i, i + 1.5);
    }}
    printf("%.17g\\n", sum);
    return 0;
}}
""")
here.run(program.CC, "-O1", "-fPIC", "-shared", "-Wl,-soname,libmore.so", "more.c", "-o", "libmore.so")
here.run(program.CC, "-O1", "main.c", "-L.", "-lmore", "-o", "linked")
here.run(program.CC, "-O1", "main.c", "more.c", "-o", "whole")
ENV = {"LD_LIBRARY_PATH": "."}
native = here.run("./linked", env=ENV).out
for name in "linked", "whole":
    for options in (), ("--events",):
        what = f"{name}, {'events' if options else 'profile'}"
        ended = here.triptych("run", "-o", "a.tri", "--force", *options, "--vocabulary", "./more.vocabulary", f"./{name}", env=ENV)
        tap.equal(ended.out, native, f"{what}: the function gets its arguments")
        rows = [json.loads(line) for line in here.triptych("query", "a.tri", "nodes", "--format", "json").out.splitlines()]
        tap.equal((sum(row["visits"] for row in rows if row["name"] == "more_sum"), sum(row["bytes"] or 0 for row in rows if row["name"] == "more_sum")),
                  (4 * CALLS, (2 + 12) * CALLS), f"{what}: visits and bytes")
    messages = [json.loads(line) for line in here.triptych("query", "a.tri", "messages", "--format", "json").out.splitlines()]
    tap.equal([(row["tag"], row["bytes"] or 0) for row in messages], [(i, size) for i in range(CALLS) for size in (0, 2, 12)], f"{name}: messages")
tap.done()
