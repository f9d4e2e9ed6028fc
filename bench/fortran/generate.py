"""generate.py: writes a tree of Fortran as large as a big code's, the same each time: fixed and free form, loops of every
kind, branches, I/O, modules, continuation lines and comments. It compiles; what it computes is of no use."""
import random

FIXED_UNIT, FREE_UNIT = 110, 90  # about so many lines each


class Writer:
    """Lines of a file. The routine being written has arrays a, b(64, 64), reals x, y, integers i to n and a text."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines = []
        self.label = 0
        self.busy = []  # variables of the loops around

    def expression(self):
        return self.random.choice((
            "a(i, j) + b(j, i)", "x*y - a(i, 1)", "sqrt(abs(x)) + b(i, j)", "0.5*(a(i, j) + a(j, i))", "b(n, j)**2",
            "max(x, y)*1.0E-3", "real(i + j)", "a(i, j)*b(i, j) + x*(y - 1.0)", "(x + y)/(1.0 + abs(a(k, k)))"))

    def target(self):
        return self.random.choice(("a(i, j)", "b(j, i)", "x", "y", "a(k, j)"))

    def condition(self):
        return self.random.choice((("x", ">", "y"), ("i", "==", "j"), ("a(i, j)", "<", "0.0"), ("mod(i, 3)", "/=", "0")))

    def pick(self, choices, depth):
        """One of the writers of statements; deep inside only simple ones."""
        simple, blocks = choices
        self.random.choice(simple if depth > 3 or self.random.random() < 0.55 else blocks)(depth)

    def variable(self):
        """One that no loop around uses; given back by done()."""
        left = [name for name in ("i", "j", "k", "l", "m") if name not in self.busy]
        self.busy.append(self.random.choice(left))
        return self.busy[-1]

    def done(self):
        self.busy.pop()

    def body(self, choices, depth, least=1, most=5):
        for _ in range(self.random.randint(least, most)):
            self.pick(choices, depth)


class Fixed(Writer):
    """FORTRAN 77."""
    OPERATORS = {">": ".GT.", "<": ".LT.", "==": ".EQ.", "/=": ".NE."}

    def put(self, text, label="", depth=0):
        text = "  " * depth + text.upper()
        self.lines.append(f"{label:>5} {text[:66]}".rstrip())
        text = text[66:]
        while text:
            self.lines.append("     &" + text[:66])
            text = text[66:]

    def test(self):
        left, operator, right = self.condition()
        return f"{left} {self.OPERATORS[operator]} {right}"

    def new_label(self):
        self.label += 10
        return self.label

    def file(self, name, lines):
        unit = 0
        while len(self.lines) < lines:
            unit += 1
            self.unit(f"{name}{unit}")
        return "\n".join(self.lines) + "\n"

    def unit(self, name):
        self.label = 0
        start = len(self.lines)
        self.lines.append(f"C     {name.upper()}: ROUTINE NUMBER {self.random.randint(1, 999)} OF THIS TREE")
        self.put(f"subroutine {name}(a, b, n, *)")
        for text in ("integer n, i, j, k, l, m, nsum", "real a(64,64), b(64,64), x, y, f, z", "character*40 text",
                     f"common /com{name}/ x, y, nsum", "data i, j, k /1, 2, 3/", "f(z) = z*z + 1.0"):
            self.put(text)
        choices = ((self.assign, self.assign, self.write, self.comment, self.call_function, self.logical_if),
                   (self.loop, self.shared_loops, self.action_loop, self.if_block, self.goto, self.enddo_loop))
        while len(self.lines) - start < FIXED_UNIT:
            self.pick(choices, 1)
        if self.random.random() < 0.2:
            self.put("return 1")
            self.put(f"entry {name}e(n, a, b)")
            self.body(choices, 1)
        self.put("return")
        self.put("end")

    choices = property(lambda self: ((self.assign, self.write, self.comment, self.logical_if),
                                     (self.loop, self.shared_loops, self.action_loop, self.if_block)))

    def assign(self, depth):
        self.put(f"{self.target()} = {self.expression()}", depth=depth)

    def call_function(self, depth):
        self.put(f"x = f(y) + f({self.expression()})", depth=depth)

    def comment(self, depth):
        self.lines.append(self.random.choice(("C     DO 10 I = 1, N  IS NOT A LOOP HERE", "*", "c     it's old", "!     new")))

    def write(self, depth):
        form = self.new_label()
        self.put(self.random.choice((f"write (6, {form}) i, x", f"write (text, {form}) j, y", f"read (5, {form}, end=9999) nsum, x")),
                 depth=depth)
        self.put(self.random.choice(("format (i5, 9Hit's  = '; e12.4)".replace(";", ","), "format (1x, i8, 'don''t', f9.3)")),
                 form)
        if "9999" in self.lines[-2] or "9999" in self.lines[-1]:
            self.put("continue", self.replace_end())

    def replace_end(self):
        """A label of this unit's own for the END= just written."""
        label = self.new_label()
        for back in range(1, 5):
            self.lines[-back] = self.lines[-back].replace("END=9999", f"END={label}")
        return label

    def logical_if(self, depth):
        self.put(f"if ({self.test()}) {self.target()} = {self.expression()}", depth=depth)

    def loop(self, depth):
        label = self.new_label()
        limits = self.random.choice(("n", "64", "n - 1, 2", "n, nsum"))
        self.put(f"do {label} {self.variable()} = 1, {limits}", depth=depth)
        self.body(self.choices, depth + 1)
        self.done()
        self.put("continue", label, depth)

    def shared_loops(self, depth):
        label = self.new_label()
        self.put(f"do{label}{self.variable()}=1,n", depth=depth)
        self.put(f"do {label}, {self.variable()} = 1, n", depth=depth)
        self.body(self.choices, depth + 2, 0, 2)
        self.done()
        self.done()
        self.put(f"{self.target()} = {self.expression()}", label, depth)

    def action_loop(self, depth):
        label = self.new_label()
        self.put(f"do {label} {self.variable()} = n, 1, -1", depth=depth)
        self.put(f"a(n, 1) = {self.expression()}", label, depth)
        self.done()

    def enddo_loop(self, depth):
        self.put(self.random.choice(("do while (x .lt. y)", f"do {self.variable()} = 1, n")), depth=depth)
        self.body(self.choices, depth + 1)
        self.put("end do", depth=depth)
        self.done()

    def if_block(self, depth):
        self.put(f"if ({self.test()}) then", depth=depth)
        self.body(self.choices, depth + 1)
        self.put("else", depth=depth)
        self.body(self.choices, depth + 1, 1, 2)
        self.put("end if", depth=depth)

    def goto(self, depth):
        first, second = self.new_label(), self.new_label()
        self.put(self.random.choice((f"if (x) {first}, {second}, {second}", f"goto ({first}, {second}), k",
                                     f"if ({self.test()}) go to {second}")), depth=depth)
        self.put(f"y = {self.expression()}", first, depth)
        self.put("continue", second)


class Free(Writer):
    """Fortran 2008."""

    def put(self, text, depth=0):
        text = "  " * depth + text
        if len(text) > 60 and self.random.random() < 0.5 and ", " in text[30:] and "'" not in text:
            cut = text.index(", ", 30) + 2
            self.lines += [text[:cut] + "&", "  " * depth + "    & " + text[cut:]]
        else:
            self.lines.append(text)

    def test(self):
        return " ".join(self.condition())

    def file(self, name, lines):
        self.lines += [f"!> Module {name} of a large tree.", f"module {name}", "  implicit none", "  private",
                       f"  public :: {name}1", "  type, public :: state", "    real :: value = 0.0",
                       "    integer, allocatable :: list(:)", "  end type state", "contains"]
        unit = 0
        while len(self.lines) < lines - 1:
            unit += 1
            self.unit(f"{name}{unit}")
        self.lines.append(f"end module {name}")
        return "\n".join(self.lines) + "\n"

    def unit(self, name):
        start = len(self.lines)
        prefix = self.random.choice(("", "", "pure ", "recursive "))
        self.lines.append("")
        self.put(f"{prefix}subroutine {name}(s, a, b, n)", 1)
        for text in ("type(state), intent(inout) :: s", "integer, intent(in) :: n", "real, intent(inout) :: a(64, 64), b(64, 64)",
                     "character(len=80) :: text", "integer :: i, j, k, l, m, number", "real :: x, y",
                     "i = 1; j = 2; k = 3; l = 4; m = 5; number = 6; x = s%value; y = 0.0; text = 'start; & go'"):
            self.put(text, 2)
        self.prefix = prefix
        self.names = 0
        while len(self.lines) - start < FREE_UNIT:
            self.pick(self.choices, 2)
        self.put(f"end subroutine {name}", 1)

    @property
    def choices(self):
        simple = [self.assign, self.assign, self.comment, self.logical_if, self.internal]
        if not self.prefix.startswith("pure"):
            simple.append(self.write)
        return simple, (self.loop, self.named, self.if_block, self.select, self.block, self.concurrent, self.while_loop)

    def assign(self, depth):
        self.put(self.random.choice((f"{self.target()} = {self.expression()}", f"s%value = {self.expression()}",
                                     f"x = {self.expression()}; y = {self.expression()}")), depth)

    def comment(self, depth):
        self.put(self.random.choice(("! do i = 1, n is no loop here", "!> it's a comment", "")), depth)

    def internal(self, depth):
        self.put("write (text, '(a, i0)') 'do i = 1, ', n", depth)

    def write(self, depth):
        self.put(self.random.choice(("print *, 'x = ', x, \"it's\", n", "write (*, '(2es12.4)') x, y",
                                     "inquire (unit=10, number=number)")), depth)

    def logical_if(self, depth):
        self.put(f"if ({self.test()}) {self.target()} = {self.expression()}", depth)

    def loop(self, depth):
        self.put(f"do {self.variable()} = {self.random.choice(('1, n', '2, 64', 'n, 1, -1', '1, n, number'))}", depth)
        self.body(self.choices, depth + 1)
        self.put("end do", depth)
        self.done()

    def while_loop(self, depth):
        self.put(f"do while ({self.test()})", depth)
        self.body(self.choices, depth + 1)
        self.put("enddo", depth)

    def named(self, depth):
        self.names += 1
        name = f"outer{self.names}"
        self.put(f"{name}: do {self.variable()} = 1, n", depth)
        self.put(f"do {self.variable()} = 1, n", depth + 1)
        self.body(self.choices, depth + 2, 1, 2)
        self.put(f"if ({self.test()}) {self.random.choice(('exit', 'cycle'))} {name}", depth + 2)
        self.put("end do", depth + 1)
        self.put(f"end do {name}", depth)
        self.done()
        self.done()

    def concurrent(self, depth):
        index = self.variable()
        self.put(f"do concurrent ({index} = 1:n)", depth)
        self.put(f"a({index}, 1) = b({index}, 1)*2.0", depth + 1)
        self.put("end do", depth)
        self.done()

    def if_block(self, depth):
        self.put(f"if ({self.test()}) then", depth)
        self.body(self.choices, depth + 1)
        self.put(f"else if ({self.test()}) then", depth)
        self.body(self.choices, depth + 1, 1, 2)
        self.put("endif", depth)

    def select(self, depth):
        self.put("select case (k)", depth)
        for case in ("(1)", "(2:5)", "default"):
            self.put(f"case {case}", depth)
            self.body(self.choices, depth + 1, 1, 2)
        self.put("end select", depth)

    def block(self, depth):
        self.put("block", depth)
        self.put("real :: z", depth + 1)
        self.put(f"z = {self.expression()}", depth + 1)
        self.body(self.choices, depth + 1, 1, 2)
        self.put("x = z", depth + 1)
        self.put("end block", depth)


def write_tree(folder, files, lines, large):
    """So many files that have so many lines together, half of them fixed and half of them free, and a file of `large`
    lines. Returns their paths, the large one last, and the lines they really have."""
    paths, total = [], 0
    for number in range(files + 1):
        free = number % 2 == 0
        name = f"{'m' if free else 's'}{number:03d}"
        wanted = large if number == files else lines // files
        text = (Free if free else Fixed)(number).file(name, wanted)
        paths.append(folder / (name + (".f90" if free else ".f")))
        paths[-1].write_text(text)
        total += text.count("\n")
    return paths, total
