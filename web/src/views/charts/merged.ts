// Waits that are too many to be drawn one by one: merged by activity, type and stretch of time, so that none is missing.
import { getQuery } from "../../api";
import type { Range } from "../../state";
import { type Thinned, type Wait, waitChain } from "./data";

/** Waits of an activity that began in the same stretch of time. */
export interface MergedWaits {
    id: string;
    type: string;
    lane: number;
    from: number; // of the stretch
    to: number;
    waited: number; // sum of their durations
    count: number;
}

export interface AllWaits extends Thinned<Wait> {
    merged: MergedWaits[];
    below: number; // ns: waits up to this length are merged; 0: none
    missing: number; // waits that could not be asked for
}

const BINS = 500;
const MOST_GROUPS = 100000;

/** Splits a list of the longest waits: those up to the length of the shortest, or too short to be seen, are merged with those
 * that the list does not have. */
export function splitAt(waits: Thinned<Wait>, least: number): { items: Wait[]; below: number } {
    const lengths = waits.items.map((wait) => wait.to - wait.from);
    const below = Math.max(least, Math.min(...lengths));
    return { items: waits.items.filter((_, i) => lengths[i]! > below), below };
}

/** Adds the waits that a list of the longest ones does not have. A standalone file has the list only. */
export async function withMerged(run: number, filter: string, condition: string, range: Range, waits: Thinned<Wait>, signal: AbortSignal): Promise<AllWaits> {
    if (waits.items.length >= waits.total) return { ...waits, merged: [], below: 0, missing: 0 };
    const bin = Math.max(1, Math.ceil((range.to - range.from) / BINS));
    const { items, below } = splitAt(waits, bin);
    const chain = (width: number) =>
        `${waitChain(filter, condition, range)}.filter(e -> e.duration <= ${below}ns).groupBy(id: e -> e.activityNumber, e -> e.type, e -> e.lane, bin: e -> whole(e.startTime / ${width}ns)).aggregate(n: count(), t: sum(e -> e.duration))`;
    let width = Math.max(bin, below);
    try {
        let answer = await getQuery(run, chain(width), MOST_GROUPS, signal);
        while (answer.rows.length >= MOST_GROUPS && width < range.to - range.from) {
            width *= 5; // so many activities that some groups were left off
            answer = await getQuery(run, chain(width), MOST_GROUPS, signal);
        }
        const at = (name: string) => answer.columns.findIndex((column) => column.name === name);
        const [id, type, lane, bin, n, t] = ["id", "type", "lane", "bin", "n", "t"].map(at) as [number, number, number, number, number, number];
        const merged = answer.rows.map((row) => {
            const from = Number(row[bin] ?? 0) * width;
            return { id: String(row[id] ?? ""), type: String(row[type] ?? ""), lane: Number(row[lane] ?? 0), from, to: from + width, waited: Number(row[t] ?? 0), count: Number(row[n] ?? 0) };
        });
        return { items, total: waits.total, merged, below, missing: waits.total - items.length - merged.reduce((sum, one) => sum + one.count, 0) };
    } catch (error) {
        if (signal.aborted) throw error;
        return { ...waits, merged: [], below: 0, missing: waits.total - waits.items.length };
    }
}
