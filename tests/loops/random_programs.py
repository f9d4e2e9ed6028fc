"""random_programs.py: programs with random nests of loops, calls and jumps that count their loops themselves.

    text = random_programs.make(seed, functions=12, cpp=False)

Each loop has a line of its own, and two counters: how often it was entered, and how often its body began. The program prints
"LINE ENTRIES TRIPS" for each at its end, which may be an exit from deep inside. Fuel makes sure that it ends: when that is used
up, functions return at once. Nothing in it depends on time, addresses or threads."""
import random

BEGIN = """#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
static unsigned state = %(seed)du;
static long fuel = %(fuel)d, sum;
static long E[%(loops)d], T[%(loops)d];
static jmp_buf jumps[8];
static int open_jumps;
static unsigned next(void) { state = state * 1103515245u + 12345u; return state >> 16 & 0x7fff; }
static int below(int n) { return (int)(next() %% (unsigned)n); }
static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static void end(void);
static void sort(int n) { int x[16]; for (int i = 0; i < n; i++) x[i] = below(100); qsort(x, (size_t)n, sizeof *x, compare); sum += x[0]; }
"""

END = """
static void tell(void)
{
    static const int lines[] = {%(lines)s};
    for (int i = 0; i < %(loops)d; i++) printf("%%d %%ld %%ld\\n", lines[i], E[i], T[i]);
    printf("sum %%ld\\n", sum);
}
static void end(void)
{
    tell();
    exit(0);
}
int main(void)
{
    for (int i = 0; i < %(rounds)d; i++) %(call)s
    tell();
    return 0;
}
"""


class Maker:
    def __init__(self, seed, functions, cpp):
        self.random = random.Random(seed)
        self.functions, self.cpp = functions, cpp
        self.lines, self.loop_lines, self.loops, self.labels, self.names = [], [], 0, 0, 0
        self.function = self.depth = 0

    def put(self, text, indent):
        self.lines.append("    " * indent + text)

    def new_loop(self, indent, before=""):
        """Counts that it is entered; the next line is its own. Returns what its body begins with."""
        self.put(f"{before}E[{self.loops}]++;", indent)
        self.loop_lines.append(len(self.lines) + 1)
        self.loops += 1
        return f"T[{self.loops - 1}]++;"

    def name(self, letter):
        self.names += 1
        return f"{letter}{self.names}"

    def condition(self):
        return self.random.choice(["below(3)", "below(2) && sum & 1", "x > below(7)", "sum % 3 == 0 || below(4) == 1", "!below(5)"])

    def bound(self):
        return self.random.choice(["below(5)", "3", "(x & 3)", "below(2) + 1", "1", "0", "below(9)"])

    def call(self):
        """Lower functions, and sometimes higher ones or itself."""
        other = self.random.randrange(self.functions) if self.random.random() < 0.3 else self.random.randrange(self.function + 1)
        if self.random.random() < 0.2:
            return f"table[{other}](below(9))"
        return f"f{other}(below(9))"

    def simple(self, indent, loops):
        kind = self.random.randrange(12)
        if kind < 4:
            self.put(self.random.choice(["sum += x;", "sum ^= below(50);", "x = (x * 7 + 1) % 11;", "sum += x << 1;"]), indent)
        elif kind < 7:
            self.put(f"sum += {self.call()};", indent)
        elif kind == 7 and loops:
            self.put(f"if ({self.condition()}) {self.random.choice(['break', 'continue'])};", indent)
        elif kind == 8:
            self.put(f"if ({self.condition()}) return {self.random.choice(['x', 'sum & 15', self.call()])};", indent)
        elif kind == 9:
            self.put("sort(below(6) + 2);", indent)
        elif kind == 10:
            self.put("if (open_jumps && !below(6)) longjmp(jumps[--open_jumps], 1);" if not self.cpp else
                     "if (!below(9)) throw x;", indent)
        else:
            self.put("if (!below(3000)) end();", indent)

    def loop(self, indent, depth):
        kind, i = self.random.randrange(5), self.name("i")
        if kind == 0:
            body = self.new_loop(indent)
            step = self.random.choice([f"{i}++", f"{i} += 2"])
            self.put(f"for (int {i} = 0, n{i} = {self.bound()}; {i} < n{i}; {step}) {{", indent)
            self.put(body, indent + 1)
        elif kind == 1:
            body = self.new_loop(indent, f"int {i} = {self.bound()}; ")
            self.put(f"while ({i}-- > 0) {{", indent)
            self.put(body, indent + 1)
        elif kind == 2:
            body = self.new_loop(indent, f"int {i} = {self.bound()}; ")
            self.put("do {", indent)
            self.put(body, indent + 1)
        elif kind == 3:
            body = self.new_loop(indent, f"int {i} = 0; ")
            self.put("for (;;) {", indent)
            self.put(body, indent + 1)
            self.put(f"if (++{i} > {self.bound()}) break;", indent + 1)
        else:
            self.labels += 1
            label = f"L{self.labels}"
            body = self.new_loop(indent, f"int {i} = {self.bound()}; {{ ")
            self.put(f"{label}: {body}", indent)
            self.block(indent + 1, depth + 1, loops=False, inside=True)
            self.put(f"if ({i}-- > 0) goto {label}; }}", indent)
            return
        self.block(indent + 1, depth + 1, loops=True)
        self.put(f"}} while ({i}-- > 0);" if kind == 2 else "}", indent)

    def twisted(self, indent):
        """A loop with two entries: only the engines are compared there."""
        self.labels += 1
        a, b, i = f"A{self.labels}", f"B{self.labels}", self.name("i")
        self.put(f"{{ int {i} = {self.bound()}; if ({self.condition()}) goto {b};", indent)
        self.put(f"{a}: sum += 3;", indent)
        if self.random.random() < 0.5:
            self.put(f"if ({self.condition()}) sum += {self.call()};", indent)
        self.put(f"{b}: sum ^= 5; if ({self.condition()}) x++;", indent)
        self.put(f"if ({i}-- > 0) goto {a}; }}", indent)

    def switch(self, indent, depth):
        cases = self.random.choice([3, 6, 9])
        self.put(f"switch (below({cases + 1})) {{", indent)
        for case in range(cases):
            self.put(f"case {case}: {{", indent)
            self.block(indent + 1, depth + 1, loops=False, most=1)
            self.put("}" + (" break;" if self.random.random() < 0.7 else ""), indent)
        self.put("default: sum--; }", indent)

    def guarded(self, indent, depth):
        if self.cpp:
            self.put("try {", indent)
            self.block(indent + 1, depth + 1, loops=False)
            self.put(f"}} catch (int got) {{ sum += got; {'if (below(2)) throw;' if self.random.random() < 0.3 else ''}", indent)
            self.block(indent + 1, depth + 1, loops=False, most=1)
            self.put("}", indent)
            return
        self.put("if (open_jumps < 8) { int mine = open_jumps;", indent)
        self.put("if (!setjmp(jumps[open_jumps++])) {", indent)
        self.put(f"sum += {self.call()};", indent + 1)
        self.put("open_jumps = mine; } else { open_jumps = mine; sum++; } }", indent)

    def block(self, indent, depth, loops, most=3, inside=False):
        for _ in range(self.random.randint(1, most)):
            kind = self.random.random()
            if kind < 0.35 and depth < 4:
                self.loop(indent, depth)
            elif kind < 0.45 and depth < 4:
                self.put(f"if ({self.condition()}) {{", indent)
                self.block(indent + 1, depth + 1, loops)
                self.put("} else {" if self.random.random() < 0.5 else "}", indent)
                if self.lines[-1].endswith("else {"):
                    self.block(indent + 1, depth + 1, loops)
                    self.put("}", indent)
            elif kind < 0.52 and depth < 3:
                self.switch(indent, depth)
            elif kind < 0.57 and depth < 3 and not inside:
                self.guarded(indent, depth)
            elif kind < 0.60:
                self.twisted(indent)
            else:
                self.simple(indent, loops)

    def make_function(self, number):
        self.function = number
        kept = "volatile int y" if not self.cpp else "int y"  # what setjmp may not keep in a register
        self.put(f"{self.random.choice(['', 'static '])}NOT_INLINED int f{number}({kept})" if self.random.random() < 0.6
                 else f"static int f{number}({kept})", 0)
        self.put("{", 0)
        self.put("volatile int x = y;" if not self.cpp else "int x = y;", 1)
        self.put("if (fuel-- <= 0) return 1;", 1)
        self.block(1, 0, loops=False, most=4)
        self.put(f"return {self.random.choice(['x', '(int)(sum & 7)', self.call()])};", 1)
        self.put("}", 0)


def make(seed, functions=12, cpp=False, fuel=3000, rounds=40):
    maker = Maker(seed, functions, cpp)
    begin = BEGIN + "#define NOT_INLINED __attribute__((noinline))\n"
    names = [maker.random.choice(["static "]) + f"int f{i}({'volatile int' if not cpp else 'int'});" for i in range(functions)]
    begin += "\n".join(names) + f"\nstatic int (*const table[])({'volatile int' if not cpp else 'int'}) = {{" + ", ".join(
        f"f{i}" for i in range(functions)) + "};\n"
    offset = begin.count("\n")
    for number in range(functions):
        maker.make_function(number)
    call = f"sum += f{functions - 1}(i);"
    if cpp:
        call = f"try {{ {call} }} catch (int) {{ sum++; }}"
    else:
        call = f"{{ open_jumps = 0; {call} }}"
    values = {"seed": seed, "fuel": fuel, "loops": maker.loops + 1, "rounds": rounds, "call": call,
              "lines": ", ".join(str(line + offset) for line in maker.loop_lines) + ", 0"}
    return begin % values + "\n".join(maker.lines) + END % values


if __name__ == "__main__":
    import sys
    print(make(int(sys.argv[1]), cpp=len(sys.argv) > 2), end="")
