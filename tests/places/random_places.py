"""random_places.py: random C programs with nested directives whose result is that of the sequential program.

What runs in parallel changes only sums, by atomic blocks, reductions and shared variables of its own; no value depends on the place."""
import random

TOP = """#include <stdio.h>
#include <triptych/array.h>
typedef unsigned long word;
struct three { word a, b[3]; short c; };
static word sums[8];
"""
BOTTOM = """
int main(void)
{
    word all = 0, result = 0, last[10];
    tri_array cells = tri_array_new("cells", 10, sizeof(word), %d);
#pragma tri finish
    {
%s
    }
    for (int i = 0; i < 8; i++) {
        word sum = 0;
        for (int p = 0; p < tri_places(); p++)
#pragma tri at(p) reduction(+:sum)
            sum += sums[i];
        printf("%%lu\\n", sum);
        all ^= sum;
    }
    tri_array_get(cells, 0, 10, last);
    for (int i = 0; i < 10; i++)
        printf("%%lu ", last[i]);
    tri_array_free(cells);
    printf("%%lu %%lu\\n", all, result);
    return 0;
}
"""


class Writer:
    def __init__(self, seed, functions):
        self.random = random.Random(seed)
        self.lines, self.names = [], 0
        self.functions = functions
        self.text = TOP

    def name(self):
        self.names += 1
        return f"v{self.names}"

    def value(self, scope):
        """An expression of what can be read: scope is [(kind, name, changeable)]."""
        choice = self.random.random()
        if not scope or choice < 0.2:
            return str(self.random.randrange(1, 50))
        kind, name, _ = self.random.choice(scope)
        read = {"word": name, "array": f"{name}[{self.random.randrange(3)}]", "vla": f"{name}[{self.random.randrange(2)}][{self.random.randrange(3)}]",
                "struct": self.random.choice([f"{name}.a", f"{name}.b[{self.random.randrange(3)}]", f"(word){name}.c"])}[kind]
        if choice < 0.6:
            return read
        return f"({read} {self.random.choice('+*^')} {self.value(scope)})"

    def place(self, scope):
        return f"(int)(({self.value(scope)}) % (word)tri_places())"

    def declare(self, indent, scope):
        kind, name = self.random.choice(["word", "word", "array", "vla", "struct"]), self.name()
        value = self.value(scope)
        if kind == "word":
            self.lines.append(f"{indent}word {name} = {value};")
        elif kind == "array":
            self.lines.append(f"{indent}word {name}[3] = {{{value}, {self.value(scope)}, 3}};")
        elif kind == "struct":
            self.lines.append(f"{indent}struct three {name} = {{.a = {value}, .b = {{1, 2, {self.value(scope)}}}, .c = 7}};")
        else:
            self.lines.append(f"{indent}word {name}[two][3];")
            self.lines.append(f"{indent}for (int i = 0; i < two * 3; i++) {name}[i / 3][i % 3] = {value} + (word)i;")
        return (kind, name, True)

    def change(self, indent, variable, scope):
        kind, name, _ = variable
        target = {"word": name, "array": f"{name}[{self.random.randrange(3)}]", "vla": f"{name}[1][{self.random.randrange(3)}]", "struct": f"{name}.b[1]"}[kind]
        self.lines.append(f"{indent}{target} += {self.value(scope)};")

    def block(self, indent, scope, depth, function):
        """Statements between braces; what they declare ends with them."""
        self.lines.append(f"{indent}{{")
        inner, mine = indent + "    ", [(kind, name, changes) for kind, name, changes in scope]
        for _ in range(self.random.randrange(1, 4)):
            self.statement(inner, mine, depth, function)
        self.lines.append(f"{indent}}}")

    @staticmethod
    def frozen(scope, but=()):
        """The scope inside a block that copies: only what is named may be changed."""
        return [(kind, name, name in but) for kind, name, _ in scope]

    def statement(self, indent, scope, depth, function):
        changeable = [variable for variable in scope if variable[2]]
        words = [variable for variable in changeable if variable[0] == "word"]
        kind = self.random.choice(["declare", "change", "atomic", "cell"] if depth == 0 else
                                  ["declare", "change", "atomic", "cell", "call", "async", "async at", "at", "at", "finish", "reduce", "share", "loop"])
        pick = self.random.choice
        if kind == "declare" or (kind in ("change", "at", "share") and not changeable) or (kind in ("reduce", "call") and not words):
            scope.append(self.declare(indent, scope))
        elif kind == "change":
            self.change(indent, pick(changeable), scope)
        elif kind == "atomic":
            self.lines += ["#pragma tri atomic", f"{indent}sums[{self.random.randrange(8)}] += {self.value(scope)};"]
        elif kind == "cell":
            index = self.name()
            self.lines += [f"{indent}{{", f"{indent}    long long {index} = (long long)(({self.value(scope)}) % 10);",
                           f"#pragma tri {pick(['', 'async '])}at(tri_array_place(cells, {index}))", "#pragma tri atomic",
                           f"{indent}    TRI_ELEMENT(word, cells, {index}) += {self.value(scope)};", f"{indent}}}"]
        elif kind == "call":
            if function:
                self.lines.append(f"{indent}{pick(words)[1]} += f{self.random.randrange(function)}({self.value(scope)}, two, cells);")
        elif kind in ("async", "async at"):
            self.lines.append("#pragma tri async" + (f" at({self.place(scope)})" if kind == "async at" else ""))
            self.block(indent, self.frozen(scope), depth - 1, function)
        elif kind == "at":
            variable = pick(changeable)
            self.lines.append(f"#pragma tri at({self.place(scope)}) copyback({variable[1]})")
            self.block(indent, self.frozen(scope, {variable[1]}), depth - 1, function)
        elif kind == "finish":
            self.lines.append("#pragma tri finish")
            self.block(indent, scope, depth - 1, function)
        elif kind == "reduce":
            name = pick(words)[1]
            self.lines += ["#pragma tri finish", f"{indent}for (word i = 0; i < {self.random.randrange(1, 5)}; i++)"]
            at = f"at({self.place([variable for variable in scope if variable[1] != name])})"  # it changes meanwhile
            self.lines.append(f"#pragma tri {pick(['async', at, 'async ' + at])} reduction(+:{name})")
            body = [variable for variable in self.frozen(scope) if variable[1] != name] + [("word", "i", False)]
            self.lines.append(f"{indent}{{")
            self.lines.append(f"{indent}    {name} += {self.value(body)};")
            self.statement(indent + "    ", body, depth - 1, function)
            self.lines.append(f"{indent}}}")
        elif kind == "share":
            variable = pick(changeable)
            way = pick([f"share({variable[1]})", f"at({self.place(scope)}) copyback({variable[1]})"])
            self.lines += ["#pragma tri finish", f"{indent}{{", f"#pragma tri async {way}"]
            self.block(indent + "    ", self.frozen(scope, {variable[1]}), depth - 1, function)
            self.lines.append(f"{indent}}}")
        else:
            self.lines.append(f"{indent}for (word i = 0; i < {self.random.randrange(1, 4)}; i++)")
            self.block(indent, scope + [("word", "i", False)], depth - 1, function)

    def write(self):
        for number in range(self.functions):
            self.lines = []
            scope = [("word", "x", False), ("word", "result", True)]
            for _ in range(6):
                self.statement("    ", scope, 3, number)
            body = "\n".join(self.lines)
            self.text += f"\nstatic word f{number}(word x, int two, tri_array cells)\n{{\n    word result = 0;\n#pragma tri finish\n    {{\n{body}\n    }}\n    return result;\n}}\n"
        calls = "\n".join(f"        result += f{number}({number + 3}, 2, cells);" for number in range(self.functions))
        return self.text + BOTTOM % (self.random.choice([0, 1, 3]), calls)
