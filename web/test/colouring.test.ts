import { expect, test } from "vitest";
import { Carry, carries, languageOf, split, type Language, type TokenKind } from "../src/views/source/colouring";

function kinds(line: string, language: Language, carry = Carry.None): [TokenKind, string][] {
    return split(line, language, carry).tokens.map((t) => [t.kind, t.text]);
}

function of(kind: TokenKind, line: string, language: Language, carry = Carry.None): string[] {
    return kinds(line, language, carry).filter(([k]) => k === kind).map(([, text]) => text);
}

test("tokens put together are the line, whatever is in it", () => {
    const lines = ['for (int i = 0; i < n; i++) a[i] = 1.5e-3f; // "x" /* y', "x = 'it''s' // \"a\" ! c", "\t\u202e<script>", '"open', "/*", "c$omp parallel do", "      DO 10 I = 1, N", "1.and.2", "#define A(x) \\", ""];
    for (const language of ["c", "fortran", "fortran-fixed", "plain"] as const) for (const line of lines) for (const carry of [0, 1, 2, 3, 4]) expect(split(line, language, carry).tokens.map((t) => t.text).join("")).toBe(line);
});

test("languages by the ends of names", () => {
    expect(languageOf("a/solver.c")).toBe("c");
    expect(languageOf("grid.hpp")).toBe("c");
    expect(languageOf("ring.f")).toBe("fortran-fixed");
    expect(languageOf("RING.F")).toBe("fortran-fixed");
    expect(languageOf("kernels.f90")).toBe("fortran");
    expect(languageOf("Makefile")).toBe("plain");
});

test("C: keywords, types, calls, numbers, texts and comments", () => {
    const line = 'static int f(double x) { return printf("%d\\n", 0x1f) + 2.5e3; } /* done */';
    expect(of("keyword", line, "c")).toEqual(["static", "return"]);
    expect(of("type", line, "c")).toEqual(["int", "double"]);
    expect(of("call", line, "c")).toEqual(["f", "printf"]);
    expect(of("number", line, "c")).toEqual(["0x1f", "2.5e3"]);
    expect(of("string", line, "c")).toEqual(['"%d\\n"']);
    expect(of("comment", line, "c")).toEqual(["/* done */"]);
});

test("C: a comment over several lines, and a continued directive", () => {
    const lines = ["int a; /* one", "two", "three */ int b;", "#define MAX(a, b) \\", "    ((a) > (b) ? (a) : (b))", "int c;"];
    const carry = carries(lines, "c");
    expect([...carry.slice(0, 6)]).toEqual([0, 1, 1, 0, 2, 0]);
    expect(of("comment", lines[1]!, "c", carry[1])).toEqual(["two"]);
    expect(of("type", lines[2]!, "c", carry[2])).toEqual(["int"]);
    expect(of("directive", lines[4]!, "c", carry[4]).join("")).toBe(lines[4]);
    expect(of("string", "#include <stdio.h>", "c")).toEqual(["<stdio.h>"]);
});

test("Fortran, free form", () => {
    expect(of("keyword", "do concurrent (i = 1:n)", "fortran")).toEqual(["do", "concurrent"]);
    expect(of("comment", "x = y ! why", "fortran")).toEqual(["! why"]);
    expect(of("directive", "!$omp parallel do", "fortran")).toEqual(["!$omp parallel do"]);
    expect(of("string", "print *, 'it''s', \"! no\"", "fortran")).toEqual(["'it''s'", '"! no"']);
    expect(of("type", "real(dp), intent(in) :: u(:)", "fortran")).toEqual(["real"]);
    expect(of("call", "call sweep(u)", "fortran")).toEqual(["sweep"]);
    expect(of("plain", "end = 3", "fortran")[0]).toBe("end = ");
    expect(of("keyword", "if (a .and. .not. b) then", "fortran")).toEqual(["if", ".and.", ".not.", "then"]);
    expect(split("s = 'long &", "fortran", 0).carry).toBe(Carry.Apostrophe);
    expect(of("string", "   & text' // t", "fortran", Carry.Apostrophe)).toEqual([" text'"]);
});

test("FORTRAN 77, fixed form", () => {
    expect(kinds("C     the ring", "fortran-fixed")).toEqual([["comment", "C     the ring"]]);
    expect(kinds("* a star", "fortran-fixed")[0]![0]).toBe("comment");
    expect(kinds("c$omp parallel do", "fortran-fixed")[0]![0]).toBe("directive");
    expect(of("number", "   10 CONTINUE", "fortran-fixed")).toEqual(["   10"]);
    expect(of("keyword", "   10 CONTINUE", "fortran-fixed")).toEqual(["CONTINUE"]);
    expect(of("directive", "     & + B", "fortran-fixed")).toEqual(["     &"]);
    expect(of("keyword", "      IF (A.EQ.1.AND.B) GOTO 10", "fortran-fixed")).toEqual(["IF", ".EQ.", ".AND.", "GOTO"]);
});
