import { expect, test } from "vitest";
import { readLink, writeLink, type Link } from "../src/link";

const full: Link = {
    run: 2,
    views: ["timeline", "routines"],
    active: "routines",
    range: { from: 10, to: 9_007_199_254_740 },
    lanes: [0, 1, 2, 9],
    region: 14,
    source: { file: "/a b/solver.c:x", line: 17 },
    steps: [
        { text: '.filter(e -> e.name == "a&b=c#")', on: true },
        { text: ".filter(e -> e.rank > 3)", on: false },
        { text: ".limit(10)", on: true },
    ],
    settings: { "when.subject": "execution", "bars.max": "5 s" },
    theme: "dark",
};

test("a link reproduces the state", () => {
    expect(readLink(`#${writeLink(full)}`)).toEqual(full);
});

test("a wrong link is harmless", () => {
    const got = readLink("#view=<script>,timeline&t=9-3&lanes=x&region=-1&theme=pink&run=abc&source=nothing");
    expect(got).toMatchObject({ run: 0, views: ["timeline"], range: null, lanes: null, region: null, theme: "auto", source: null });
});
