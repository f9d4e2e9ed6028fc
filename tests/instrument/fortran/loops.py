"""loops.py: random Fortran programs made of loops, of every kind and in every place, which end after few steps.

    text = loops.Free(random.Random(seed)).program()      free form: a module, its procedures and a main program
    text = loops.Fixed(random.Random(seed)).program()     FORTRAN 77, with labels

Conditions depend on a number that each of them stirs, so that every branch is taken sometimes. A procedure calls only
procedures that come later, and each takes of the fuel that is left."""

ROUTINES = 8
FUEL = 300


class Writer:
    """One procedure at a time: its statements, in the form of the class."""

    def __init__(self, random, openmp=False):
        self.random, self.openmp = random, openmp
        self.lines = []
        self.label = 0
        self.names = 0
        self.quiet = False  # nothing is called in the procedure that is written
        self.vary = 0.5  # how many bounds are not constant
        self.variables = []  # of the loops around
        self.loops = []  # names of the DO constructs around, None: it has none
        self.routine = 0
        self.busy = 0  # inside what other threads run

    def chance(self, share):
        return self.random.random() < share

    def put(self, text, depth, label=None):
        raise NotImplementedError

    def new_label(self):
        self.label += 10
        return self.label

    def variable(self):
        """A variable that no loop around uses."""
        return next(name for name in ("i", "j", "k", "l", "m", "ii", "jj", "kk") if name not in self.variables)

    def condition(self):
        self.put(f"q = mod(q*{self.random.choice((5, 7, 11))} + {self.random.randint(1, 9)}, 1009)", self.depth)
        return f"mod(q, {self.random.choice((2, 3, 4))}) {self.EQUAL} {self.random.choice((0, 1))}"

    def bound(self):
        """The end of a loop from about 1."""
        constant = ["2", "3", "4", "n5", "n3 + 1", "(2*n3 - 3)"]
        varying = ["n", "n - 1", "n + 1", "min(n, 3)", "mod(q, 4)", "ix(mod(q, 4) + 1)", "mv", "kv", "mod(n + mv, 3)"]
        varying += [f"{name}" for name in self.variables] + [f"{name} - 1" for name in self.variables]
        return self.random.choice(varying if self.chance(self.vary) else constant)

    def limits(self):
        choice = self.random.randint(0, 9)
        if choice < 5:
            return f"1, {self.bound()}"
        if choice == 5:
            return f"{self.bound()}, 1, -1"
        if choice == 6:
            return f"{self.random.choice(('0', '2', 'n3', '-1'))}, {self.bound()}, {self.random.choice(('1', '2', 'n3'))}"
        if choice == 7 and self.variables:
            return f"{self.random.choice(self.variables)} + 1, {self.random.choice(('3', 'n5', 'n'))}"
        if choice == 8:
            return self.random.choice(("1, 0", "5, 1", "n, 0", "1, 20", "20, 1, -2"))
        return f"1, {self.bound()}, {self.random.choice(('2', 'mv'))}" if self.chance(0.3) else f"1, {self.bound()}"

    def simple(self, depth):
        """A statement without a jump."""
        choice = self.random.randint(0, 11)
        self.depth = depth
        if choice < 5:
            self.put(self.random.choice(("s = s + 1.5", "a(mod(q, 8) + 1) = s*0.5", "s = s + a(2) - a(3)", "q = q + 1",
                                         "s = s + sqrt(abs(a(1)))")), depth)
        elif choice == 5:
            self.put(self.random.choice(("kv = mod(q, 5)", "mv = mod(q, 3) + 1", "n = n + 1", "ix(2) = mod(q, 5)")), depth)
        elif choice == 6:
            self.put(f"if ({self.condition()}) s = s - 1.0", depth)
        elif choice < 9 and not self.quiet:
            self.call(depth)
        else:
            self.put("s = s + 0.25", depth)

    def body(self, depth, least=1, most=3):
        for _ in range(self.random.randint(least, most)):
            self.statement(depth)

    def statement(self, depth):
        self.depth = depth
        if depth > 5 or len(self.variables) > 4 or self.chance(0.45):
            self.simple(depth)
        elif self.chance(0.25):
            self.jump(depth)
        elif self.chance(0.3):
            self.branch(depth)
        else:
            self.loop(depth)


class Free(Writer):
    EQUAL = "=="

    def put(self, text, depth, label=None):
        self.lines.append((f"{label} " if label else "") + "  " * depth + text)

    def call(self, depth):
        if self.routine + 1 >= ROUTINES or self.busy:
            return
        other = self.random.randint(self.routine + 1, ROUTINES - 1)
        self.put(self.random.choice((f"call s{other}(mod(q, 4), a)", f"s = s + f{other}(mod(q, 3))",
                                     f"call s{other}(n, a)")), depth)

    def open_loop(self, head, depth, name=None):
        self.loops.append(name)
        self.put((f"{name}: " if name else "") + head, depth)

    def close_loop(self, depth):
        name = self.loops.pop()
        self.put("end do" + (f" {name}" if name else ""), depth)

    def new_name(self):
        self.names += 1
        return f"loop{self.names}" if self.chance(0.3) else None

    def loop(self, depth):
        choice = self.random.randint(0, 11)
        if choice < 7:
            name, variable = self.new_name(), self.variable()
            self.open_loop(f"do {variable} = {self.limits()}", depth, name)
            self.variables.append(variable)
            self.body(depth + 1)
            self.variables.pop()
            self.close_loop(depth)
        elif choice == 7:
            self.put("t = 0", depth)
            self.open_loop(f"do while (t < {self.random.choice(('3', 'n', 'mod(q, 4)'))})", depth, self.new_name())
            self.put("t = t + 1", depth + 1)
            if self.chance(0.5):
                self.fixed_loop(depth + 1)
            self.close_loop(depth)
        elif choice == 8:
            self.open_loop("do", depth, self.new_name())
            self.put("u = u - 1", depth + 1)
            self.put("if (u <= 0) exit", depth + 1)
            if self.chance(0.5):
                self.fixed_loop(depth + 1)
            self.put("if (mod(u, 3) == 0) exit", depth + 1)
            self.close_loop(depth)
        elif choice == 9:
            variable = self.variable()
            self.put(f"do concurrent ({variable} = 1:{self.random.choice(('3', 'min(n, 8)', 'n3'))})", depth)
            self.put(f"a({variable}) = a({variable}) + 1.0", depth + 1)
            self.put("end do", depth)
        elif choice == 10:
            label, variable = self.new_label(), self.variable()
            self.loops.append(None)
            self.put(f"do {label} {variable} = {self.limits()}", depth)
            self.variables.append(variable)
            self.body(depth + 1)
            self.variables.pop()
            self.loops.pop()
            self.put("continue", depth, label)
        else:
            self.nest(depth)

    def fixed_loop(self, depth):
        variable = self.variable()
        self.put(f"do {variable} = 1, {self.random.choice(('2', '3', 'n5', 'n'))}", depth)
        self.put("s = s + 1.0", depth + 1)
        self.put("end do", depth)

    def nest(self, depth):
        """Loops right in each other, and nothing else."""
        count = self.random.randint(2, 3)
        for level in range(count):
            variable = self.variable()
            self.open_loop(f"do {variable} = {self.limits()}", depth + level, self.new_name())
            self.variables.append(variable)
        self.put("a(mod(q, 8) + 1) = a(1) + 1.0", depth + count)
        for level in reversed(range(count)):
            self.variables.pop()
            self.close_loop(depth + level)

    def branch(self, depth):
        choice = self.random.randint(0, 4)
        if choice < 2:
            self.put(f"if ({self.condition()}) then", depth)
            self.body(depth + 1, 1, 2)
            if self.chance(0.5):
                self.put("else", depth)
                self.body(depth + 1, 1, 2)
            self.put("end if", depth)
        elif choice == 2:
            self.condition()
            self.put("select case (mod(q, 3))", depth)
            for case in ("(0)", "(1)", "default"):
                self.put(f"case {case}", depth)
                self.body(depth + 1, 1, 1)
            self.put("end select", depth)
        elif choice == 3:
            self.put("block", depth)
            self.put("integer :: kv", depth + 1)
            self.put("kv = 2", depth + 1)
            self.body(depth + 1, 1, 2)
            self.put("end block", depth)
        else:
            self.put("associate (kv => ix(3))", depth)
            self.body(depth + 1, 1, 2)
            self.put("end associate", depth)

    def jump(self, depth):
        condition = self.condition()
        choice = self.random.randint(0, 6)
        if choice < 4 and self.loops:
            named = [name for name in self.loops if name]
            name = " " + self.random.choice(named) if named and self.chance(0.6) else ""
            self.put(f"if ({condition}) {self.random.choice(('exit', 'cycle'))}{name}", depth)
        elif choice == 4 and not self.busy and self.chance(0.4):
            self.put(f"if ({condition}) return", depth)
        elif choice == 5:
            label = self.new_label()
            self.put(f"if ({condition}) goto {label}", depth)
            self.body(depth, 1, 2)
            self.put("continue", depth, label)
        else:
            label = self.new_label()
            self.put("continue", depth, label)
            self.simple(depth)
            self.put("u = u - 1", depth)
            self.put(f"if (u > 0 .and. mod(u, 2) == 0) goto {label}", depth)

    DECLARATIONS = ("integer, parameter :: n3 = 3", "integer :: i, j, k, l, m, ii, jj, kk, q, t, u, kv, ix(4), n",
                    "real(8) :: s, a(8)")

    def start(self, depth, seed):
        for text in ("i = 0; j = 0; k = 0; l = 0; m = 0; ii = 0; jj = 0; kk = 0; t = 0; u = 6; kv = 2; s = 0.0d0", "ix = [2, 0, 3, 1]",
                     f"q = {seed}"):
            self.put(text, depth)

    def procedure(self, number):
        self.routine, self.label = number, 0
        self.quiet = self.chance(0.5)
        self.vary = self.random.choice((0.1, 0.5, 0.8))
        function = self.chance(0.3)
        for form in ("subroutine", "function"):
            self.label, self.names, self.loops, self.variables = 0, 0, [], []
            name = f"{form[0]}{number}"
            prefix = self.random.choice(("", "recursive ", "")) if not self.quiet else self.random.choice(("", "pure "))
            is_pure = prefix == "pure " and form == "function"
            if form == "subroutine":
                self.put(f"{'' if prefix == 'pure ' else prefix}subroutine {name}(given, b)", 1)
                self.put("real(8), intent(inout) :: b(8)", 2)
            else:
                self.put(f"{prefix}real(8) function {name}(given)", 1)
            self.put("integer, intent(in) :: given", 2)
            for text in self.DECLARATIONS:
                self.put(text, 2)
            self.start(2, number + 3)
            self.put("n = given", 2)
            if form == "subroutine":
                self.put("a = b", 2)
                self.put(f"if (fuel <= 0) return", 2)
                self.put("fuel = fuel - 1", 2)
            else:
                self.put("a = 1.0d0", 2)
                self.put(f"{name} = 0.0d0", 2)
                if not is_pure:
                    self.put("if (fuel <= 0) return", 2)
                    self.put("fuel = fuel - 1", 2)
            if form == "function" and not function:
                self.put("s = s + n", 2)
            else:
                self.module_variable(not is_pure)
                self.body(2, 2, 5)
            self.put("b = a + s*1.0d-3" if form == "subroutine" else f"{name} = s + a(1)", 2)
            self.put(f"end {form}", 1)

    def module_variable(self, writes):
        """mv is the module's; a pure function has one of its own."""
        if not writes:
            start = max(index for index, line in enumerate(self.lines) if "integer, intent(in) :: given" in line)
            self.lines.insert(start + 1, "    integer :: mv")
            self.put("mv = 2", 2)

    def parallel(self, depth):
        """Loops that several threads run, with variables of their own."""
        kind = self.random.choice(("parallel do", "do", "tasks", "sections"))
        private = "private(i, j, k, l, m, ii, jj, kk, q, t, u, kv, ix, n, s, a)"
        self.busy += 1
        self.quiet, kept = True, self.quiet
        if kind == "parallel do":
            self.put(f"!$omp parallel do {private}", depth)
            self.threads_loop(depth)
        elif kind == "do":
            self.put(f"!$omp parallel {private}", depth)
            self.start(depth + 1, 5)
            self.put("n = 3; a = 1.0d0", depth + 1)
            self.fixed_loop(depth + 1)
            self.put("!$omp do", depth + 1)
            self.threads_loop(depth + 1)
            self.nest(depth + 1)
            self.put("!$omp end parallel", depth)
        else:
            self.put(f"!$omp parallel {private}", depth)
            self.put("!$omp sections" if kind == "sections" else "!$omp single", depth + 1)
            for _ in range(2):
                self.put("!$omp section" if kind == "sections" else f"!$omp task {private}", depth + 1)
                self.start(depth + 2, 4)
                self.put("n = 2; a = 1.0d0", depth + 2)
                self.nest(depth + 2)
                if kind != "sections":
                    self.put("!$omp end task", depth + 1)
            self.put("!$omp end sections" if kind == "sections" else "!$omp end single", depth + 1)
            self.put("!$omp end parallel", depth)
        self.quiet = kept
        self.busy -= 1

    def threads_loop(self, depth):
        """A loop whose passes are independent of each other."""
        self.put("do i = 1, 6", depth)
        self.start(depth + 1, 7)
        self.lines[-3] = self.lines[-3].replace("i = 0; j", "j", 1)
        self.put("n = mod(i, 3); a = 1.0d0; q = q + i", depth + 1)
        self.variables.append("i")
        self.body(depth + 1, 2, 3)
        self.variables.pop()
        self.put("end do", depth)

    def program(self):
        self.lines = ["module parts", "  implicit none", "  integer, parameter :: n5 = 5", "  integer :: fuel = " + str(FUEL),
                      "  integer :: mv = 2" if not self.openmp else "  integer, parameter :: mv = 2", "contains"]
        for number in range(ROUTINES):
            self.procedure(number)
        if self.openmp:
            self.lines = [line for line in self.lines if "mv = mod" not in line and not line.endswith(":: mv") and
                          line.strip() != "mv = 2"]
            self.put("subroutine threads", 1)
            for text in self.DECLARATIONS:
                self.put(text, 2)
            self.start(2, 1)
            self.put("n = 3; a = 1.0d0", 2)
            self.loops, self.variables, self.routine = [], [], 0
            for _ in range(4):
                self.parallel(2)
            self.put("end subroutine", 1)
            self.lines = [line for line in self.lines if "mv = mod" not in line]
        self.put("end module", 0)
        self.lines += ["program main", "  use parts", "  implicit none", "  real(8) :: b(8), s", "  integer :: r",
                       "  b = 1.0d0; s = 0.0d0", "  do r = 1, 4", "    fuel = " + str(FUEL), "    call s0(mod(r, 4), b)",
                       "    s = s + f1(r)"]
        if self.openmp:
            self.lines.append("    call threads")
        self.lines += ["  end do", "  print '(es12.4)', s + sum(b)", "end program"]
        return "\n".join(self.lines) + "\n"


class Fixed(Writer):
    EQUAL = ".EQ."

    def put(self, text, depth, label=None):
        text = "  " * min(depth, 6) + text.upper()
        self.lines.append(f"{label or '':>5} {text[:66]}".rstrip())
        for start in range(66, len(text), 66):
            self.lines.append("     &" + text[start:start + 66])

    def call(self, depth):
        if self.routine + 1 >= ROUTINES:
            return
        other = self.random.randint(self.routine + 1, ROUTINES - 1)
        self.put(self.random.choice((f"call s{other}(mod(q, 4), a)", f"s = s + f{other}(mod(q, 3))")), depth)

    def loop(self, depth):
        label = self.new_label()
        count = self.random.choice((1, 1, 1, 2, 3))
        self.loops.append(label)
        for level in range(count):
            variable = self.variable()
            self.put(f"do {label}{self.random.choice((' ', ', '))}{variable} = {self.limits()}", depth + level)
            self.variables.append(variable)
            if level + 1 < count and self.chance(0.4):
                self.simple(depth + level + 1)
        self.body(depth + count, 1 if count == 1 else 0, 3)
        del self.variables[-count:]
        self.loops.pop()
        if self.chance(0.3):
            self.put("s = s + 1.5", depth, label)
        else:
            self.put("continue", depth, label)

    def branch(self, depth):
        self.put(f"if ({self.condition()}) then", depth)
        self.body(depth + 1, 1, 2)
        if self.chance(0.4):
            self.put("else", depth)
            self.body(depth + 1, 1, 2)
        self.put("end if", depth)

    def jump(self, depth):
        condition = self.condition()
        choice = self.random.randint(0, 7)
        if choice < 3 and self.loops:
            self.put(f"if ({condition}) go to {self.loops[-1]}", depth)
        elif choice == 3:
            self.put(f"if ({condition}) go to 9000", depth)
        elif choice == 4:
            first, second = self.new_label(), self.new_label()
            self.put(self.random.choice((f"if (mod(q, 3) - 1) {first}, {first}, {second}",
                                         f"go to ({first}, {second}), mod(q, 3) + 1")), depth)
            self.put("s = s + 1.0", depth, first)
            self.body(depth, 1, 1)
            self.put("continue", depth, second)
        elif choice == 5:
            label = self.new_label()
            self.put(f"if ({condition}) goto {label}", depth)
            self.body(depth, 1, 2)
            self.put("continue", depth, label)
        elif choice == 6:
            self.put(f"if ({condition}) return", depth)
        else:
            label = self.new_label()
            self.put("continue", depth, label)
            self.simple(depth)
            self.put("u = u - 1", depth)
            self.put(f"if (u .gt. 0 .and. mod(u, 2) .eq. 0) goto {label}", depth)

    def unit(self, number, form):
        self.routine, self.label, self.loops, self.variables = number, 0, [], []
        name = f"{form[0]}{number}"
        if form == "subroutine":
            self.put(f"subroutine {name}(given, b)", 0)
        else:
            self.put(f"double precision function {name}(given)", 0)
        for text in ("integer given, i, j, k, l, m, ii, jj, kk, q, t, u, kv, ix(4), n, n3, n5, mv, fuel",
                     "double precision s, a(8)" + (", b(8)" if form == "subroutine" else ""),
                     "double precision " + ", ".join(f"f{other}" for other in range(ROUTINES) if form == "subroutine" or other != number),
                     "parameter (n3 = 3, n5 = 5)", "common /parts/ fuel, mv"):
            self.put(text, 0)
        for text in ("u = 6", "t = 0", "kv = 2", "s = 0.0d0", "ix(1) = 2", "ix(2) = 0", "ix(3) = 3", "ix(4) = 1",
                     f"q = {number + 3}", "n = given"):
            self.put(text, 0)
        for text in ("i", "j", "k", "l", "m", "ii", "jj", "kk"):
            self.put(f"{text} = 0", 0)
        label = self.new_label()
        self.put(f"do {label} i = 1, 8", 0)
        self.put("a(i) = b(i)" if form == "subroutine" else "a(i) = 1.0d0", 0, label)
        if form == "function":
            self.put(f"{name} = 0.0d0", 0)
        self.put("if (fuel .le. 0) return", 0)
        self.put("fuel = fuel - 1", 0)
        self.body(0, 2, 5)
        self.put("continue", 0, 9000)
        self.put("b(1) = a(1) + s*1.0d-3" if form == "subroutine" else f"{name} = s + a(1)", 0)
        self.put("end", 0)

    def program(self):
        for text in ("program main", "double precision b(8), s, f1", "integer r, fuel, mv", "common /parts/ fuel, mv",
                     "mv = 2", "s = 0.0d0", "do 10 r = 1, 8"):
            self.put(text, 0)
        self.put("b(r) = 1.0d0", 0, 10)
        self.put("do 20 r = 1, 4", 0)
        self.put(f"fuel = {FUEL}", 0)
        self.put("call s0(mod(r, 4), b)", 0)
        self.put("s = s + f1(r)", 0)
        self.put("continue", 0, 20)
        self.put("write (*, '(e12.4)') s + b(1)", 0)
        self.put("end", 0)
        for number in range(ROUTINES):
            self.quiet = self.chance(0.5)
            self.vary = self.random.choice((0.1, 0.5, 0.8))
            for form in ("subroutine", "function"):
                self.unit(number, form)
        return "\n".join(self.lines) + "\n"
