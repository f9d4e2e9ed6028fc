// What the time range, the lanes and the filter in force leave of the tables. The report is of the whole run; what is
// narrowed is asked from the logged events.
import { getQuery } from "../api";
import { clean, count, ranges, time } from "../format";
import { useAnswer, type Answer } from "../parts/states";
import { growth } from "../run";
import * as state from "../state";
import type { QueryAnswer, Tables } from "../types";
import type { Raw, Report } from "./report";

/** The query for what is in force; empty: nothing is narrowed. */
export function narrowedQuery(filter: string, range: state.Range | null, lanes: readonly number[] | null): string {
    if (!filter && !range && !lanes) return "";
    let text = filter || "events";
    if (range) text += `.filter(e -> e.startTime >= ${Math.round(range.from)}ns && e.startTime < ${Math.round(range.to)}ns)`;
    if (lanes) text += `.filter(e -> e.lane in [${lanes.join(", ")}])`;
    return `${text}.groupBy(e -> e.region, e -> e.lane).aggregate(visits: count(), inclusive: sum(e -> e.duration), trips: sum(e -> e.trips), bytes: sum(e -> e.bytes))`;
}

interface Sums {
    visits: number;
    time: number;
    trips: number | null;
    bytes: number | null;
}

function plus(a: number | null, b: number | null): number | null {
    return a === null ? b : b === null ? a : a + b;
}

const TABLES: Record<string, string> = { routine: "routines", loop: "loops", io: "io", comm: "comm_sites", user: "user", sync: "sync" };

function rawOf(names: Tables, region: number, sums: Sums): Raw {
    const routine = names.regions.routine[region];
    const name = names.regions.name[region] ?? "";
    const kind = names.regions.kind[region];
    const file = names.regions.file[region];
    return {
        name,
        function: name,
        label: "",
        routine: routine ? (names.regions.name[routine] ?? "") : "",
        seq: kind === "loop" ? Number(/^loop (\d+)/.exec(name)?.[1] ?? 0) : region,
        site: region,
        file: typeof file === "number" ? (names.files[file] ?? "") : "",
        line: names.regions.line[region] ?? null,
        visits: sums.visits,
        time_ns: sums.time,
        trips: kind === "loop" ? sums.trips : null,
        trips_mean: kind === "loop" && sums.trips !== null && sums.visits > 0 ? sums.trips / sums.visits : null,
        bytes: kind === "io" || kind === "comm" ? sums.bytes : null,
    };
}

/** The answer of the query as tables of the report: each region, followed by its lanes. */
export function narrowedReport(answer: QueryAnswer, names: Tables, head: Report, lanes: readonly number[] | null): Report {
    const column = (name: string): number => answer.columns.findIndex((c) => c.name === name);
    const [region, lane, visits, inclusive, trips, bytes] = ["region", "lane", "visits", "inclusive", "trips", "bytes"].map(column) as [number, number, number, number, number, number];
    const value = (row: QueryAnswer["rows"][number], at: number): number | null => (typeof row[at] === "number" ? (row[at] as number) : null);
    const regions = new Map<number, { all: Sums; lanes: { lane: number; sums: Sums }[] }>();
    for (const row of answer.rows) {
        const of = value(row, region);
        if (of === null) continue;
        const sums: Sums = { visits: value(row, visits) ?? 0, time: value(row, inclusive) ?? 0, trips: value(row, trips), bytes: value(row, bytes) };
        const at = regions.get(of) ?? { all: { visits: 0, time: 0, trips: null, bytes: null }, lanes: [] };
        at.all = { visits: at.all.visits + sums.visits, time: at.all.time + sums.time, trips: plus(at.all.trips, sums.trips), bytes: plus(at.all.bytes, sums.bytes) };
        at.lanes.push({ lane: value(row, lane) ?? 0, sums });
        regions.set(of, at);
    }
    const report: Record<string, Raw[]> = { routines: [], loops: [], io: [], user: [], sync: [], comm_sites: [], comm: [] };
    for (const [of, at] of [...regions].sort((a, b) => b[1].all.time - a[1].all.time)) {
        const tableName = TABLES[names.regions.kind[of] ?? ""];
        if (!tableName) continue;
        report[tableName]!.push(rawOf(names, of, at.all));
        const ofLanes = at.lanes.map(({ lane: l, sums }) => ({ ...rawOf(names, of, sums), place: names.lanes.place[l] ?? 0, lane: l, rank: names.lanes.rank[l] ?? null }));
        if (tableName === "comm_sites") report["comm"]!.push(...ofLanes);
        else report[tableName]!.push(...ofLanes);
    }
    const places = lanes ? { places: new Set(lanes.map((l) => names.lanes.place[l])).size, lanes: lanes.length } : {};
    return { run: { ...(head["run"] as object), ...places }, places: head["places"], ...report };
}

export function useNarrowed(run: number): { query: string; answer: Answer<QueryAnswer | null> } {
    const query = narrowedQuery(state.filter.value, state.range.value, state.lanes.value);
    const answer = useAnswer(`narrowed ${run} ${growth.value} ${query}`, (signal): Promise<QueryAnswer | null> => (query ? getQuery(run, query, 100_000, signal) : Promise.resolve(null)));
    return { query, answer };
}

function inForce(): string {
    const parts: string[] = [];
    const { range, lanes, filter } = state;
    if (range.value) parts.push(`began from ${time(range.value.from)} to ${time(range.value.to)}`);
    if (lanes.value) parts.push(lanes.value.length > 20 ? `ran on ${count(lanes.value.length)} lanes` : `ran on lane${lanes.value.length === 1 ? "" : "s"} ${ranges(lanes.value)}`);
    if (filter.value) parts.push(`pass the filter ${clean(filter.value)}`);
    return parts.join(", and ");
}

/** Says what narrowed tables show. */
export function NarrowedNote({ onWhole }: { onWhole: () => void }) {
    return (
        <p class="strip" role="status">
            <span>Logged visits that {inForce()}. Each visit counts with its whole duration; kinds of regions that were not logged are missing.</span>
            <button type="button" onClick={onWhole}>
                Show the whole run
            </button>
        </p>
    );
}

/** Says that a view is of the whole run, while something is narrowed elsewhere. */
export function WholeRunNote({ onNarrow }: { onNarrow?: () => void }) {
    if (!state.range.value && !state.lanes.value && !state.filter.value) return null;
    return (
        <p class="strip" role="status">
            <span>These numbers are of the whole run: the chosen time range, lanes and filter do not narrow them.</span>
            {onNarrow && (
                <button type="button" onClick={onNarrow}>
                    Narrow this table
                </button>
            )}
        </p>
    );
}
