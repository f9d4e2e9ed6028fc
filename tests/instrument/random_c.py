"""random_c.py: random C programs that end, and always do the same: random_c.program(seed) -> text.

Loops of all forms, with breaks, continues, gotos and returns in them; functions of all sizes, static or not, called directly,
by pointers, by themselves, in macros, in conditions; and one special thing for each program: setjmp, exit in the middle,
threads, OpenMP, fork, or none."""
import random

SPECIAL = ["none", "exit", "longjmp", "threads", "openmp", "fork", "none", "pthread_exit"]
MOST_WORK = 3000  # what a call may cost, about

HEAD = """#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
#define SQUARE(x) ((x) * (x))
#define EACH(v, n) for (int v = 0; v < (n); v++)
#define CALL(f, x) f(x, 1)
enum { FEW = 4 };
struct box { int size; double part[8]; int next[8]; };
static struct box boxes[3] = {{5, {1, 2, 3}, {1, 2, 3, 4, -1, 0, 0, 0}}, {3, {4, 5}, {2, -1, 1, 0, 3, 0, 0, 0}}, {0, {0}, {-1}}};
static int global_n = 3;
static __thread long total;
static jmp_buf place;
int sink(int x);
int sink(int x) { total = (total * 31 + x) % 1000003; return x; }
"""


class Function:
    def __init__(self, name, kind, work):
        self.name, self.kind, self.work = name, kind, work


class Program:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.special = SPECIAL[seed % len(SPECIAL)]
        self.functions = []
        self.lines = [HEAD]
        self.names = 0

    def pick(self, *choices):
        return self.random.choice(choices)

    def chance(self, percent):
        return self.random.randrange(100) < percent

    def new_name(self, stem):
        self.names += 1
        return f"{stem}{self.names}"

    # expressions: always of type int, between 0 and about 100

    def value(self, scope):
        kind = self.random.randrange(9)
        if kind < 3:
            return self.pick(*scope)
        if kind == 3:
            return str(self.random.randrange(6))
        if kind == 4:
            return f"({self.pick(*scope)} + {self.random.randrange(5)}) % 7"
        if kind == 5:
            return f"boxes[{self.pick(*scope)} % 3].size"
        if kind == 6:
            return f"abs({self.pick(*scope)} - {self.pick(*scope)})"
        if kind == 7:
            return f"SQUARE({self.pick(*scope)} % 4)"
        return f"(int)floor({self.pick(*scope)} * 0.5)"

    def condition(self, scope):
        left, right = self.value(scope), self.value(scope)
        return f"{left} {self.pick('<', '>', '==', '!=', '<=', '>=')} {right}"

    def callee(self, most):
        fit = [f for f in self.functions if f.work <= most]
        return self.random.choice(fit) if fit else None

    def call(self, scope, most):
        """(text, work) of a call; its value is small."""
        function = self.callee(most)
        if not function:
            return f"sink({self.value(scope)})", 3
        a, b = self.value(scope), self.value(scope)
        if function.kind == "pointer":
            return f"table[{self.random.randrange(2)}]({a}, {b} % 5)", function.work
        if function.kind == "macro":
            return f"CALL({function.name}, {a})", function.work
        return f"{function.name}({a}, {b} % 5)", function.work

    # statements: a list of lines, and their work

    def block(self, scope, depth, budget, loops):
        """Statements in braces."""
        lines, work, inner = [], 0, list(scope)
        for _ in range(self.random.randrange(1, 4)):
            text, cost = self.statement(inner, depth, budget, loops)
            lines += text
            work += cost
        return lines, work

    def body(self, scope, depth, budget, loops, before=()):
        lines, work = self.block(scope, depth, budget, loops)
        lines = list(before) + lines
        if len(lines) == 1 and self.chance(60) and not lines[0].startswith("int "):
            return [f"    {lines[0]}"], work
        return ["{", *("    " + line for line in lines), "}"], work

    def leave(self, scope, loops):
        """A line that leaves something."""
        ways = ["break", "continue"] if loops else []
        if self.chance(20) and loops:
            ways = [f"goto {loops[-1]}"]
        if self.chance(25) or not ways:
            ways = ["return 3"]
        return f"if ({self.condition(scope)}) {self.pick(*ways)};"

    def loop(self, scope, depth, budget, loops):
        v, n = self.new_name("i"), self.random.randrange(1, 6)
        form = self.random.randrange(13)
        trips, inner = n, scope + [v]
        label = self.new_name("out")
        before, behind, line, tail = [], [], "", ""
        if form == 0:
            line = f"for (int {v} = 0; {v} < {n}; {v}++)"
        elif form == 1:
            line = f"for (int {v} = {n}; {v} > 0; {v}--)"
        elif form == 2:
            line, trips = f"for (int {v} = 0; {v} < {self.pick('n', 'n + 1', 'n % 3', 'global_n')}; {v}++)", 5
        elif form == 3:
            outer = self.pick(*scope)
            line, trips = f"for (int {v} = {outer} % 4; {v} < {n}; {v}++)", 4
        elif form == 4:
            before, line = [f"int {v} = {self.value(scope)} % {n + 1};"], f"while ({v}-- > 0)"
        elif form == 5:
            before, line, tail = [f"int {v} = {n};"], "do", f"while (--{v} > 0);"
        elif form == 6:
            line, trips = f"for (int {v} = boxes[0].next[{self.value(scope)} % 4]; {v} >= 0; {v} = boxes[0].next[{v}])", 5
        elif form == 7:
            line = f"EACH({v}, {n})"
        elif form == 8:
            before, line = [f"unsigned {v};"], f"for ({v} = 1; {v} <= {n}; {v} += 2)"
        elif form == 9:
            line = f"for (int {v} = 0; {v} != FEW; ++{v})"
            trips = 4
        elif form == 10:
            text, cost = self.call(scope, min(30, budget // 20))
            line, trips = f"for (int {v} = 0; {v} < {text} % 4; {v}++)", 3 + cost
        elif form == 11:
            before, line, tail = [f"int {v} = 0;"], "do", "while (0);"
            trips = 1
        else:
            line, trips = f"for (size_t {v} = 0; {v} < sizeof boxes / sizeof boxes[0]; {v}++)", 3
            inner = scope + [f"(int){v}"]
        if form == 8:
            inner = scope + [f"(int){v}"]
        leaves = [self.leave(inner, loops + [label])] if self.chance(25) else []
        body, work = self.body(inner, depth + 1, budget // max(1, trips), loops + [label], leaves)
        if tail and body[0] != "{":
            body = ["{", *body, "}"]
        if tail:
            body[-1] += " " + tail
        lines = [*before, line + (" " + body[0] if body[0] == "{" else ""), *(body[1:] if body[0] == "{" else body), *behind]
        if any(f"goto {label};" in text for text in lines):
            lines += [f"{label}:", "    total++;"]
        if before:
            lines = ["{", *("    " + text for text in lines), "}"]
        return lines, (work + 3) * trips

    def statement(self, scope, depth, budget, loops):
        kind = self.random.randrange(16)
        if kind < 5 and depth < 4 and budget > 20:
            return self.loop(scope, depth, budget, loops)
        if kind < 9:
            text, cost = self.call(scope, budget // 2)
            form = self.random.randrange(6)
            if form == 0:
                return [f"if ({self.condition(scope)} && {text} > 1)", f"    sink({self.value(scope)});"], cost + 3
            if form == 1:
                return [f"sink({self.condition(scope)} ? {text} : {self.value(scope)});"], cost + 3
            if form == 2:
                name = self.new_name("v")
                scope.append(name)
                return [f"int {name} = {text} % 9;", f"sink({name});"], cost + 3
            if form == 3:
                other, more = self.call(scope, budget // 2)
                return [f"sink(({text}, {other}));"], cost + more + 3
            if form == 4:
                return [f"(void)(({self.condition(scope)}) || {text});"], cost + 2
            return [f"{text};"], cost
        if kind < 11:
            lines, work = self.body(scope, depth + 1, budget // 2, loops)
            lines = [f"if ({self.condition(scope)})" + (" {" if lines[0] == "{" else ""), *(lines[1:] if lines[0] == "{" else lines)]
            if self.chance(40):
                other, more = self.body(scope, depth + 1, budget // 2, loops)
                lines += ["else" + (" {" if other[0] == "{" else ""), *(other[1:] if other[0] == "{" else other)]
                work += more
            return lines, work + 2
        if kind == 11 and loops:
            return [self.leave(scope, loops)], 2
        if kind == 12:
            lines = [f"switch ({self.value(scope)} % 4) {{"]
            work = 0
            for case in self.random.sample(range(4), 3):
                inner, cost = self.block(scope, depth + 1, budget // 3, loops)
                lines += [f"case {case}: {{", *("    " + line for line in inner), "}" + self.pick(" break;", "")]
                work += cost
            return [*lines, "default:", "    total++;", "}"], work
        if kind == 13:
            return [f"boxes[{self.value(scope)} % 3].part[{self.value(scope)} % 8] += 1.5;"], 1
        if kind == 14 and depth < 2 and self.chance(30):
            return [f'printf("%d\\n", {self.value(scope)});'], 5
        return [f"total += {self.value(scope)};"], 1

    def function(self, number):
        kind = self.pick("static", "static", "extern", "inline", "static", "pointer", "macro", "recursive")
        name = f"f{number}"
        scope = ["n", "x"]
        budget = self.pick(20, 60, 60, 300, MOST_WORK)
        lines, work = self.block(scope, 0, budget, [])
        for _ in range(self.random.randrange(2)):
            more, cost = self.statement(scope, 0, budget, [])
            lines += more
            work += cost
        storage = {"extern": "", "inline": "static inline "}.get(kind, "static ")
        if kind == "recursive":
            lines.append(f"if (n > 0) total += {name}(x / 2, n - 1);")
            work *= 5
        if not storage:
            self.lines.append(f"int {name}(int x, int n);")
        self.lines += [f"{storage}int {name}(int x, int n)", "{", *("    " + line for line in lines),
                       f"    return (int)((total + x) % {self.pick(7, 13)});", "}", ""]
        if kind == "pointer":
            kind = "static"
            self.pointers.append(name)
        self.functions.append(Function(name, kind, work + 5))

    def special_parts(self):
        """Lines before main, and in it."""
        f = self.random.choice([function for function in self.functions if function.kind != "macro"]).name
        if self.special == "exit":
            return [f"static void stop(int x) {{ EACH(i, 2) sink(i); if (x > 1) exit(7); {f}(x, 2); }}"], \
                ["for (int k = 0; k < 5; k++) {", f"    {f}(k, 3);", "    for (int m = 0; m < 3; m++) sink(m);", "    stop(k);",
                 f"    {f}(k, 1);", "}"]
        if self.special == "longjmp":
            return [f"static void jump(int x) {{ EACH(i, 3) if (i + x > 3) longjmp(place, 1); {f}(x, 1); }}",
                    "static int tries(int x)", "{", "    int volatile k = 0;", "    if (setjmp(place)) k += 2;",
                    f"    for (; k < 5; k++) {{ {f}(k, 2); for (int m = 0; m < 4; m++) sink(m); jump(k + x); }}", "    return k;", "}"], \
                ["sink(tries(1));", "for (int k = 0; k < 3; k++) sink(tries(k));"]
        if self.special in ("threads", "pthread_exit"):
            end = "if (total % 2) pthread_exit(0);" if self.special == "pthread_exit" else ""
            return ["static void *work(void *argument)", "{", "    int x = *(int *)argument;",
                    f"    for (int k = 0; k < 4; k++) {{ {f}(x + k, 3); EACH(m, 3) sink(m); {end} }}", "    return NULL;", "}"], \
                ["pthread_t threads[2];", "int numbers[2] = {1, 2};",
                 "for (int k = 0; k < 2; k++) pthread_create(&threads[k], NULL, work, &numbers[k]);",
                 "for (int k = 0; k < 2; k++) pthread_join(threads[k], NULL);"]
        if self.special == "openmp":
            return [], ["#pragma omp parallel num_threads(2)", "{", f"    for (int m = 0; m < 3; m++) {f}(m, 2);",
                        "#pragma omp for schedule(static)", f"    for (int k = 0; k < 6; k++) {{ {f}(k, 3); for (int m = 0; m < 3; m++) sink(m); }}", "}",
                        "#pragma omp parallel for schedule(static) num_threads(2)",
                        f"for (int k = 0; k < 6; k++) {{ {f}(k, 2); for (int m = 0; m < k; m++) for (int j = 0; j < 3; j++) sink(m); }}"]
        if self.special == "fork":
            return [], ["for (int k = 0; k < 3; k++) {", f"    {f}(k, 2);", "    fflush(stdout);", "    if (fork() == 0) {",
                        f"        for (int m = 0; m < 3; m++) {f}(m, k);", "        EACH(m, 4) sink(m);", "        fflush(stdout);", "        _exit(0);", "    }",
                        "    wait(NULL);", "}"]
        return [], []

    def text(self):
        self.pointers = []
        for number in range(self.random.randrange(6, 14)):
            self.function(number)
        table = (self.pointers + [f.name for f in self.functions if f.kind in ("static", "inline")] * 2 + [self.functions[0].name] * 2)[:2]
        self.lines += [f"static int (*table[2])(int, int) = {{{', '.join(table)}}};", ""]
        before, inside = self.special_parts()
        self.lines += [*before, "", "int main(void)", "{", "    int n = 4, x = 2;"]
        for _ in range(4):
            lines, _ = self.statement(["n", "x"], 0, 20000, [])
            self.lines += ["    " + line for line in lines]
        self.lines += ["    sink(table[0](n, 2) + table[1](x, 1));", "    CALL(" + self.functions[-1].name + ", 3);"]
        # Threads write to the boxes as they come: their parts are printed before.
        self.lines += ['    printf("%g %g\\n", boxes[0].part[0], boxes[1].part[2]);', "    fflush(stdout);"]
        self.lines += [line if line.startswith("#") else "    " + line for line in inside]
        self.lines += ['    printf("%ld\\n", total);', "    return (int)(total % 5);", "}"]
        return "\n".join(self.lines) + "\n"


def program(seed):
    return Program(seed).text()


def special(seed):
    return Program(seed).special


if __name__ == "__main__":
    import sys
    print(program(int(sys.argv[1])), end="")
