// Rows of the report's tables, in one shape for bars, lists and the source view. Each number is the report's.

import { boundMark, leastMark, mostMark, sumMark, type Mark } from "./marks";

/** What the report says of one region, on one lane or on all. */
export interface Measured {
    time: number | null; // ns, inclusive
    timeAtLeast: boolean;
    exclusive: number | null;
    exclusiveAtLeast: boolean;
    exclusiveAtMost: boolean;
    visits: number | null;
    visitsAtLeast: boolean;
    trips: number | null;
    tripsAtLeast: boolean;
    bytes: number | null;
    instructions: number | null;
    estimated: boolean; // its times
}

export interface LaneRow extends Measured {
    place: number;
    lane: number;
    rank: number | null;
}

export type Kind = "routine" | "loop" | "io" | "comm" | "user" | "sync" | "task";

export interface Row extends Measured {
    key: string;
    kind: Kind;
    name: string; // for people: "loop 2 of step", "fwrite of write_lines"
    region: string; // the region's own name: "step", "fwrite"; of a loop: its label, mostly empty
    routine: string; // where it is; of a routine: its own name
    seq: number | null; // position within its routine
    file: string;
    dir: string;
    line: number | null;
    percent: number | null;
    exclusivePercent: number | null;
    instructionsPercent: number | null;
    loopsTime: number | null; // the part of `exclusive` in the routine's own loops
    loopsMark: Mark;
    minTime: number | null; // of one visit
    maxTime: number | null;
    meanTrips: number | null;
    minTrips: number | null;
    maxTrips: number | null;
    waited: number | null;
    open: number;
    derived: boolean;
    untimed: number; // visits that were not timed
    note: string;
    about: string; // form of a loop, file of an I/O statement, kind of an MPI call
    lanes: LaneRow[];
}

/** One row of a table of the report, as JSON. */
export type Raw = Record<string, unknown>;
export type Report = Record<string, unknown>;

export function table(report: Report | null | undefined, name: string): Raw[] {
    const rows = report?.[name];
    return Array.isArray(rows) ? (rows as Raw[]) : [];
}

export function num(value: unknown): number | null {
    return typeof value === "number" && Number.isFinite(value) ? value : null;
}

export function text(value: unknown): string {
    return typeof value === "string" ? value : "";
}

function measured(raw: Raw): Measured {
    return {
        time: num(raw["time_ns"]),
        timeAtLeast: raw["time_at_least"] === true,
        exclusive: num(raw["exclusive_ns"]),
        exclusiveAtLeast: raw["exclusive_at_least"] === true,
        exclusiveAtMost: raw["exclusive_at_most"] === true,
        visits: num(raw["visits"]),
        visitsAtLeast: raw["visits_at_least"] === true,
        trips: num(raw["trips"]),
        tripsAtLeast: raw["trips_at_least"] === true,
        bytes: num(raw["bytes"]),
        instructions: num(raw["instructions"]),
        estimated: raw["estimated"] === true,
    };
}

/** The mark of one of its numbers. */
export function markOf(of: Measured, measure: Measure): Mark {
    if (measure === "time") return boundMark(of.timeAtLeast, false, of.estimated);
    if (measure === "exclusive") return boundMark(of.exclusiveAtLeast, of.exclusiveAtMost, of.estimated || of.timeAtLeast);
    return boundMark(measure === "visits" ? of.visitsAtLeast : measure === "trips" && of.tripsAtLeast, false, false);
}

/** A loop as people call it: by its label if it has one, else by its position. */
export function loopName(raw: Raw): string {
    const label = text(raw["label"]);
    const own = label ? `loop ${label}` : `loop ${num(raw["seq"]) ?? "?"}`;
    return raw["routine"] ? `${own} of ${text(raw["routine"])}` : own;
}

function names(raw: Raw, kind: Kind): { name: string; region: string; routine: string; about: string } {
    const routine = text(raw["routine"]);
    if (kind === "routine") return { name: text(raw["name"]), region: text(raw["name"]), routine: text(raw["name"]), about: "" };
    if (kind === "loop") {
        const type = raw["type"] === "D" ? "determined" : raw["type"] === "U" ? "undetermined" : "";
        return { name: loopName(raw), region: text(raw["label"]), routine, about: [text(raw["form"]), type].filter(Boolean).join(", ") };
    }
    if (kind === "io") {
        const call = text(raw["function"]);
        const unit = num(raw["unit"]);
        const target = text(raw["target"]) || (unit === null ? "" : `unit ${unit}`);
        return { name: routine ? `${call} of ${routine}` : call, region: call, routine, about: [text(raw["direction"]), target].filter(Boolean).join(" ") };
    }
    if (kind === "comm") {
        const call = text(raw["function"]);
        return { name: routine ? `${call} of ${routine}` : call, region: call, routine, about: text(raw["kind"]) };
    }
    const own = text(raw["name"]) || text(raw["function"]);
    return { name: routine && routine !== own ? `${own} of ${routine}` : own, region: own, routine, about: text(raw["kind"]) };
}

function toRow(raw: Raw, kind: Kind, at: number): Row {
    const line = num(raw["line"]);
    return {
        ...measured(raw),
        ...names(raw, kind),
        key: `${kind}:${at}`,
        kind,
        seq: num(raw["seq"]) ?? num(raw["site"]),
        file: text(raw["file"]),
        dir: text(raw["dir"]),
        line: line || null,
        percent: num(raw["percent"]),
        exclusivePercent: num(raw["exclusive_percent"]),
        instructionsPercent: num(raw["instructions_percent"]),
        loopsTime: num(raw["loops_ns"]),
        loopsMark: boundMark(raw["loops_at_least"] === true, raw["loops_at_most"] === true, raw["estimated"] === true || raw["time_at_least"] === true),
        minTime: num(raw["min_ns"]),
        maxTime: num(raw["max_ns"]),
        meanTrips: num(raw["trips_mean"]),
        minTrips: num(raw["trips_min"]),
        maxTrips: num(raw["trips_max"]),
        waited: num(raw["waited_ns"]),
        open: num(raw["unfinished"]) ?? 0,
        derived: raw["derived"] === true,
        untimed: num(raw["untimed"]) ?? 0,
        note: text(raw["note"]),
        lanes: [],
    };
}

function laneRow(raw: Raw): LaneRow {
    return { ...measured(raw), place: num(raw["place"]) ?? 0, lane: num(raw["lane"]) ?? 0, rank: num(raw["rank"]) };
}

/** Rows of a table that is followed by its lanes: a row with a place is one lane of the row before it. */
export function rowsOf(raws: readonly Raw[], kind: Kind): Row[] {
    const rows: Row[] = [];
    for (const raw of raws) {
        const last = rows[rows.length - 1];
        if (num(raw["place"]) !== null && last) last.lanes.push(laneRow(raw));
        else rows.push(toRow(raw, kind, rows.length));
    }
    return rows;
}

function sum(values: (number | null)[]): number | null {
    return values.length === 0 || values.some((v) => v === null) ? null : values.reduce<number>((a, b) => a + b!, 0);
}

/** What has nothing below it: inclusive and exclusive time are the same. */
function timeOnly<T extends Measured>(of: T): T {
    return { ...of, exclusive: of.time, exclusiveAtLeast: of.timeAtLeast };
}

/** MPI call sites: the report has a row per site, and one per site and rank with its time. */
export function callSites(report: Report | null | undefined): Row[] {
    const ranks = new Map<number, Raw[]>();
    for (const raw of table(report, "comm")) {
        const site = num(raw["site"]);
        if (site === null) continue;
        const list = ranks.get(site);
        if (list) list.push(raw);
        else ranks.set(site, [raw]);
    }
    return table(report, "comm_sites").map((raw, i) => {
        const each = ranks.get(num(raw["site"]) ?? -1) ?? [];
        const time = sum(each.map((r) => num(r["time_ns"])));
        const row = toRow(raw, "comm", i);
        const lanes = each.map((r) => timeOnly(laneRow({ ...r, lane: 0 })));
        const timeAtLeast = lanes.some((lane) => lane.timeAtLeast);
        return {
            ...row,
            time,
            exclusive: time,
            percent: sum(each.map((r) => num(r["percent"]))),
            exclusivePercent: sum(each.map((r) => num(r["percent"]))),
            timeAtLeast,
            exclusiveAtLeast: timeAtLeast,
            lanes,
        };
    });
}

export type TableName = "routines" | "loops" | "io" | "comm" | "user" | "sync";

const made = new WeakMap<Report, Map<TableName, Row[]>>();

/** Rows of one of the tables of bars. They are made once for each report. */
export function tableRows(report: Report | null | undefined, name: TableName): Row[] {
    if (!report) return [];
    const tables = made.get(report) ?? new Map<TableName, Row[]>();
    made.set(report, tables);
    const rows = tables.get(name) ?? makeRows(report, name);
    tables.set(name, rows);
    return rows;
}

function makeRows(report: Report, name: TableName): Row[] {
    if (name === "comm") return callSites(report);
    const kind: Kind = name === "routines" ? "routine" : name === "loops" ? "loop" : name;
    const rows = rowsOf(table(report, name), kind);
    if (name !== "io") return rows;
    return rows.map((row) => ({ ...timeOnly(row), exclusivePercent: row.percent, lanes: row.lanes.map(timeOnly) }));
}

export interface Untimed {
    kind: string;
    name: string;
    routine: string;
    visits: number | null;
    time: number | null;
    line: number | null;
    file: string;
    reason: string;
    mark: Mark; // of the time
    table: "not timed" | "excluded" | "hot" | "not measured" | "never visited";
}

const UNTIMED: [string, Untimed["table"]][] = [
    ["untimed", "not timed"],
    ["excluded", "excluded"],
    ["hot", "hot"],
    ["unmeasured", "not measured"],
    ["never", "never visited"],
];

/** Everything whose time is missing or estimated, each with the reason that the report gives. */
export function untimedRows(report: Report | null | undefined): Untimed[] {
    return UNTIMED.flatMap(([key, name]) =>
        table(report, key).map((raw) => {
            const kind = text(raw["kind"]);
            return {
                kind,
                name: kind === "loop" ? loopName({ ...raw, label: raw["name"] }) : text(raw["name"]) || text(raw["function"]),
                routine: text(raw["routine"]),
                visits: num(raw["visits"]),
                time: num(raw["time_ns"]),
                line: num(raw["line"]) || null,
                file: text(raw["file"]),
                reason: text(raw["reason"]) || (name === "never visited" ? "it was never visited" : ""),
                mark: boundMark(raw["time_at_least"] === true, false, raw["estimated"] === true),
                table: name,
            };
        }),
    );
}

export interface Spread {
    min: number;
    mean: number;
    max: number;
    marks: { min: Mark; mean: Mark; max: Mark };
    maxAt: string; // "rank 3" or "0.1"
    of: number; // number of ranks or lanes
}

export type Measure = "time" | "exclusive" | "visits" | "trips" | "bytes" | "instructions";

export const MEASURES: Record<Measure, { title: string; unit: "ns" | "count" | "bytes" }> = {
    time: { title: "inclusive time", unit: "ns" },
    exclusive: { title: "exclusive time", unit: "ns" },
    visits: { title: "visits", unit: "count" },
    trips: { title: "trips", unit: "count" },
    bytes: { title: "bytes", unit: "bytes" },
    instructions: { title: "instructions", unit: "count" },
};

export interface Part {
    label: string;
    rank: number | null;
    place: number;
    lane: number | null; // null: the sum of the rank's lanes
    value: number | null;
    mark: Mark;
}

/** The values of each rank; without ranks, of each lane. Lanes of one rank are summed. */
export function partsOf(row: { lanes: LaneRow[] }, measure: Measure): Part[] {
    const ranked = row.lanes.length > 0 && row.lanes.every((lane) => lane.rank !== null);
    const parts = new Map<string, Part>();
    for (const lane of row.lanes) {
        const key = ranked ? `${lane.rank}` : `${lane.place}.${lane.lane}`;
        const old = parts.get(key);
        if (!old)
            parts.set(key, {
                label: ranked ? `rank ${lane.rank}` : `lane ${key}`,
                rank: lane.rank,
                place: lane.place,
                lane: ranked ? null : lane.lane,
                value: lane[measure],
                mark: markOf(lane, measure),
            });
        else {
            old.mark = sumMark([old.mark, markOf(lane, measure)]);
            old.value = old.value === null || lane[measure] === null ? null : old.value + lane[measure];
        }
    }
    return [...parts.values()];
}

/** Least, mean and most of the ranks. A rank without a row never visited the region, which counts as 0. */
export function spread(parts: readonly Part[], ranks: number): Spread | null {
    if (parts.length === 0 || parts.some((part) => part.value === null)) return null;
    const of = Math.max(ranks, parts.length);
    const values = parts.map((part) => part.value!);
    const marks = parts.map((part) => part.mark);
    const absent = of > parts.length;
    const min = Math.min(...values);
    const max = Math.max(...values);
    return {
        min: absent ? 0 : min,
        mean: values.reduce((a, b) => a + b, 0) / of,
        max,
        marks: { min: absent ? "" : leastMark(marks, values.indexOf(min)), mean: sumMark(marks), max: mostMark(marks, values.indexOf(max)) },
        maxAt: parts[values.indexOf(max)]!.label,
        of,
    };
}

export function isLoopRun(report: Report | null | undefined): boolean {
    return table(report, "routines").some((row) => num(row["instructions"]) !== null);
}
