import { expect, test } from "vitest";
import { conditionForProbes, runCommand } from "../src/shell/command";

const on = (text: string) => ({ text, on: true });

test("the filter becomes a condition of triptych run", () => {
    expect(runCommand([on(".filter(e -> e.type == IO)")], "./heat").command).toBe("triptych run --filter 'e -> e.type == IO' ./heat");
    expect(runCommand([on(".filter(x -> x.rank == 1)"), { text: ".filter(e -> e.open)", on: false }, on(".filter(e -> e.name == 'a')")], "./heat").command).toBe(
        "triptych run --filter 'e -> (e.rank == 1) && (e.name == '\\''a'\\'')' ./heat",
    );
});

test("what cannot be a condition is said", () => {
    expect(runCommand([on(".within(1s, 2s)"), on(".filter(e -> e.open)")], "./a").left).toEqual([".within(1s, 2s)"]);
    expect(runCommand([on(".within(1s, 2s)")], "./a").command).toBe("triptych run --events ./a");
});

test("a running program takes conditions, and no other steps", () => {
    const steps = [".filter(x -> x.rank == 1)", ".within(1s, 2s)"].map((text) => ({ text, on: true }));
    expect(conditionForProbes(steps)).toEqual({ lambda: "e -> e.rank == 1", left: [".within(1s, 2s)"] });
    expect(conditionForProbes([on(".filter(e -> e.rank == 1).within(1s, 2s)")])).toEqual({ lambda: "e -> e.rank == 1", left: [".within(1s, 2s)"] });
    expect(conditionForProbes([on(".filter(e -> e.name == ').within(').filter(e -> (e.rank) == 1)")])).toEqual({ lambda: "e -> (e.name == ').within(') && ((e.rank) == 1)", left: [] });
    expect(conditionForProbes(steps.slice(0, 1))).toEqual({ lambda: "e -> e.rank == 1", left: [] });
    expect(conditionForProbes(steps.slice(1))).toEqual({ lambda: null, left: [".within(1s, 2s)"] });
});
