"""random_loops.py: programs with random loops through arrays, of the kind that compilers vectorise, unroll or replace by a formula.

    text = random_loops.make(seed, kernels=12)

Compiled with -DCOUNT the program prints "LINE TRIPS" for each T that it came to, which stands in the body of each loop; without,
nothing in it counts, and compilers see plain loops. No function is inlined.

    random_loops.starts(lines)              the lines that loops begin on
    random_loops.loop_around(lines, line)   the line that the innermost loop around a line begins on"""
import random
import re

BEGIN = """#include <stdio.h>
#include <stdlib.h>
#ifdef COUNT
static long trips[2000];
#define T trips[__LINE__]++;
#else
#define T
#endif
#define KERNEL __attribute__((noinline))
enum { MOST = 2400 };
signed char c0[MOST], c1[MOST], c2[MOST];
unsigned char b0[MOST], b1[MOST], b2[MOST];
short s0[MOST], s1[MOST], s2[MOST];
int i0[MOST], i1[MOST], i2[MOST];
unsigned u0[MOST], u1[MOST], u2[MOST];
long l0[MOST], l1[MOST], l2[MOST];
float f0[MOST], f1[MOST], f2[MOST];
double d0[MOST], d1[MOST], d2[MOST];
struct pair { float re, im; } p0[MOST], p1[MOST];
"""

END = """
int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 0;
    volatile double result = 0;
    for (int i = 0; i < MOST; i++) { c0[i] = i * 7; b0[i] = i * 11 + 3; s0[i] = i * 13; i0[i] = i * 17 %% 101; u0[i] = i * 5 %% 64; l0[i] = i; f0[i] = i; d0[i] = i; p0[i].re = i; }
    for (int i = 0; i < MOST; i++) { c1[i] = i * 3; b1[i] = i * 5; s1[i] = i; i1[i] = i * 7 %% 93; u1[i] = i * 3 %% 17; l1[i] = i * 3; f1[i] = 2; d1[i] = i * 2; p1[i].im = 1; }
%(calls)s
#ifdef COUNT
    for (int i = 0; i < 2000; i++) if (trips[i]) printf("%%d %%ld\\n", i, trips[i]);
#endif
    return 0;
}
"""

TYPES = {"c": "signed char", "b": "unsigned char", "s": "short", "i": "int", "u": "unsigned", "l": "long", "f": "float", "d": "double"}


class Maker:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines, self.indent = [], 0
        self.around = None  # the variable of the loop around the current one

    def pick(self, *choices):
        return self.random.choice(choices)

    def chance(self, percent):
        return self.random.randrange(100) < percent

    def put(self, text):
        self.lines.append("    " * self.indent + text)

    def kinds(self):
        """Letters of the arrays that a loop goes through."""
        kind = self.pick(*"cbsiulfd")
        return kind, kind if self.chance(70) else self.pick(*"cbsiulfd")

    def place(self, v):
        return self.pick(v, v, v, v, f"{v} + 1", f"{v} + 2")

    def value(self, kind, v):
        a, b = (f"{kind}{k}[{self.place(v)}]" for k in (0, 1))
        whole = kind not in "fd"
        choices = [a, f"{a} + {b}", f"{a} * 3", f"{a} - {b}", f"{a} * {b}", f"({a} > {b} ? {a} : {b})", f"({a} < 9 ? 9 : {a})"]
        if whole:
            choices += [f"({a} & 7)", f"({a} ^ {b})", f"({a} >> 1)", f"{a} + {v}"]
        return self.pick(*choices)

    def statements(self, v):
        """Of an inner loop, all depend on the variable of the loop around it."""
        v = f"{v} + {self.around}" if self.around else v
        to, kind = self.kinds()
        value = self.value(kind, v)
        for _ in range(self.pick(1, 1, 1, 2)):
            form = self.random.randrange(9)
            if form < 3:
                yield f"{to}2[{v}] = {value};"
            elif form < 5:
                yield f"sum += {value};"
            elif form == 5:
                yield f"if ({kind}0[{v}] > {self.pick('5', '50', f'{kind}1[{v}]')}) {self.pick(f'sum += {value}', f'{to}2[{v}] = {value}', 'sum++')};"
            elif form == 6:
                yield f"{to}2[{v}] += {value};"
            elif form == 7:
                yield self.pick(f"p1[{v}].re += p0[{v}].re;", f"p1[{v}].re = p0[{v}].im; p1[{v}].im = p0[{v}].re;", f"sum += p0[{v}].re;")
            else:
                yield f"{kind}2[{v}] = {kind}0[{v}]; {to}1[{v}] = {to}0[{v}];"
            to, kind = (to, kind) if self.chance(60) else self.kinds()
            value = self.value(kind, v)

    def head(self, v):
        """Of a loop: what stands before it, it, and what stands at the end of its body."""
        kind = self.pick("int", "int", "unsigned", "long", "size_t")
        bound = self.pick("n", "n", "n", "n - 1", "(n & ~3)", "n / 2", "m", "13", "100", "1000", "7", "16")
        step = self.pick("++", "++", "++", "++", " += 2", " += 3", " += 4")
        form = self.random.randrange(9)
        if form < 5:
            return "", f"for ({kind} {v} = {self.pick('0', '0', '0', '1', '2')}; {v} {self.pick('<', '<', '<=') if kind in ('int', 'long') else '<'} ({kind}){bound}; {v}{step})", ""
        if form == 5:
            return "", f"for (int {v} = {bound} - 1; {v} >= 0; {v}--)", ""
        if form == 6:
            return f"int {v} = 0;", f"while ({v} < {bound})", f"{v}++;"
        if form == 7:
            return f"{kind} {v} = 0;", "do", f"}} while (++{v} < ({kind}){bound});"
        return f"unsigned {v} = (unsigned){bound};", f"while ({v}-- > 0)", ""

    def closed(self):
        """A loop that compilers may replace by a formula."""
        w = "w"
        self.put(f"unsigned {w} = (unsigned){self.pick('n', 'm', 'i0[3]')} + {self.pick('0', '5', 'n')};")
        form = self.random.randrange(5)
        if form == 0:
            self.put(f"while ({w} > 3) {{ T {w} -= 3; }}")
            self.put(f"sum += {w};")
        elif form == 1:
            self.put(f"while ({w} != 0) {{ T {w} >>= 1; sum++; }}")
        elif form == 2:
            self.put(f"for (unsigned x = 0; x < {w}; x++) {{ T sum += x; }}")
        elif form == 3:
            self.put(f"while ({w}) {{ T {w} &= {w} - 1; sum++; }}")
        else:
            self.put(f"while ({w}-- > 2) {{ T sum += 2; }}")

    def loop(self, depth, v):
        before, line, tail = self.head(v)
        if before:
            self.put("{ " + before)
        inner = depth == 0 and self.chance(20)
        body = list(self.statements(v))
        leaves = self.chance(12) and not inner
        plain = len(body) == 1 and not tail and not leaves and not inner and self.chance(50)
        if plain:
            self.put(line)
            self.put(f"    {{ T {body[0]} }}" if self.chance(50) else f"{{ T")
            if not self.lines[-1].strip().endswith("}"):
                self.lines[-1] = self.lines[-1].rstrip()
                self.put(f"    {body[0]} }}")
        else:
            self.put(line + " {")
            self.indent += 1
            self.put("T")
            if leaves:
                self.put(f"if (b0[{v}] == {self.pick('77', '200')}) break;")
            if inner:
                self.inner(depth, v)
            for text in body if not inner or self.chance(50) else []:
                self.put(text)
            if tail and not tail.startswith("}"):
                self.put(tail)
            self.indent -= 1
            self.put(tail if tail.startswith("}") else "}")
        if before:
            self.put("}")

    def inner(self, depth, v):
        if self.chance(35):
            self.put(f"unsigned w = (unsigned){v} {self.pick('% 40', '/ 3', '+ 2')};")
            self.put(self.pick(f"while (w > 3) {{ T w -= 3; }}", f"while (w) {{ T w >>= 1; sum++; }}",
                               f"while (w-- > 2) {{ T sum += 2; }}"))
            self.put(f"i2[{v}] = (int)w;")
        else:
            self.around = v
            self.loop(depth + 1, v + "j")
            self.around = None

    def kernel(self, number):
        self.put(f"KERNEL static double k{number}(int n, int m)")
        self.put("{")
        self.indent = 1
        self.put(f"{self.pick('int', 'long', 'double', 'float', 'unsigned', 'short', 'unsigned char')} sum = 0;")
        for k in range(self.pick(1, 1, 2)):
            if self.chance(15):
                self.put("{")
                self.closed()
                self.put("}")
            else:
                self.loop(0, "xy"[k])
        self.put("return (double)sum;")
        self.indent = 0
        self.put("}")


def starts(lines):
    return [number for number, text in enumerate(lines, 1) if re.match(r"\s*(for \(|while \(|do \{)", text)]


def end_of_loop(lines, start):
    """The last line of the loop that begins on a line: its braces are balanced there."""
    depth, seen = 0, False
    for number in range(start, len(lines) + 1):
        text = lines[number - 1]
        depth += text.count("{") - text.count("}")
        seen |= "{" in text
        if seen and depth <= 0:
            return number
    return len(lines)


def loop_around(lines, line):
    """None: it is in no loop."""
    return max((start for start in starts(lines) if start <= line <= end_of_loop(lines, start)), default=None)


def make(seed, kernels=12):
    maker = Maker(seed)
    for number in range(kernels):
        maker.kernel(number)
    calls = "\n".join(f"    result += k{i}(n, n / {maker.pick(1, 2, 9)} {maker.pick('+ 1', '- 2', '')});" for i in range(kernels))
    return BEGIN + "\n".join(maker.lines) + END % {"calls": calls}


if __name__ == "__main__":
    import sys
    print(make(int(sys.argv[1])), end="")
