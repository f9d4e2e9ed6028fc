// What programs with `#pragma tri` directives do: moves between places with the variables that they take along, and finishes
// with those who took part. Marks come from events, with the filter in force; their details from the archive's own tables.
import { getQuery, standalone } from "../../api";
import { quoted } from "../../parts/only";
import type { Range } from "../../state";
import type { Tables } from "../../types";
import { inside, largest, rowsOf, text, value, type Row, type Thinned, type Wait } from "./data";

/** A move of an activity to a place, by `at` or `async at`. */
export interface Move {
    id: string; // the activity that moved, or that was created there
    by: string; // the activity that executed the directive
    from: number; // numbers of places
    to: number;
    start: number;
    end: number;
    bytes: number; // NaN: not known
    region: number;
    lane: number; // that executed the directive
}

/** An execution of `finish`. */
export interface Finish {
    row: number;
    start: number; // of its statement
    participants: number;
    last: string | null; // activity
    late: number; // by which it ended after all others
    lastEnd: number | null;
}

/** True if the program has directives of places. */
export function hasPlaces(names: Tables | null): boolean {
    return names?.regions.kind.some((kind, i) => kind === "move" || (kind === "finish" && names.regions.name[i] === "finish")) ?? false;
}

/** The condition on `e` that it is an event of an activity. Activities of places get their numbers in any order; their paths are the
 * same in every run, so that a saved filter holds for all of them. */
export function ofActivity(names: Tables | null, activity: { id: string; path?: string }): string {
    const hasPath = hasPlaces(names) && activity.path?.includes("/");
    return hasPath ? `e.activityPath == ${quoted(activity.path!)}` : `e.activityNumber == ${quoted(activity.id)}`;
}

/** Name of a place by its number, as the program counts places: under MPI, its rank. */
export function placeWord(names: Tables | null, number: number): string {
    const row = names?.places?.number.indexOf(number) ?? -1;
    return `place ${names?.places?.rank[row] ?? number}`;
}

// A standalone file has these texts too: src/serve/html_charts.c.
const MOVES = "e.type == MOVE";
const MOVE = "e -> {id: e.activityNumber, about: e.about.activityNumber, e.sourcePlace, e.targetPlace, e.startTime, e.finishTime, e.bytes, e.region, e.lane}";
const MOVE_ROW = "m -> {m.row, m.activityNumber, m.activityPath, m.startTime, m.sourcePlace, m.targetPlace, m.bytesBack}";
const VARIABLE = "v -> {move: v.move.row, v.name, v.type, v.bytes, v.how, v.use, v.path}";
const FINISH = "f -> {f.row, f.activityNumber, f.startTime, f.waitTime, f.finishTime, f.participantCount, f.lastNumber, lastEnd: f.last.finishTime, f.late}";
const PARTICIPANT = "p -> {finish: p.finish.row, p.activityNumber, p.activityPath, p.created, p.finishTime, p.ran}";
const MOST_FINISHES = 1500;
const KEPT = 5000; // rows of each table that a standalone file has
const MOST_ROWS = 500; // of one move or finish

/** Moves of a time range: if there are too many, the longest. */
export async function getPlaceMoves(run: number, filter: string, range: Range, most: number, signal: AbortSignal): Promise<Thinned<Move>> {
    const { items, total } = await largest(run, `${filter || "events"}.filter(e -> ${MOVES})${inside(range)}`, "x.duration", MOVE, most, signal);
    return {
        total,
        items: items.map((row) => ({
            id: text(row["about"]) ?? text(row["id"]) ?? "",
            by: text(row["id"]) ?? "",
            from: value(row["sourcePlace"]) ?? 0,
            to: value(row["targetPlace"]) ?? -1,
            start: value(row["startTime"]) ?? 0,
            end: value(row["finishTime"]) ?? 0,
            bytes: value(row["bytes"]) ?? NaN,
            region: value(row["region"]) ?? 0,
            lane: value(row["lane"]) ?? 0,
        })),
    };
}

const keyOf = (id: string, wait: number, end: number): string => `${id} ${wait} ${end}`;

function finishOf(row: Row): Finish {
    return {
        row: value(row["row"]) ?? 0,
        start: value(row["startTime"]) ?? 0,
        participants: value(row["participantCount"]) ?? 0,
        last: text(row["lastNumber"]),
        late: value(row["late"]) ?? 0,
        lastEnd: value(row["lastEnd"]),
    };
}

/** Adds to waits in a `finish` who came last, and by how much. */
export async function addFinishes(run: number, waits: Wait[], range: Range, signal: AbortSignal): Promise<Wait[]> {
    if (!waits.some(isFinish)) return waits;
    const { items } = await largest(run, `finishes${inside(range)}`, "x.waited", FINISH, MOST_FINISHES, signal);
    const found = new Map(items.map((row) => [keyOf(text(row["activityNumber"]) ?? "", value(row["waitTime"]) ?? 0, value(row["finishTime"]) ?? 0), finishOf(row)]));
    return waits.map((wait) => {
        const finish = isFinish(wait) ? found.get(keyOf(wait.id, wait.from, wait.to)) : undefined;
        return finish ? { ...wait, finish } : wait;
    });
}

/** True for the wait of a `finish` of `#pragma tri`. */
export function isFinish(wait: Wait): boolean {
    return wait.type === "FINISH" && wait.name === "finish";
}

/** Rows of a table that fulfil a condition; a standalone file has the first rows of each table. */
async function rowsWhere(run: number, table: string, condition: string, shape: string, fits: (row: Row) => boolean, order = ""): Promise<Row[]> {
    if (standalone()) return rowsOf(await getQuery(run, `${table}.limit(${KEPT}).map(${shape})`)).filter(fits);
    return rowsOf(await getQuery(run, `${table}.filter(x -> ${condition})${order}.limit(${MOST_ROWS}).map(${shape})`)).filter(fits);
}

export interface Variable {
    name: string;
    type: string;
    bytes: number; // NaN: not known
    how: string;
    use: string;
    path: string;
}

/** The activity's path, and the variables that a move took along; null if the table does not have the move. */
export async function getMove(run: number, move: Move): Promise<{ path: string; back: number; variables: Variable[] } | null> {
    const own = (row: Row) => row["startTime"] === move.start && row["sourcePlace"] === move.from && (row["targetPlace"] ?? -1) === move.to && row["activityNumber"] === move.id;
    const [found] = await rowsWhere(run, "moves", `x.startTime == ${move.start}ns && x.sourcePlace == ${move.from}`, MOVE_ROW, own);
    const at = value(found?.["row"]);
    if (!found || at === null) return null;
    const rows = await rowsWhere(run, "variables", `x.move == ${at}`, VARIABLE, (row) => row["move"] === at);
    return {
        path: text(found["activityPath"]) ?? "",
        back: value(found["bytesBack"]) ?? 0,
        variables: rows.map((row) => ({
            name: text(row["name"]) ?? "",
            type: text(row["type"]) ?? "",
            bytes: value(row["bytes"]) ?? NaN,
            how: text(row["how"]) ?? "",
            use: text(row["use"]) ?? "",
            path: text(row["path"]) ?? "",
        })),
    };
}

export interface Member {
    id: string;
    path: string;
    created: number | null;
    ended: number | null;
    ran: number;
}

/** Who took part in a finish, and who came last; null if it is not in the table. */
export async function getFinish(run: number, wait: Wait): Promise<{ finish: Finish; members: Member[] } | null> {
    let finish = wait.finish ?? null;
    if (!finish) {
        const own = (row: Row) => keyOf(text(row["activityNumber"]) ?? "", value(row["waitTime"]) ?? 0, value(row["finishTime"]) ?? 0) === keyOf(wait.id, wait.from, wait.to);
        const [found] = await rowsWhere(run, "finishes", `x.waitTime == ${wait.from}ns`, FINISH, own);
        finish = found ? finishOf(found) : null;
    }
    if (!finish) return null;
    const { row } = finish;
    const rows = await rowsWhere(run, "participants", `x.finish == ${row}`, PARTICIPANT, (one) => one["finish"] === row, ".sorted(x -> desc(x.finishTime))");
    return {
        finish,
        members: rows.map((one) => ({
            id: text(one["activityNumber"]) ?? "",
            path: text(one["activityPath"]) ?? "",
            created: value(one["created"]),
            ended: value(one["finishTime"]),
            ran: value(one["ran"]) ?? 0,
        })),
    };
}
