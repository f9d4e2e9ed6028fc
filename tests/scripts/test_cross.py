"""The other machine: files that depend on the machine compile for it; scripts/cross builds the library of probes, which QEMU runs."""
import platform
import re

import program
import tap

MACHINE = {"aarch64": "x86_64", "x86_64": "aarch64"}.get(platform.machine(), "")
GCC, QEMU = f"{MACHINE}-linux-gnu-gcc", f"qemu-{MACHINE}"
if not MACHINE or not program.have(GCC) or not program.have(QEMU):
    tap.skip_all(f"no {GCC} or no {QEMU}")
here = program.folder()
script = program.SOURCE / "scripts" / "cross"

depending = [file for file in sorted((program.SOURCE / "src").rglob("*.c")) if re.search("__aarch64__|__x86_64__", file.read_text())]
compiled = here.run(GCC, "-std=gnu17", "-D_GNU_SOURCE", '-DTRIPTYCH_VERSION=""', "-Wall", "-Wextra", "-Werror", "-fsyntax-only",
                    f"-I{program.SOURCE}/src", f"-I{program.SOURCE}/include", "-idirafter", "/usr/include", *depending, check=False)
tap.check(len(depending) > 20 and not compiled.status, "files that depend on the machine compile for the other one", compiled)

(here / "nest.c").write_text("int sum;\nstatic void inner(int n) { for (int i = 0; i < n; i++) sum += i; }\n"
                             "int main(void) { for (int i = 0; i < 10; i++) inner(i); return sum != 120; }\n")
built = here.run(script, GCC, "lib", "-O0")
tap.check("lib/libtriptych.so is built" in built.out and f"{GCC} -I" in built.out, "it says what it made, and how to try it", built)
here.triptych("instrument", "-o", "probed", "nest.c")
here.run(GCC, f"-I{program.SOURCE}/include", "probed/nest.c", "-o", "nest", "-Llib", "-ltriptych", "-lpthread")
here.run(QEMU, "-L", f"/usr/{MACHINE}-linux-gnu", "-E", "LD_LIBRARY_PATH=lib", "./nest")
found = {(row["routine"], row["trips"], row["visits"]) for row in here.report("nest.tri", "--loops")["loops"]}
tap.equal(sorted(found), [("inner", 45, 10), ("main", 10, 1)], "the trips of a program on the other machine are read here")
(here / "bad.h").write_text("#error no\n")
bad = here.run(script, GCC, "other", "-include", "bad.h", check=False)
tap.check(bad.status == 1 and "files do not compile" in bad.err and not (here / "other" / "libtriptych.so").exists(), "failure is said", bad)
tap.done()
