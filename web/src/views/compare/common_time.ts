// Two runs on one time axis: the axis, what each run does in equal stretches of it, and where both can be aligned.
import type { Show, Tables } from "../../types";

export interface Strip {
    name: string;
    show: Show;
    length: number; // ns of the run
    zero: number; // ns of the run that is 0 on the common axis
}

/** The common axis, in ns: what one pixel stands for is the same in both runs. */
export function commonAxis(strips: readonly { length: number; zero: number }[]): { from: number; to: number } {
    return { from: 0 - Math.max(...strips.map((s) => s.zero)), to: Math.max(...strips.map((s) => s.length - s.zero), 1) };
}

/** Shares of each class of time of a run in `bins` equal stretches of an axis. A stretch in which the run does not run
 * has 0; idle time is not listed. */
export function resample(strip: Strip, axis: { from: number; to: number }, bins: number): Map<string, Float64Array> {
    const { show } = strip;
    const width = (axis.to - axis.from) / bins;
    const first = show.start_ns - show.zero_ns - strip.zero;
    const classes = new Map<string, Float64Array>();
    show.rows.forEach((row, r) => {
        if (!row.class || row.class === "idle") return;
        const shares = classes.get(row.class) ?? new Float64Array(bins);
        classes.set(row.class, shares);
        (show.values[r] ?? []).forEach((share, c) => {
            if (!share) return;
            const from = first + c * show.length_ns;
            const to = Math.min(from + show.length_ns, strip.length - strip.zero);
            for (let bin = Math.max(0, Math.floor((from - axis.from) / width)); bin < bins && axis.from + bin * width < to; bin++) {
                const inside = Math.min(to, axis.from + (bin + 1) * width) - Math.max(from, axis.from + bin * width);
                if (inside > 0) shares[bin]! += (share * inside) / width;
            }
        });
    });
    return classes;
}

export interface Alignment {
    key: string; // in links: the name of a routine, or "loop 2 of step"
    rows: [number, number]; // of the region in both runs
}

/** "loop 2 of step", without its file and line, which may have moved. */
function nameOf(names: Tables, row: number): string {
    if (names.regions.kind[row] === "routine") return names.regions.name[row] ?? "";
    return (names.regions.label?.[row] || names.regions.name[row] || "").replace(/ \([^()]*:\d+\)$/, "");
}

/** Regions that both runs have, by name: the runs can be aligned at their first visits. */
export function alignments(first: Tables | null, second: Tables | null): Alignment[] {
    if (!first || !second) return [];
    const key = (names: Tables, row: number): string => `${names.regions.kind[row]} ${nameOf(names, row)}`;
    const others = new Map<string, number>();
    second.regions.name.forEach((_, row) => {
        if (!others.has(key(second, row))) others.set(key(second, row), row);
    });
    const found = new Map<string, Alignment>();
    first.regions.name.forEach((_, row) => {
        const other = others.get(key(first, row));
        const name = nameOf(first, row);
        if (row > 0 && other && name && !found.has(name)) found.set(name, { key: name, rows: [row, other] });
    });
    return [...found.values()].sort((a, b) => a.key.localeCompare(b.key, "en", { numeric: true }));
}
