import { expect, test } from "vitest";
import { choosing, fromBytes, mergeSteps, splitChain, splitStatements, toBytes } from "../src/shell/chain";

test("a chain is split into its calls", () => {
    const got = splitChain('events.filter(e -> e.name == "a).b(" && (e.rank in [1, 2])).within(1s, 2s).limit(3);');
    expect(got.stream).toBe("events");
    expect(got.calls.map((call) => call.text)).toEqual(['.filter(e -> e.name == "a).b(" && (e.rank in [1, 2]))', ".within(1s, 2s)", ".limit(3)"]);
    expect(got.complete).toBe(true);
});

test("regular expressions and divisions are told apart", () => {
    expect(splitChain("events.filter(e -> e.name.matches(/^a\\)(b/)).count()").calls).toHaveLength(2);
    expect(splitChain("events.filter(e -> e.bytes / e.duration > 1).count()").calls).toHaveLength(2);
});

test("what is still being typed is the rest", () => {
    const got = splitChain("events.filter(e -> e.rank == 1).filter(e -> (");
    expect(got.calls).toHaveLength(1);
    expect(got.complete).toBe(false);
    expect(got.rest).toBe(".filter(e -> (");
    expect(splitChain("").stream).toBe("");
    expect(splitChain('events.filter(e -> e.name == "').calls).toHaveLength(0);
});

test("only calls that choose events filter the views", () => {
    expect(choosing("events.filter(e -> e.open).groupBy(e -> e.name).count()")?.map((c) => c.name)).toEqual(["filter"]);
    expect(choosing("eventStream.within(1s)")).toHaveLength(1);
    expect(choosing("messages.filter(m -> m.tag == 1)")).toBeNull();
    expect(choosing("let a = 1; events.filter(e -> e.open)")).toHaveLength(1);
});

test("statements are split at semicolons outside of texts", () => {
    expect(splitStatements('a("x;y"); b;')).toEqual(['a("x;y")', " b"]);
});

test("steps that are off stay", () => {
    expect(mergeSteps([{ text: ".a()", on: true }, { text: ".b()", on: false }, { text: ".c()", on: true }], [".a()", ".c()", ".d()"])).toEqual([
        { text: ".a()", on: true },
        { text: ".b()", on: false },
        { text: ".c()", on: true },
        { text: ".d()", on: true },
    ]);
});

test("offsets in bytes", () => {
    expect(toBytes("aä日b", 3)).toBe(6);
    expect(fromBytes("aä日b", 6)).toBe(3);
    expect(fromBytes("a😀b", 5)).toBe(3);
});
