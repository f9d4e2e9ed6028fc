// What each line of a source file cost.
import { boundMark, sumMark, type Mark } from "../report/marks";
import { num, text } from "../report/report";

/** One region of a line, as the server tells it. */
export interface Cost {
    line: number;
    region: number | null; // row in tables.regions
    kind: string;
    visits: number | null;
    exclusive: number | null;
    inclusive: number | null;
    own: number | null; // ns: exclusive, without the routine's loops, which have lines of their own
    mark: Mark; // of its inclusive time
    exclusiveMark: Mark;
    ownMark: Mark;
    instructions: number | null; // exclusive, of a binary whose loops were counted
    trips: number | null;
    meanTrips: number | null;
    countMarks: CountMarks;
}

/** "≥" where a count is a lower bound. */
export interface CountMarks {
    visits: string;
    trips: string;
    meanTrips: string;
}

export interface LineCost {
    line: number;
    regions: Cost[];
    own: number | null; // ns: the sum of the line's regions; all lines add up to the time of the file
    inclusive: number | null; // ns: the largest of them, because one may be inside another
    mark: Mark; // of `inclusive`
    ownMark: Mark;
    instructions: number | null; // the sum of the line's regions
    visits: number | null; // of the outermost region of the line
    trips: number | null;
    meanTrips: number | null;
    countMarks: CountMarks;
}

export interface SourceAnswer {
    path: string;
    lines: string[]; // null if the archive has no copy
    language?: string;
    copied?: boolean;
    costs?: Record<string, unknown>[];
}

/** The mark of an exclusive time. One that is too short for one reason and too long for another is an estimate. */
function exclusiveMark(raw: Record<string, unknown>, name: string): Mark {
    return boundMark(raw[`${name}_at_least`] === true, raw[`${name}_at_most`] === true, raw["estimated"] === true || raw["at_least"] === true);
}

function countMark(raw: Record<string, unknown>, name: string): string {
    return raw[`${name}_at_least`] === true ? "≥" : "";
}

export function costsOf(answer: SourceAnswer): Cost[] {
    return (answer.costs ?? []).flatMap((raw) => {
        const line = num(raw["line"]);
        if (!line || line < 1) return [];
        return [
            {
                line,
                region: num(raw["region"]),
                kind: text(raw["kind"]),
                visits: num(raw["visits"]),
                exclusive: num(raw["exclusive"]),
                inclusive: num(raw["inclusive"]),
                own: num(raw["exclusive"]) === null ? null : num(raw["exclusive"])! - (num(raw["in_loops"]) ?? 0),
                mark: boundMark(raw["at_least"] === true, false, raw["estimated"] === true),
                exclusiveMark: exclusiveMark(raw, "exclusive"),
                ownMark: exclusiveMark(raw, "outside_loops"),
                instructions: num(raw["instructions"]),
                trips: num(raw["trips"]),
                meanTrips: num(raw["mean_trips"]),
                countMarks: { visits: countMark(raw, "visits"), trips: countMark(raw, "trips"), meanTrips: countMark(raw, "mean_trips") },
            },
        ];
    });
}

function largest(values: (number | null)[]): number | null {
    const known = values.filter((v): v is number => v !== null);
    return known.length > 0 ? Math.max(...known) : null;
}

/** Sums the regions of each line. A line without regions is not in the map. */
export function byLine(costs: readonly Cost[]): Map<number, LineCost> {
    const lines = new Map<number, LineCost>();
    for (const cost of costs) {
        let at = lines.get(cost.line);
        if (!at) {
            at = { line: cost.line, regions: [], own: null, inclusive: null, mark: "", ownMark: "", instructions: null, visits: null, trips: null, meanTrips: null, countMarks: { visits: "", trips: "", meanTrips: "" } };
            lines.set(cost.line, at);
        }
        at.regions.push(cost);
    }
    for (const at of lines.values()) {
        const known = at.regions.filter((r) => r.own !== null);
        at.own = known.length > 0 ? known.reduce((sum, r) => sum + r.own!, 0) : null;
        at.inclusive = largest(at.regions.map((r) => r.inclusive));
        at.mark = at.regions.some((r) => r.mark === "≥") ? "≥" : at.regions.some((r) => r.mark === "~") ? "~" : "";
        at.ownMark = sumMark(known.map((r) => r.ownMark));
        at.visits = largest(at.regions.map((r) => r.visits));
        const counted = at.regions.filter((r) => r.instructions !== null);
        at.instructions = counted.length > 0 ? counted.reduce((sum, r) => sum + r.instructions!, 0) : null;
        const loops = at.regions.filter((r) => r.trips !== null);
        at.trips = loops.length > 0 ? loops.reduce((sum, r) => sum + r.trips!, 0) : null;
        at.meanTrips = loops.length === 1 ? loops[0]!.meanTrips : null;
        const marked = (which: keyof CountMarks, costs: Cost[]): string => (costs.some((r) => r.countMarks[which]) ? "≥" : "");
        at.countMarks = { visits: marked("visits", at.regions), trips: marked("trips", loops), meanTrips: marked("meanTrips", loops) };
    }
    return lines;
}

/** What heats a line: its own code's time, or its instructions where no time was taken. */
export function heatOf(at: LineCost): number | null {
    return at.own ?? at.instructions;
}

/** Heat of `rows` equal stretches of a file for the minimap: each the largest share of its lines, 0 to 1. */
export function minimap(lines: ReadonlyMap<number, LineCost>, count: number, rows: number): Float64Array {
    const heat = new Float64Array(Math.max(0, rows));
    let most = 0;
    for (const at of lines.values()) most = Math.max(most, heatOf(at) ?? 0);
    if (most === 0 || count === 0 || rows === 0) return heat;
    for (const at of lines.values()) {
        const own = heatOf(at);
        if (own === null || at.line > count) continue;
        const row = Math.min(rows - 1, Math.floor(((at.line - 1) * rows) / count));
        heat[row] = Math.max(heat[row]!, own / most);
    }
    return heat;
}

/** The next line with a cost above or below `from`; null if there is none. */
export function nextHot(lines: ReadonlyMap<number, LineCost>, from: number, down: boolean): number | null {
    let best: number | null = null;
    for (const line of lines.keys()) {
        if (down ? line <= from : line >= from) continue;
        if (best === null || (down ? line < best : line > best)) best = line;
    }
    return best;
}
