"""What was read of debugging information is kept for the next run of the same binary: it says the same then, also where the
debugging information itself can no longer be read; what is damaged is read again, and nothing is kept where that is not wanted.
The same holds of the plan by which the binary is counted."""
import os
import subprocess

import engines
import program
import tap

SOURCE = """#include <cstdio>
#include <numeric>
#include <vector>
namespace grid {
template <int Size> struct line {
    double values[Size];
    template <typename Function> double each(Function function) const
    {
        double sum = 0;
        for (int i = 0; i < Size; i++)
            sum += function(values[i]);
        return sum;
    }
};
} // namespace grid
int main()
{
    std::vector<double> numbers(50, 1.5);
    grid::line<7> line = {{1, 2, 3, 4, 5, 6, 7}};
    double sum = std::accumulate(numbers.begin(), numbers.end(), 0.0);
    for (int i = 0; i < 20; i++)
        sum += line.each([&](double x) { return x * numbers[i] * sum; });
    std::printf("%g\\n", sum);
    return 0;
}
"""
here = program.folder()
CACHE = here / "cache"


def count(cache=CACHE):
    """What is said of the program's loops."""
    env = {"TRIPTYCH_CACHE": cache}
    here.triptych("loops", "-q", "--force", "-o", "a.tri", "./a", env=env)
    return here.triptych("loops", "--csv", "loops", "a.tri", env=env).out


def kept(what="symbols"):
    return sorted(path for path in CACHE.iterdir() if path.name.startswith(what + "-"))


def check_plans(first):
    """The plan of a binary is made once. A file that was used is marked with the time of that."""
    plans = kept("plan")
    tap.equal(len(plans), 1, "the plan is kept")
    whole = plans[0].read_bytes()
    os.utime(plans[0], (1, 1))
    tap.equal(count(), first, "a plan that was kept counts the same")
    tap.check(plans[0].stat().st_mtime > 1, "and was used")
    for at in (3, 70, len(whole) // 2, len(whole) - 8):
        damage(plans[0], at)
        tap.equal(count(), first, f"byte {at} of the plan is damaged: it is made again")
        tap.check(plans[0].read_bytes() == whole, "and kept again")
    plans[0].write_bytes(whole[:-16])
    tap.equal(count(), first, "the end of the plan is missing: it is made again")
    plans[0].chmod(0o666)
    tap.equal(count(), first, "a plan that others could have written is not used")
    here.triptych("loops", "-q", "--force", "--time", "-o", "b.tri", "./a", env={"TRIPTYCH_CACHE": CACHE})
    tap.equal(len(kept("plan")), 2, "with times there is another one")
    facts = (here / "a").stat()
    text = (here / "a").read_bytes()
    (here / "a").write_bytes(text)
    os.utime(here / "a", ns=(facts.st_atime_ns, facts.st_mtime_ns))
    tap.equal(count(), first, "a file that was written anew")
    tap.equal(len(kept("plan")), 3, "has another plan, though its size and time are the same")


def destroy(section):
    """Fills a section of the program with ones: it has the same size and build id still."""
    text = subprocess.run(["readelf", "-SW", here / "a"], capture_output=True, text=True, check=True).stdout
    words = next(line.split("]", 1)[1].split() for line in text.splitlines() if f" {section} " in line)
    at, size = int(words[3], 16), int(words[4], 16)
    with open(here / "a", "r+b") as file:
        file.seek(at)
        file.write(b"\xff" * size)


def damage(path, at):
    data = bytearray(path.read_bytes())
    data[at % len(data)] ^= 1
    path.write_bytes(data)


def main():
    if program.SANITIZED or not engines.have_native() or not program.have("g++"):
        tap.skip_all("the native engine and g++ are needed")
    here.write("a.cc", SOURCE)
    here.run("g++", "-g", "-O1", "a.cc", "-o", "a")
    first = count()
    tap.check("each" in first and ",10,a.cc," in first, "the loop of a template is known", first)
    tap.equal(len(kept()), 1, "what was read is kept")
    tap.equal(CACHE.stat().st_mode & 0o777, 0o700, "for its owner alone")
    check_plans(first)
    size = kept()[0].stat().st_size
    for at in (9, size // 2, size - 20):
        damage(kept()[0], at)
        tap.equal(count(), first, f"byte {at} is damaged: it is read again")
    kept()[0].write_bytes(kept()[0].read_bytes()[:size // 2])
    tap.equal(count(), first, "half of it is missing: it is read again")
    tap.equal(kept()[0].stat().st_size, size, "and is whole again")
    kept()[0].chmod(0o666)
    tap.equal(count(), first, "what others could have written is not used")
    tap.equal(kept()[0].stat().st_mode & 0o777, 0o600, "and is written again")
    destroy(".debug_info")
    destroy(".debug_line")
    tap.equal(count(), first, "without debugging information, what was kept tells the same")
    tap.check(count(cache="") != first, "but not where nothing is to be kept")
    before = kept()[0].read_bytes()
    tap.check(count(cache=here / "none" / "such") != first, "nor in another folder")
    tap.check(kept()[0].read_bytes() == before, "which leaves this one alone")
    here.run("strip", "-g", "a")
    tap.check(",10,a.cc," not in count(), "a stripped program is another one: it says what it has itself")
    tap.equal(len([path for path in CACHE.iterdir() if path.name.startswith(".new-")]), 0, "nothing half-written is left")
    tap.done()


main()
