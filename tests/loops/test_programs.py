"""Programs that everybody has, and Triptych itself, do the same with their loops counted: output, messages and exit status."""
import struct

import engines
import program
import tap

if program.SANITIZED or not engines.have_native():
    tap.skip_all("sanitizers have calls of their own" if program.SANITIZED else "not on this machine")
here = program.folder()
SHELL = """
f() { [ $1 -gt 0 ] && f $(($1 - 1)); }
for i in $(seq 1 60); do case $((i * i % 7)) in 1) a=${a}b;; 2) a=c;; esac; done
f 30; echo $a ${a//b/z} {a..c}{1..3}; printf '%s %05d %x\\n' word 42 255
trap 'echo bye' EXIT; trap 'echo usr1' USR1; kill -USR1 $$; (exit 3); echo $?
declare -A m; m[x]=1; echo ${m[x]}; [[ abc =~ b(.) ]] && echo ${BASH_REMATCH[1]}; ls / | sort | head -3; cat <<< here; no-such-command
exit 4
"""
SQL = """
create table t(a, b);
with recursive c(x) as (select 1 union all select x + 1 from c where x < 500) insert into t select x, x * x % 17 from c;
create index i on t(b); select b, count(*), sum(a) from t group by b order by 2, 1;
select count(*) from t x join t y on x.b = y.b where x.a < 50; select json_array(1, 2), printf('%.3f', 3.14159); select nothing;
"""
PYTHON = """
import asyncio, decimal, hashlib, json, re, subprocess, sys, threading, zlib
print(sum(i * i for i in range(1000)), hashlib.sha256(b"x").hexdigest(), zlib.crc32(b"abc"), decimal.Decimal(1) / 7)
print(re.sub(r"(\\w+) (\\w+)", r"\\2 \\1", "hello world"), json.dumps({"a": [1, 2.5]}))
def f(n): return n if n < 2 else f(n - 1) + f(n - 2)
print(f(12))
def r(): r()
try: r()
except RecursionError: print("too deep")
threads = [threading.Thread(target=lambda: sum(range(1000))) for _ in range(3)]
for thread in threads: thread.start()
for thread in threads: thread.join()
print(subprocess.run(["echo", "hi"], capture_output=True).stdout)
async def g(): await asyncio.sleep(0.001); return 3
print(asyncio.run(g()))
sys.exit("enough")
"""


def contexts_made(archive):
    """Records of all contexts that there are; those of large programs take long to read as a whole."""
    return sum(struct.unpack_from("<Q", file.read_bytes()[:24], 16)[0] for file in archive.glob("places/*/loops-*"))


def same(how, *command, status=0):
    archive = here / f"{len(list(here.path.glob('*.tri')))}.tri"
    alone = here.run(*command, check=False)
    result = here.run(*command, check=False, env={"TRIPTYCH_ARCHIVE": archive, "TRIPTYCH_LOOPS": engines.PLANNER,
                                                  "LD_PRELOAD": engines.LIBRARY})
    tap.equal((result.status, result.out, result.err), (alone.status, alone.out, alone.err), f"{how} does what it does alone")
    tap.equal(alone.status, status, f"{how}: exit status")
    tap.check(contexts_made(archive) > 2, f"{how}: something was counted")


def try_program(name, *words, status):
    if program.have(name):
        same(name, name, *words, status=status)
    else:
        tap.skip(name, "it is not installed")


try_program("bash", "-c", SHELL, status=4)
try_program("sqlite3", ":memory:", SQL, status=1)
python = next((path for path in ("/usr/bin/python3", "/usr/local/bin/python3") if program.have(path)), "python3")
try_program(python, "-c", PYTHON, status=1)
try_program("perl", "-e", 'my %h; $h{$_ % 13} .= "x" for 1 .. 500; print map { "$_:" . length $h{$_} } sort keys %h; eval { die "oops\\n" }; '
            'print $@; fork or exit 3; wait; exit $? >> 8', status=3)
try_program("awk", "BEGIN { for (i = 0; i < 500; i++) { s += sin(i); a[i % 7] = a[i % 7] i } print s, length(a[3]); exit 2 }", status=2)
if program.have("gfortran"):
    here.run("gfortran", "-O2", program.SOURCE / "tests" / "loops" / "programs" / "matrix.f90", "-o", "matrix")
    same("a Fortran program", "./matrix", status=3)
else:
    tap.skip("a Fortran program", "gfortran is not installed")
same("triptych", program.TRIPTYCH, "loops", "--static", engines.PLANNER)
same("triptych that fails", program.TRIPTYCH, "report", "nothing.tri", status=1)
tap.done()
