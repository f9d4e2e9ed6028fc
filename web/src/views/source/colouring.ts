// Colours of source text: C, C++ and Fortran in both forms. A line is split into tokens; what a line needs of the lines
// before it (an open comment, a continued directive) is one small number, so that only the lines on screen are split.

export type TokenKind = "plain" | "comment" | "string" | "number" | "keyword" | "type" | "directive" | "call";

export interface Token {
    kind: TokenKind;
    text: string;
}

export type Language = "c" | "fortran" | "fortran-fixed" | "plain";

const C_KEYWORDS = new Set(
    (
        "if else for while do switch case default break continue return goto sizeof typedef struct union enum static extern " +
        "const volatile restrict inline register auto _Atomic _Alignas _Alignof _Generic _Noreturn _Static_assert _Thread_local " +
        "class public private protected virtual override final template typename namespace using new delete this operator " +
        "friend explicit mutable constexpr consteval constinit noexcept decltype static_cast dynamic_cast const_cast " +
        "reinterpret_cast throw try catch co_await co_return co_yield concept requires nullptr true false NULL"
    ).split(" "),
);
const C_TYPES = new Set(
    (
        "void char short int long float double signed unsigned bool _Bool _Complex _Imaginary size_t ssize_t ptrdiff_t intptr_t " +
        "uintptr_t int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t FILE wchar_t time_t off_t va_list " +
        "MPI_Comm MPI_Request MPI_Status MPI_Datatype MPI_Op MPI_Win MPI_File MPI_Info MPI_Group pthread_t pthread_mutex_t"
    ).split(" "),
);
const F_KEYWORDS = new Set(
    (
        "program module submodule subroutine function end use only implicit none contains interface abstract procedure call return " +
        "stop error if then else elseif endif do enddo while concurrent cycle exit continue goto go to select case where elsewhere " +
        "forall associate block critical allocate deallocate nullify read write print open close inquire rewind backspace endfile " +
        "format include data common equivalence save parameter external intrinsic entry namelist result recursive pure elemental " +
        "impure intent in out inout optional target pointer allocatable contiguous asynchronous volatile value bind dimension " +
        "private public protected import enum enumerator generic final extends deferred nopass pass non_overridable default rank is " +
        "sync all images memory lock unlock event post wait enddo endprogram endsubroutine endfunction endmodule assign pause"
    ).split(" "),
);
const F_TYPES = new Set("integer real complex logical character double precision type class kind len".split(" "));
const F_WORDS = /^\.(?:and|or|not|eqv|neqv|eq|ne|lt|le|gt|ge|true|false)\.(?:_\w+)?/i;

export function languageOf(path: string, said?: string): Language {
    const name = path.toLowerCase();
    if (/\.(?:f|for|ftn|f77|fpp|inc)$/.test(name)) return said === "fortran" && name.endsWith(".inc") ? "fortran" : "fortran-fixed";
    if (/\.(?:f90|f95|f03|f08|f18)$/.test(name)) return "fortran";
    if (/\.(?:c|h|cc|cpp|cxx|hh|hpp|hxx|cu|c\+\+|inl)$/.test(name)) return "c";
    return said === "c" || said === "fortran" ? said : "plain";
}

/** What a line leaves for the next one. */
export const enum Carry {
    None = 0,
    Comment = 1, // inside a block comment of C
    Directive = 2, // the preprocessor's line goes on
    Apostrophe = 3, // a Fortran text that is continued
    Quote = 4,
}

class Splitter {
    readonly tokens: Token[] = [];
    at = 0;
    constructor(readonly line: string) {}
    take(kind: TokenKind, end: number): void {
        if (end <= this.at) return;
        const last = this.tokens[this.tokens.length - 1];
        const text = this.line.slice(this.at, end);
        if (last && last.kind === kind) last.text += text;
        else this.tokens.push({ kind, text });
        this.at = end;
    }
    rest(kind: TokenKind): void {
        this.take(kind, this.line.length);
    }
    match(pattern: RegExp): string {
        pattern.lastIndex = this.at;
        return pattern.exec(this.line)?.[0] ?? "";
    }
    get here(): string {
        return this.line[this.at] ?? "";
    }
    get done(): boolean {
        return this.at >= this.line.length;
    }
}

const NUMBER = /(?:0[xX][\da-fA-F']+(?:\.[\da-fA-F]*)?(?:[pP][+-]?\d+)?|0[bB][01']+|(?:\d[\d']*\.?\d*|\.\d+)(?:[eEdDqQ][+-]?\d+)?)\w*/y;
const WORD = /[A-Za-z_$][\w$]*/y;

/** The end of a text that begins at `from`; -1 if the line ends inside it. */
function endOfText(line: string, from: number, quote: string, escapes: boolean): number {
    for (let i = from; i < line.length; i++) {
        if (escapes && line[i] === "\\") i++;
        else if (line[i] === quote) {
            if (!escapes && line[i + 1] === quote) i++;
            else return i + 1;
        }
    }
    return -1;
}

function splitC(line: string, carry: Carry): { tokens: Token[]; carry: Carry } {
    const s = new Splitter(line);
    let directive = carry === Carry.Directive;
    if (carry === Carry.Comment) {
        const end = line.indexOf("*/");
        if (end < 0) {
            s.rest("comment");
            return { tokens: s.tokens, carry };
        }
        s.take("comment", end + 2);
    }
    if (!directive && /^\s*(?:#|%:)/.test(line) && carry === Carry.None) directive = true;
    while (!s.done) {
        const two = line.slice(s.at, s.at + 2);
        if (two === "//") s.rest("comment");
        else if (two === "/*") {
            const end = line.indexOf("*/", s.at + 2);
            if (end < 0) {
                s.rest("comment");
                return { tokens: s.tokens, carry: Carry.Comment };
            }
            s.take("comment", end + 2);
        } else if (s.here === '"' || s.here === "'") {
            const end = endOfText(line, s.at + 1, s.here, true);
            s.take("string", end < 0 ? line.length : end);
        } else if (directive) {
            const include = /^\s*#\s*include\s*$/.test(line.slice(0, s.at)) ? s.match(/<[^>]*>/y) : "";
            if (include) s.take("string", s.at + include.length);
            else s.take("directive", s.at + 1);
        } else if (/[\d.]/.test(s.here) && s.match(NUMBER)) s.take("number", s.at + s.match(NUMBER).length);
        else {
            const word = s.match(WORD);
            if (!word) s.take("plain", s.at + 1);
            else {
                const called = /^\s*\(/.test(line.slice(s.at + word.length));
                const kind = C_KEYWORDS.has(word) ? "keyword" : C_TYPES.has(word) ? "type" : called ? "call" : "plain";
                s.take(kind, s.at + word.length);
            }
        }
    }
    return { tokens: s.tokens, carry: directive && /\\\s*$/.test(line) ? Carry.Directive : Carry.None };
}

const QUOTES: Partial<Record<Carry, string>> = { [Carry.Apostrophe]: "'", [Carry.Quote]: '"' };
const F_DIRECTIVE = /^[!cC*]\$(?:omp|acc|\s)|^[!cC*](?:dir|dec|gcc|ibm)\$/i;

function splitFortran(line: string, carry: Carry, fixed: boolean): { tokens: Token[]; carry: Carry } {
    const s = new Splitter(line);
    if (line.startsWith("#")) {
        s.rest("directive");
        return { tokens: s.tokens, carry };
    }
    if (fixed && /^[cC*!dD]/.test(line)) {
        s.rest(F_DIRECTIVE.test(line) ? "directive" : "comment");
        return { tokens: s.tokens, carry };
    }
    if (fixed) {
        const label = /^\s{0,4}\d{1,5}/.exec(line.slice(0, 5))?.[0];
        if (label) s.take("number", label.length);
        if (/^\s{5}[^\s0]/.test(line)) s.take("directive", 6); // a continued line
        else carry = Carry.None; // a new statement
    } else if (carry !== Carry.None) {
        const lead = /^\s*&/.exec(line)?.[0];
        if (lead) s.take("plain", lead.length);
    }
    const quote = QUOTES[carry];
    if (quote) {
        const end = endOfText(line, s.at, quote, false);
        if (end < 0) {
            s.rest("string");
            return { tokens: s.tokens, carry: fixed || /&\s*$/.test(line) ? carry : Carry.None };
        }
        s.take("string", end);
    }
    while (!s.done) {
        if (s.here === "!") {
            s.rest(F_DIRECTIVE.test(line.slice(s.at)) ? "directive" : "comment");
        } else if (s.here === '"' || s.here === "'") {
            const open = s.here;
            const end = endOfText(line, s.at + 1, open, false);
            if (end < 0) {
                s.rest("string");
                const goesOn = fixed || /&\s*$/.test(line);
                return { tokens: s.tokens, carry: !goesOn ? Carry.None : open === "'" ? Carry.Apostrophe : Carry.Quote };
            }
            s.take("string", end);
        } else if (s.here === "." && F_WORDS.test(line.slice(s.at))) {
            s.take("keyword", s.at + F_WORDS.exec(line.slice(s.at))![0].length);
        } else if (/[\d.]/.test(s.here) && s.match(NUMBER)) {
            // 1.and.2: the point belongs to the operator
            const digits = s.match(/\d+(?=\.(?:and|or|not|eqv|neqv|eq|ne|lt|le|gt|ge)\.)/iy);
            s.take("number", s.at + (digits || s.match(NUMBER)).length);
        } else {
            const word = s.match(WORD);
            if (!word) s.take("plain", s.at + 1);
            else {
                const small = word.toLowerCase();
                const after = line.slice(s.at + word.length);
                const assigned = /^\s*(?:\([^()]*\)\s*)?=(?!=)/.test(after) && line.slice(0, s.at).trim() === "";
                const called = /\bcall\s+$/i.test(line.slice(0, s.at));
                const kind = assigned ? "plain" : F_KEYWORDS.has(small) ? "keyword" : F_TYPES.has(small) ? "type" : called ? "call" : "plain";
                s.take(kind, s.at + word.length);
            }
        }
    }
    return { tokens: s.tokens, carry: Carry.None };
}

export function split(line: string, language: Language, carry: Carry): { tokens: Token[]; carry: Carry } {
    if (line.length > 5000 || language === "plain") return { tokens: line ? [{ kind: "plain", text: line }] : [], carry };
    return language === "c" ? splitC(line, carry) : splitFortran(line, carry, language === "fortran-fixed");
}

/** What each line needs of those before it. */
export function carries(lines: readonly string[], language: Language): Uint8Array {
    const all = new Uint8Array(lines.length + 1);
    let carry = Carry.None;
    for (let i = 0; i < lines.length; i++) {
        all[i] = carry;
        if (language === "c" || language === "fortran" || language === "fortran-fixed") carry = split(lines[i]!, language, carry).carry;
    }
    return all;
}
