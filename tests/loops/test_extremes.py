"""The fewest and most trips of a visit: as known by hand, and the same by both engines, in optimised code too."""
import engines
import program
import tap
from extremes import KNOWN, PROGRAMS, SWITCHED, THROWN, counted


def check(here, name, known, *compiler):
    here.run(*compiler, "-g", PROGRAMS / name, "-o", "e", "-pthread")
    words, native = f"{name}, {' '.join(compiler)}", counted(here)
    if known is not None:
        found = [f"{loop}: {native.get(loop)}, not {known[loop]}" for loop in known if native.get(loop) != known[loop]]
        tap.check(not found, f"{words}: {len(known)} loops as known by hand", "\n".join(found))
    if engines.have_valgrind():
        oracle = counted(here, "--engine", "valgrind")
        found = [f"{loop}: {native[loop]}, {oracle.get(loop)} by Valgrind" for loop in native if native[loop] != oracle.get(loop)]
        tap.check(not found, f"{words}: {len(native)} loops as Valgrind counts them", "\n".join(found))
    found = [loop for loop, (_, _, least, _) in native.items() if known is not None and least is None]
    tap.check(not found, f"{words}: all of them are known", " ".join(found))


def check_large(here, compiler):
    """In a function that is too large for the values of all its loops, those with most exits have none; others are known."""
    many, exits = 220, "".join(f" if (left == {k}) goto out;" for k in range(7, 12))
    loops = [f"    for (int left = count(n, {k}); left; left = less(left)) {{ note({k});{exits if k % 8 == 0 else ''} }}" for k in range(many)]
    here.write("large.c", "\n".join([
        "#define APART __attribute__((noipa))", "int sum;", "APART int count(int n, int k) { return (n + k) % 5 + 1; }",
        "APART int less(int n) { return n - 1; }", "APART void note(int k) { sum += k; }", "APART void large(int n)", "{", *loops,
        "out:", "    sum++;", "}", "int main(void)", "{", "    for (int n = 0; n < 9; n++)", "        large(n);", "    return sum < 0;", "}"]))
    here.run(compiler, "-O1", "large.c", "-o", "e")
    rows = {loop: row for loop, row in counted(here).items() if loop.startswith("large:")}
    known = {loop: row[2:] for loop, row in rows.items() if row[2] is not None}
    wanted = {f"large:{k + 1}": (1, 5) for k in range(many)}
    wrong = [f"{loop}: {each}, not {wanted.get(loop)}" for loop, each in known.items() if each != wanted.get(loop)]
    tap.equal(len(rows), many, f"{compiler}: a function of many loops")
    tap.check(not wrong, f"{compiler}: those that are known", "\n".join(wrong))
    tap.check(many // 8 < len(known) < many, f"{compiler}: how many are known", len(known))


def check_teams(here):
    here.run("gcc", "-O0", "-g", "-fopenmp", PROGRAMS / "extremes.c", "-o", "e", "-pthread")
    teams = [found for loop, found in counted(here).items() if loop.startswith("teams")]
    tap.equal(teams, [(2, 10, 3, 7)], "threads of OpenMP: the fewest of one, and the most of another")


def main():
    if program.SANITIZED:
        tap.skip_all("sanitizers have calls of their own")
    if not engines.have_native():
        tap.skip_all("the native engine is needed")
    here = program.folder()
    for compiler in filter(program.have, ("gcc", "clang")):
        check(here, "extremes.c", KNOWN, compiler, "-O0")
        check(here, "extremes.c", None, compiler, "-O2")
        for level in ("-O0", "-O1", "-Os", "-O2"):
            check(here, "switched.c", SWITCHED, compiler, level)
    for compiler in filter(program.have, ("g++", "clang++")):
        check(here, "extremes.cc", THROWN, compiler, "-O0")
        check(here, "extremes.cc", None, compiler, "-O2")
    check_teams(here)
    check_large(here, "gcc")
    tap.done()


main()
