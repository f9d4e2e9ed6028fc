"""Directives in headers: those beside the source, in folders of -I, and included by other headers, of several units of one program."""
import json

import program
import tap

here = program.folder()
here.write("include/places_of_ours.h", "#pragma once\n#include <triptych/places.h>\n#define NEXT ((tri_here() + 1) % tri_places())\n")
here.write("include/tools/deep.h", """#ifndef DEEP_H
#define DEEP_H
#include "../places_of_ours.h"
#include "scale.h"
static inline long twice_there(long x)
{
    long result = 0;
#pragma tri at(NEXT) reduction(+ : result)
    result += x * SCALE;
    return result;
}
#endif
""")
here.write("include/tools/scale.h", "#define SCALE 2\n")
here.write("sums.h", """#pragma once
#include <tools/deep.h>
static long total;

static inline long add_everywhere(int n)
{
    long all = 0;
#pragma tri finish
    for (int i = 0; i < n; i++)
#pragma tri async at(i % tri_places()) reduction(+ : all)
    {
#pragma tri atomic
        total += i;
        all += twice_there(i);
    }
    return all;
}
""")
here.write("other.h", '#pragma once\n#include "sums.h"\nlong other(int n);\n')
here.write("other.c", '#include "other.h"\n#include "sums.h"\nlong other(int n)\n{\n    return add_everywhere(n) + __LINE__;\n}\n')
here.write("where.c", '#include "places_of_ours.h"\nint where(void)\n{\n    return tri_here();\n}\n')
here.write("main.c", """#include "other.h"
#include "sums.h"
#include <stdio.h>
#include <string.h>
extern int where(void);
int main(void)
{
    long both = 0;
    for (int p = 0; p < tri_places(); p++)
#pragma tri at(p) reduction(+ : both)
        both += total + (where() != tri_here());
    printf("%ld %ld %ld %s:%d\\n", add_everywhere(10), other(20), both, __FILE__, __LINE__);
    return 0;
}
""")
SOURCES = ["main.c", "other.c", "where.c"]
here.run(program.CC, "-w", "-Iinclude", f"-I{program.SOURCE / 'include'}", *SOURCES, "-o", "sequential")
expected = here.run("./sequential").out
for compiler in ("gcc", "clang"):
    if not program.have(compiler):
        tap.skip(compiler, "not installed")
        continue
    built = here.triptych("cc", compiler, "-g", "-Wall", "-Wno-unused", *program.CFLAGS, "-I", "include", *SOURCES, "-o", compiler)
    tap.equal(built.err, "", f"{compiler}: compiled without a message")
    for places in (1, 2, 4):
        result = here.run(f"./{compiler}", check=False, env={"TRI_PLACES": str(places), "TRI_COUNTS": "1"})
        wanted = f"triptych: async 30, at {30 + 30 + places}, finish 2, atomic 30\n"
        tap.equal((result.status, result.out, result.err), (0, expected, wanted), f"{compiler}: {places} places: headers of two units are translated in both")

here.write("chosen/a.h", "#pragma once\n#include <triptych/places.h>\nstatic long a(void)\n{\n    long all = 0;\n    for (int p = 0; p < tri_places(); p++)\n#pragma tri at(p) reduction(+ : all)\n        all += tri_here() + 1;\n    return all;\n}\n")
here.write("chosen/b.h", '#error "the other header was chosen"\n')
here.write("forced.h", '#ifndef FORCED\n#define FORCED\n#include "config.h"\n#include HEADER\n#include <stdio.h>\n#define MORE \\\n    "config.h"\n#include MORE\n#endif\n')
here.write("config.h", '#ifdef B\n#define HEADER <chosen/b.h>\n#else\n#define HEADER <chosen/a.h>\n#endif\n')
here.write("computed.c", '#include "config.h"\n#include <stdio.h>\n#include \\\n    HEADER\nint main(void)\n{\n    printf("%ld %d\\n", a(), __LINE__);\n    return 0;\n}\n')
here.write("plain.c", '#include "forced.h"\nint main(void)\n{\n    printf("%ld %d\\n", a(), __LINE__);\n    return 0;\n}\n')
for compiler in ("gcc", "clang"):
    for name, line, options in (("computed", 7, ()), ("plain", 4, ("-include", "forced.h")), ("plain", 4, ("-include", "config.h", "-include", "forced.h"))):
        if not program.have(compiler):
            tap.skip(f"{compiler}: {name}", "not installed")
            continue
        built = here.triptych("cc", compiler, "-g", "-Wall", *program.CFLAGS, "-I.", "-MD", "-MF", "x.d", *options, f"{name}.c", "-o", name)
        result = here.run(f"./{name}", check=False, env={"TRI_PLACES": "3", "TRI_COUNTS": "1"})
        way = "by -include" if options else "by a macro"
        tap.equal((built.err, result.status, result.out, result.err), ("", 0, f"6 {line}\n", "triptych: async 0, at 3, finish 0, atomic 0\n"), f"{compiler}: a header that is included {way} is translated")
        tap.check("a.h" in here.read("x.d") and ("forced.h" in here.read("x.d") or not options), "and is a dependency", here.read("x.d"))

here.triptych("cc", program.CC, "-g", *program.CFLAGS, "-MD", "-MF", "main.d", "-c", "-Iinclude", "main.c", "-o", "main.o")
tap.contains(here.read("main.d"), "sums.h", "dependencies name the headers")
tap.check("/flat/" not in here.read("main.d"), "and no others", here.read("main.d"))

here.run(program.TRIPTYCH, "run", "-q", "--events=tasks,sync,comm", "-o", "h.tri", f"./{program.CC}", env={"TRI_PLACES": "2"}) if (here / program.CC).exists() else None
if (here / "h.tri").exists():
    report = json.loads(here.run(program.TRIPTYCH, "report", "--moves", "--format", "json", "h.tri").out)
    rows = sorted((row["routine"], row["line"], row["moves"]) for row in report["moves"] if row["file"].endswith(".h"))
    tap.equal(rows, [("add_everywhere", 10, 30), ("twice_there", 8, 30)], "moves are at the lines of the headers")

here.write("bad.h", "static inline void f(int *p)\n{\n#pragma tri at(0)\n    p[0]++;\n}\n")
here.write("bad.c", '#include "bad.h"\nint main(void)\n{\n    return 0;\n}\n')
result = here.triptych("cc", program.CC, "-c", "bad.c", check=False)
tap.check(result.status == 1 and result.err.startswith("bad.h:4:5: error: the pointer `p` leads nowhere at another place"), "errors name the header and its line", result)

here.write("round.h", '#ifndef ROUND_H\n#define ROUND_H\n#include "back.h"\nstatic inline void g(void)\n{\n#pragma tri finish\n    ;\n}\n#endif\n')
here.write("back.h", '#ifndef BACK_H\n#define BACK_H\n#include "round.h"\nstatic inline void h(void)\n{\n#pragma tri finish\n    ;\n}\n#endif\n')
here.write("round.c", '#include "back.h"\n#include "round.h"\nint main(void)\n{\n    g();\n    h();\n    return 0;\n}\n')
here.triptych("cc", program.CC, *program.CFLAGS, "round.c", "-o", "round")
tap.equal(here.run("./round", env={"TRI_COUNTS": "1"}).err, "triptych: async 0, at 0, finish 2, atomic 0\n", "headers that include each other")

# Each header includes all before it: guards are obeyed, so that the text does not double with each of them.
LAYERS = 24
here.write("layer0.h", "#pragma once\nstatic inline int layer0(void)\n{\n#pragma tri finish\n    ;\n    return 1;\n}\n")
for i in range(1, LAYERS):
    guard = "#if !defined(LAYER%d) /* a\n comment */" if i % 2 else "#ifndef LAYER%d"
    inside = "".join(f'#include "layer{k}.h"\n' for k in range(i))
    here.write(f"layer{i}.h", f"/* a layer */\n{guard % i}\n#define LAYER{i}\n{inside}static inline int layer{i}(void)\n{{\n    return layer{i - 1}() + 1;\n}}\n#endif\n")
here.write("layers.c", f"""/* To be used by:
#include "layer1.h"
*/
#include <stdio.h>
#if 0
#include "layer2.h"
#else
#include "layer3.h" /* a comment that
goes on */
#endif
#ifdef LAYER3
#include "layer{LAYERS - 1}.h"
#endif
#include "layer{LAYERS - 1}.h"
int main(void)
{{
    printf("%d %d\\n", layer{LAYERS - 1}(), __LINE__);
    return 0;
}}
""")
here.triptych("cc", program.CC, *program.CFLAGS, "layers.c", "-o", "layers")
result = here.run("./layers", env={"TRI_COUNTS": "1"})
tap.equal((result.out, result.err), (f"{LAYERS} 17\n", "triptych: async 0, at 0, finish 1, atomic 0\n"),
          "headers with guards, in layers, in conditions and in comments")
tap.done()
