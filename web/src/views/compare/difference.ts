// Differences between the tables of two runs.
import type { Measure, Row } from "../report/report";

export interface Pair {
    key: string;
    name: string;
    first: Row | null; // null: only in the other run
    second: Row | null;
    difference: number | null; // second - first; null if one of them is not known
    change: number | null; // the difference; of a region that only one run has, all of it: gone or new
    ratio: number | null; // second / first
}

function identity(row: Row): string {
    return [row.kind, row.region, row.routine, row.file, row.seq ?? ""].join("\u0000");
}

/** Pairs the rows of two runs that are the same region: same kind, name, routine, file and position. Lines may have
 * moved. A region that only one run has is paired with nothing, and has no difference: it was not measured there. */
export function pairUp(first: readonly Row[], second: readonly Row[], measure: Measure): Pair[] {
    const others = new Map<string, Row[]>();
    for (const row of second) {
        const list = others.get(identity(row));
        if (list) list.push(row);
        else others.set(identity(row), [row]);
    }
    const pairs: Pair[] = [];
    const add = (a: Row | null, b: Row | null): void => {
        const x = a?.[measure] ?? null;
        const y = b?.[measure] ?? null;
        pairs.push({
            key: `${a?.key ?? ""}|${b?.key ?? ""}`,
            name: (a ?? b)!.name,
            first: a,
            second: b,
            difference: x === null || y === null ? null : y - x,
            change: !a ? y : !b ? (x === null ? null : 0 - x) : x === null || y === null ? null : y - x,
            ratio: x === null || y === null || x === 0 ? null : y / x,
        });
    };
    for (const row of first) add(row, others.get(identity(row))?.shift() ?? null);
    for (const rest of others.values()) for (const row of rest) add(null, row);
    return pairs;
}

export interface Coverage {
    first: number | null; // percent of the run that is in regions which both runs have
    second: number | null;
    onlyFirst: number; // regions
    onlySecond: number;
}

/** How much of each run is in regions that both have. Exclusive values add up to the run. */
export function coverageOf(pairs: readonly Pair[], measure: Measure): Coverage {
    const share = (side: "first" | "second"): number | null => {
        const sum = (list: readonly Pair[]): number => list.reduce((all, pair) => all + (pair[side]?.[measure] ?? 0), 0);
        const all = sum(pairs);
        return all > 0 ? (100 * sum(pairs.filter((pair) => pair.first && pair.second))) / all : null;
    };
    return {
        first: share("first"),
        second: share("second"),
        onlyFirst: pairs.filter((pair) => !pair.second).length,
        onlySecond: pairs.filter((pair) => !pair.first).length,
    };
}

export type Verdict = "divided" | "replicated" | "uneven" | "other" | null;

/** Which colour a verdict of `triptych compare` has. */
export function verdictClass(verdict: string | null): Verdict {
    if (!verdict) return null;
    if (verdict === "divided") return "divided";
    if (verdict === "unevenly divided") return "uneven";
    if (verdict === "replicated" || verdict === "partly replicated") return "replicated";
    return "other";
}
