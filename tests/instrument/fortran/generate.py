"""generate.py: random Fortran programs, in fixed and free form, with what each statement is.

    program = generate.Program(random.Random(seed), free=True)
    program.text        the bytes
    program.statements  [(kind, label, normalised text)], kinds as source.h spells them: IF:GOTO for IF (...) GOTO
    program.comments    the lines that belong to no statement, in their order

The programs are laid out as badly as the rules allow: blanks inside names and keywords (fixed form), continuation in the
middle of names and character constants, comments between continuation lines, tabs, labels anywhere in their columns."""
import re

NAMES = ["a", "b", "x", "y", "i", "j", "n", "alpha", "do10i", "if1", "endx", "callme", "realx", "data1", "format1", "goto3",
         "hollow", "readme", "wherever", "e5", "d2", "h", "doh", "elsewhat", "return2", "p_q", "integerx", "endif2", "thenx"]
ARRAYS = ["v", "w", "if", "read", "do", "format", "where", "call", "type"]

TOKEN = re.compile(r"'(?:[^']|'')*'|\"(?:[^\"]|\"\")*\"|\{[^}]*\}|[a-z_][a-z0-9_]*|[0-9]+|\*\*|//|=>|==|/=|<=|>=|::|.", re.S)

SPECIFICATIONS = [
    ("DECLARATION", "real $n , $n ( 3 )"), ("DECLARATION", "integer * 8 $n"), ("DECLARATION", "real * 4 h , hollow"),
    ("DECLARATION", "character * 8 $n * 4 , $n"), ("DECLARATION", "double precision $n"),
    ("DECLARATION", "dimension $n ( 2 , 3 )"), ("DECLARATION", "common / $n / $n , $n ( 4 )"),
    ("DECLARATION", "parameter ( $n = $e )"), ("DECLARATION", "external $n"), ("DECLARATION", "save"),
    ("DECLARATION", "save $n"), ("DECLARATION", "equivalence ( $n , $n )"), ("DECLARATION", "logical $n"),
    ("DECLARATION", "integer , dimension ( 3 ) :: $n = $e"), ("DECLARATION", "real ( 8 ) , parameter :: $n = $e , $n = $e"),
    ("DECLARATION", "type ( $n ) , pointer :: $n => null ( )"), ("DECLARATION", "namelist / $n / $n"),
    ("DECLARATION", "complex $n / ( 1.0 , 2.0 ) /"), ("DATA", "data $n , $n / $k , 2 * $k /"),
    ("DATA", "data ( $n ( i ) , i = 1 , 3 ) / 3 * $k /"), ("IMPLICIT", "implicit real * 8 ( a - h , o - z )"),
    ("DECLARATION", "intrinsic sin"), ("DECLARATION", "volatile $n"), ("DECLARATION", "byte $n"),
]

ACTIONS = [
    ("ASSIGNMENT", "$n = $e"), ("ASSIGNMENT", "$n = $e"), ("ASSIGNMENT", "$v ( $e ) = $e"), ("ASSIGNMENT", "$v ( $e , 2 ) = $e"),
    ("ASSIGNMENT", "$n % $n ( 3 ) = $e"), ("ASSIGNMENT", "$n ( 1 : 2 ) = $c"), ("ASSIGNMENT", "$n => $n"),
    ("CALL", "call $s"), ("CALL", "call $s ( $e , $c , * $l )"), ("CALL", "call $s ( $h , $n )"), ("CALL", "call $n % $s ( )"),
    ("IO", "print * , $e"), ("IO", "print 10 , $e , $c"), ("IO", "print $c , $n"), ("IO", "read * , $n"),
    ("IO", "read ( 5 , * , end = $l ) $n"), ("IO", "read ( unit = $n , fmt = $c , err = $l ) $n"),
    ("IO", "write ( 6 , $c ) $e"), ("IO", "write ( $n , 10 , err = $l ) ( $n ( i ) , i = 1 , 3 )"),
    ("IO", "open ( 10 , file = $c , err = $l )"), ("IO", "close ( $n )"), ("IO", "inquire ( file = $c , exist = $n )"),
    ("IO", "rewind 10"), ("IO", "backspace ( $n )"), ("IO", "end file ( 10 )"), ("IO", "flush ( 6 )"),
    ("GOTO", "goto $l"), ("GOTO", "go to ( $l , $l ) , $n"), ("GOTO", "go to $n"), ("ASSIGN", "assign $l to $n"),
    ("RETURN", "return"), ("STOP", "stop"), ("STOP", "stop 3"), ("STOP", "stop $c"), ("STOP", "error stop $c"),
    ("STOP", "call exit ( 3 )"), ("CONTINUE", "continue"), ("ACTION", "allocate ( $n ( 3 ) )"), ("ACTION", "nullify ( $n )"),
    ("ACTION", "where ( $v > 0 ) $v = $e"), ("ACTION", "forall ( i = 1 : 3 ) $v ( i ) = $e"), ("ACTION", "pause"),
]


class Program:
    def __init__(self, random, free):
        self.random, self.free = random, free
        self.statements, self.comments, self.out = [], [], []
        self.label = 100
        self.joinable = False  # the last statement may have another on its line
        for _ in range(random.randint(1, 3)):
            self.unit()
        self.comment_lines()
        newline = random.choice(["\n", "\n", "\n", "\r\n"])
        self.text = "".join(line + "\n" for line in self.out).replace("\n", newline).encode()
        self.comments = [line.replace("\n", newline).encode() for line in self.comments]

    # what is written

    def expand(self, template):
        """The template's tokens, with its placeholders filled in."""
        random, result = self.random, []
        for word in template.split():
            if word == "$n":
                result.append(random.choice(NAMES))
            elif word == "$s":
                result.append("sub" + random.choice(NAMES))
            elif word == "$v":
                result.append(random.choice(ARRAYS))
            elif word == "$l":
                result.append(str(random.randint(1, 99)))
            elif word == "$c":
                result.append(self.constant())
            elif word == "$k":
                result.append(random.choice(["1", "2.5", self.constant(), self.hollerith()]))
            elif word == "$h":
                result.append(self.hollerith())
            elif word == "$e":
                result += self.expression()
            else:
                result.append(word)
        return result

    def constant(self):
        quote = self.random.choice("'\"")
        inside = "".join(self.random.choice(["a", "B", " ", "  ", ";", "!", "(", ")", ",", "=", "&x", "''" if quote == "'" else "'",
                                             "do 10", "it"]) for _ in range(self.random.randint(0, 6)))
        return quote + inside + quote

    def hollerith(self):
        inside = "".join(self.random.choice("aB ',;!(=)&x") for _ in range(self.random.randint(1, 6))).rstrip("&") + "z"
        return f"{len(inside)}H{inside}"

    def expression(self, depth=0):
        random = self.random
        choice = random.randint(0, 9)
        if choice < 4 or depth > 2:
            return [random.choice(NAMES)]
        if choice < 6:
            return [random.choice(["1", "23", "1.5", "1.0e5", ".true.", "2.d0"])]
        if choice == 6:
            return ["sin", "(", *self.expression(depth + 1), ",", *self.expression(depth + 1), ")"]
        if choice == 7:
            return ["(", *self.expression(depth + 1), ")"]
        if choice == 8:
            return [self.constant()]
        operator = random.choice(["+", "-", "*", "/", "**", ".eq.", ".and.", "==", "/=", "<=", "//"])
        return [*self.expression(depth + 1), operator, *self.expression(depth + 1)]

    # what it means

    def unit(self):
        random = self.random
        kind = random.choice(["PROGRAM", "SUBROUTINE", "SUBROUTINE", "FUNCTION", "FUNCTION", "BLOCK_DATA", "MODULE", "headless"])
        name = "u" + random.choice(NAMES)
        if kind == "MODULE":
            self.add("MODULE", ["module", name])
            self.specifications()
            self.add("CONTAINS", ["contains"])
            for _ in range(random.randint(1, 2)):
                self.procedure(random.choice(["SUBROUTINE", "FUNCTION"]), "u" + random.choice(NAMES), modern=True)
            self.add("END_UNIT", random.choice([["end"], ["end", "module"], ["end", "module", name]]))
        elif kind == "BLOCK_DATA":
            self.add(kind, ["block", "data", name])
            self.specifications()
            self.add("END_UNIT", random.choice([["end"], ["end", "block", "data"]]))
        elif kind in ("PROGRAM", "headless"):
            if kind == "PROGRAM":
                self.add(kind, ["program", name])
            else:
                self.add("DECLARATION", ["integer", "k"])
            self.specifications()
            self.body(0)
            self.add("END_UNIT", ["end"])
        else:
            self.procedure(kind, name)

    def procedure(self, kind, name, modern=False):
        random = self.random
        head = [kind.lower(), name, "(", random.choice(NAMES), ",", random.choice(NAMES), ")"]
        if kind == "FUNCTION" and random.random() < 0.6:
            head = random.choice([["real"], ["integer", "*", "8"], ["double", "precision"], ["character", "*", "(", "*", ")"]]) + head
        elif random.random() < 0.3:
            head = ["recursive"] + head
        self.add(kind, head)
        self.specifications()
        self.body(0)
        if kind == "SUBROUTINE" and random.random() < 0.2:
            self.add("ENTRY", ["entry", "e" + name, "(", "x", ")"])
            self.body(1)
        self.add("END_UNIT", ["end", kind.lower(), name] if modern else random.choice([["end"], ["end", kind.lower()]]))

    def specifications(self):
        random = self.random
        arrays = [token for array in ARRAYS for token in (array, "(", "9", ")", ",")]
        self.add("DECLARATION", ["dimension", *arrays[:-1]])
        for _ in range(random.randint(0, 4)):
            kind, template = random.choice(SPECIFICATIONS)
            self.add(kind, self.expand(template))
        if random.random() < 0.2:
            self.add("USE", ["use", "other", ",", "only", ":", "q"])
        if random.random() < 0.2:
            self.add("TYPE", ["type", "::", "t"])
            self.add("DECLARATION", ["real", "::", "end", "=", "3"])
            self.add("END_TYPE", ["end", "type"])

    def body(self, depth):
        for _ in range(self.random.randint(1, 5 if depth < 2 else 2)):
            if depth < 3 and self.random.random() < 0.35:
                self.construct(depth)
            else:
                self.action()

    def action(self):
        random = self.random
        kind, template = random.choice(ACTIONS)
        tokens = self.expand(template)
        choice = random.random()
        if choice < 0.15:
            self.add("IF:" + kind, ["if", "(", *self.expression(), ")", *tokens])
        elif choice < 0.2:
            self.add("ARITHMETIC_IF", self.expand("if ( $e ) $l , $l , $l"))
        elif choice < 0.25:
            self.label += 1
            text = random.choice(["format ( 1x , $h , i5 )", "format ( $c , f10.3 )", "format ( 3x , 2 ( i5 , 1h, ) )"])
            self.add("FORMAT", self.expand(text) if "1h," not in text else
                     ["format", "(", "3x", ",", "2", "(", "i5", ",", "1H,", ")", ")"], self.label)
        else:
            self.label += 1
            self.add(kind, tokens, self.label if random.random() < 0.1 else 0)

    def construct(self, depth):
        random = self.random
        choice = random.randint(0, 8)
        name = ["c" + random.choice(NAMES)] if random.random() < 0.3 else []
        if choice == 0:
            self.add("IF_THEN", self.expand("if ( $e ) then"), name=name)
            self.body(depth + 1)
            if random.random() < 0.5:
                self.add("ELSE", random.choice([["else"], ["else", "if", "(", *self.expression(), ")", "then"]]))
                self.body(depth + 1)
            self.add("END_IF", ["end", "if", *name])
        elif choice == 1:
            self.add("DO", self.expand(random.choice(["do $n = $e , $e", "do $n = $e , $e , $e", "do while ( $e )", "do"])), name=name)
            self.body(depth + 1)
            if random.random() < 0.3:
                self.add(*random.choice([("EXIT", ["exit", *name]), ("CYCLE", ["cycle", *name])]))
            self.add("END_DO", ["end", "do", *name])
        elif choice in (2, 3):
            self.label += 1
            label, count = self.label, random.randint(1, 3)
            for _ in range(count):
                self.add("DO", ["do", str(label), random.choice(NAMES), "=", *self.expression(), ",", *self.expression()])
            self.body(depth + 1)
            self.add(*random.choice([("CONTINUE", ["continue"]), ("ASSIGNMENT", ["x", "=", "1"]), ("CALL", ["call", "s"])]), label)
        elif choice == 4:
            self.add("SELECT", self.expand("select case ( $n )"), name=name)
            self.add("CASE", self.expand("case ( 1 , 3 : 5 )"))
            self.body(depth + 1)
            self.add("CASE", ["case", "default"])
            self.add("END_SELECT", ["end", "select", *name])
        elif choice == 5:
            self.add("WHERE_THEN", self.expand("where ( $v > 0 )"))
            self.add("ASSIGNMENT", self.expand("$v = $e"))
            self.add("ELSEWHERE", ["else", "where"])
            self.add("END_WHERE", ["end", "where"])
        elif choice == 6:
            self.add("BLOCK", ["block"], name=name)
            self.body(depth + 1)
            self.add("END_BLOCK", ["end", "block", *name])
        elif choice == 7:
            self.add("ASSOCIATE", self.expand("associate ( $n => $e )"), name=name)
            self.body(depth + 1)
            self.add("END_ASSOCIATE", ["end", "associate", *name])
        else:
            self.add("DO", self.expand("do concurrent ( i = 1 : $n , j = 1 : 3 )"))
            self.body(depth + 1)
            self.add("END_DO", ["end", "do"])

    # how it is laid out

    def add(self, kind, tokens, label=0, name=()):
        normal = "".join(normalise(token) for token in tokens)
        self.statements.append((kind, label, normal))
        join = self.free and self.joinable and not label and self.random.random() < 0.08
        if not join:
            self.comment_lines()
        if name:
            tokens = [*name, ":", *tokens]
        if self.free:
            self.add_free(tokens, label, join)
        else:
            self.add_fixed(tokens, label)

    def comment_lines(self, inside=False):
        """Comments, which are remembered when they stand between statements."""
        random = self.random
        while random.random() < 0.12:
            kinds = ["", "   ", "! do 10 i = 1, 10", "   ! call s('"]
            if not self.free:
                kinds += ["C     CALL S", "c it's a comment", "*", "      ! CALL S", "D     CALL S", "\t! x = 'a"]
            line = random.choice(kinds)
            self.out.append(line)
            if not inside:
                self.comments.append(line + "\n")

    def add_free(self, tokens, label, join):
        random = self.random
        line = self.out.pop() + random.choice([";", " ; ", ";; "]) if join else " " * random.choice([0, 0, 2, 7])
        line += f"{label} " if label else ""
        last = ""
        for token in tokens:
            constant = is_constant(token)
            apart = last and is_word(last[-1]) and (is_word(token[0]) or constant) and not is_constant(last)
            blanks = " " * random.choice([0, 0, 1, 2])
            if apart and not blanks:
                blanks = " "
            if apart and last in ("end", "else", "go", "double", "block", "select") and random.random() < 0.3 and \
                    token in ("do", "if", "where", "to", "precision", "data", "case", "select", "file", "program", "subroutine"):
                blanks = ""
            if last and (random.random() < 0.06 or len(line) > 90):
                self.out.append(line + blanks + random.choice([" &", "&", "& ! it's", "&  "]))
                self.comment_lines(inside=True)
                line = random.choice(["  ", "", " & " if not (apart and not blanks) else " &"])
                if apart and "&" in line and not blanks:
                    line += " "
                if apart and not line and not blanks:
                    line = " "
                blanks = ""
            shown = token if constant else random_case(random, token)
            if len(shown) > 2 and random.random() < 0.05 and shown != "1H,":
                cut = random.randint(1, len(shown) - 1)
                if shown[cut - 1] != "&" and shown[cut:cut + 1] != "&":
                    self.out.append(line + blanks + shown[:cut] + "&")
                    self.comment_lines(inside=True)
                    line, blanks, shown = "   &", "", shown[cut:]
            line += blanks + shown
            last = token
        self.joinable = random.random() < 0.9 and len(line) < 60
        if not self.joinable:
            line += random.choice(["  ! it's (", " !x", "   "])
        self.out.append(line)

    def add_fixed(self, tokens, label):
        random = self.random
        tab = random.random() < 0.1
        if tab:
            line, column = (str(label) if label else "") + "\t", 6
        else:
            digits = str(label) if label else ""
            field = digits.rjust(random.randint(len(digits), 5)) if digits else ""
            line = field.ljust(5) + random.choice(["  "[:1], "0"]) if digits or random.random() < 0.2 else "      "
            column = 6
        line += " " * random.choice([0, 0, 1, 4])
        column = 6 + (len(line) - line.index("\t") - 1 if tab else len(line) - 6)
        written = False
        for token in tokens:
            constant = is_constant(token)
            shown = token if constant else random_case(random, token)
            for place, character in enumerate(shown):
                inside = constant and place > 0
                if column >= 72 or (written and not inside and random.random() < 0.01):
                    if not inside and column < 72 and random.random() < 0.3:
                        line += " ! it's"
                    elif column == 72 and not tab:
                        line += "SEQ00001"
                    self.out.append(line)
                    self.comment_lines(inside=True)
                    tab = random.random() < 0.1
                    line = "\t" + random.choice("123456789") if tab else "     " + random.choice("123456789&$.+*!X")
                    column = 6
                if not inside and column < 71 and random.random() < 0.06:
                    line, column = line + " ", column + 1
                line, column, written = line + character, column + 1, True
        if column < 60 and random.random() < 0.1:
            line += random.choice(["  ! it's (", " !x", "   "])
        self.out.append(line)


def is_constant(token):
    return token[0] in "'\"" or re.match(r"[0-9]+H", token) is not None


def is_word(character):
    return character.isalnum() or character in "_."


def random_case(random, text):
    return text.upper() if random.random() < 0.4 else text


def normalise(token):
    if token[0] in "'\"":
        return token
    match = re.match(r"([0-9]+)H", token)
    return match.group(1) + "h" + token[match.end():] if match else token.lower()
