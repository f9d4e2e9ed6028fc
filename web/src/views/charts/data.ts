// What the Movement Chart and the Synchronization Chart show: activities, where they ran, and what they waited for. All of
// it comes from the query engine, with the filter in force in front.
import { getMessages, getQuery, standalone } from "../../api";
import type { Messages } from "../../decode";
import { sized } from "../../format";
import { tablesOf } from "../../names";
import { run, type Range } from "../../state";
import type { Cell, QueryAnswer } from "../../types";
import type { Finish } from "./places";

export interface Activity {
    id: string; // RANK-N, or PLACE-N in a run without MPI
    path?: string; // the same in every run
    kind: string; // thread, implicit, task
    parent: string | null;
    madeAt: number | null; // region
    body: number | null; // region
    madeOn: number | null; // lane
    firstLane: number | null;
    created: number | null;
    start: number | null;
    finish: number | null;
    ran: number;
    moves: number;
}

/** A stretch in which an activity ran on a lane. */
export interface Stay {
    id: string;
    path?: string;
    kind: string;
    lane: number;
    from: number;
    to: number;
    region: number;
}

/** Why an MPI call waited, and for whom. */
export interface Cause {
    kind: number; // row of tables.wait_kinds
    lane: number;
    from: number;
    to: number;
}

export interface Wait {
    id: string;
    path?: string; // of the activity that waits
    type: string; // FINISH, CLOCK, ATOMIC, COMM
    name: string;
    from: number;
    to: number;
    object: string | null;
    holder: string | null; // activity
    about: string | null; // activity
    region: number;
    lane: number;
    open: boolean;
    cause?: Cause; // of a wait in MPI
    finish?: Finish; // of a `finish` of `#pragma tri`
}

export interface Thinned<T> {
    items: T[];
    total: number;
}

export type Row = Record<string, Cell>;

export function rowsOf(answer: QueryAnswer): Row[] {
    return answer.rows.map((cells) => Object.fromEntries(answer.columns.map((column, i) => [column.name, cells[i] ?? null])));
}

export const text = (cell: Cell | undefined): string | null => (typeof cell === "string" ? cell : null);
export const value = (cell: Cell | undefined): number | null => (typeof cell === "number" ? cell : null);

/** The call that keeps what overlaps a range. The whole run needs none; a standalone file has the answers for the whole run
 * only, of which the charts then draw a part. */
export function inside(range: Range): string {
    if (standalone() || (range.from <= 0 && range.to >= (run.peek()?.length ?? Infinity))) return "";
    return `.overlaps(${Math.floor(range.from)}ns, ${Math.ceil(range.to)}ns)`;
}

/** Rows of a chain with the largest key, and how many there are. */
export async function largest(run: number, chain: string, key: string, shape: string, most: number, signal: AbortSignal): Promise<Thinned<Row>> {
    const answer = await getQuery(run, `${chain}.sorted(x -> desc(${key})).limit(${most + 1}).map(${shape})`, most + 1, signal);
    const rows = rowsOf(answer);
    if (rows.length <= most) return { items: rows, total: rows.length };
    const total = await getQuery(run, `${chain}.count()`, 1, signal);
    return { items: rows.slice(0, most), total: Number(total.rows[0]?.[0] ?? rows.length) };
}

export async function getActivities(run: number, range: Range, most: number, signal: AbortSignal): Promise<Thinned<Activity>> {
    const shape =
        "a -> {a.activityNumber, a.activityPath, a.kind, parent: a.parent.activityNumber, a.madeAt, a.body, a.madeOn, a.firstLane, a.created, a.startTime, a.finishTime, a.ran, a.moves}";
    const { items, total } = await largest(run, `activities${inside(range)}`, "x.ran", shape, most, signal);
    return {
        total,
        items: items.map((row) => ({
            id: text(row["activityNumber"]) ?? "",
            path: text(row["activityPath"]) ?? "",
            kind: text(row["kind"]) ?? "",
            parent: text(row["parent"]),
            madeAt: value(row["madeAt"]),
            body: value(row["body"]),
            madeOn: value(row["madeOn"]),
            firstLane: value(row["firstLane"]),
            created: value(row["created"]),
            start: value(row["startTime"]),
            finish: value(row["finishTime"]),
            ran: value(row["ran"]) ?? 0,
            moves: value(row["moves"]) ?? 0,
        })),
    };
}

export async function getStays(run: number, filter: string, range: Range, most: number, signal: AbortSignal): Promise<Thinned<Stay>> {
    const chain = `${filter || "events"}.filter(e -> e.type == EXEC && present(e.about))${inside(range)}`;
    const { items, total } = await largest(run, chain, "x.duration", "e -> {id: e.about.activityNumber, path: e.about.activityPath, kind: e.about.kind, e.lane, e.startTime, e.finishTime, e.region}", most, signal);
    return {
        total,
        items: items.map((row) => ({
            id: text(row["id"]) ?? "",
            path: text(row["path"]) ?? "",
            kind: text(row["kind"]) ?? "",
            lane: value(row["lane"]) ?? 0,
            from: value(row["startTime"]) ?? 0,
            to: value(row["finishTime"]) ?? 0,
            region: value(row["region"]) ?? 0,
        })),
    };
}

/** Kinds of waits that a chart shows, as a condition on an event. */
export const WAITS = "e.type in [FINISH, CLOCK, ATOMIC] && e.region.kind != \"release\"";
export const FINISHES = "e.type == FINISH";
/** A `finish` of `#pragma tri`: each has a mark of its own. */
export const DIRECTIVES = 'e.type == FINISH && e.name == "finish"';
export const CALLS = "e.type == COMM && e.region.mpi in [\"wait\", \"collective\", \"receive\", \"send\"]";

/** The chain of the waits in a range. */
export const waitChain = (filter: string, condition: string, range: Range): string => `${filter || "events"}.filter(e -> ${condition})${inside(range)}`;

export async function getWaits(run: number, filter: string, condition: string, range: Range, most: number, signal: AbortSignal): Promise<Thinned<Wait>> {
    const chain = waitChain(filter, condition, range);
    const shape =
        "e -> {id: e.activityNumber, path: e.activityPath, e.type, e.name, e.startTime, e.finishTime, object: e.object.name, holder: e.holder.activityNumber, about: e.about.activityNumber, e.region, e.lane, e.unfinished}";
    const { items, total } = await largest(run, chain, "x.duration", shape, most, signal);
    return {
        total,
        items: items.map((row) => ({
            id: text(row["id"]) ?? "",
            path: text(row["path"]) ?? "",
            type: text(row["type"]) ?? "",
            name: text(row["name"]) ?? "",
            from: value(row["startTime"]) ?? 0,
            to: value(row["finishTime"]) ?? 0,
            object: text(row["object"]),
            holder: text(row["holder"]),
            about: text(row["about"]),
            region: value(row["region"]) ?? 0,
            lane: value(row["lane"]) ?? 0,
            open: row["unfinished"] === true,
        })),
    };
}

/** Messages as moves; a run without messages has none. */
export async function getMoves(run: number, filter: string, range: Range, lanes: string | null, most: number, signal: AbortSignal): Promise<Messages | null> {
    try {
        return await getMessages(run, { from: Math.floor(range.from), to: Math.ceil(range.to), lanes, most, filter }, signal);
    } catch (error) {
        if (signal.aborted) throw error;
        return null;
    }
}

export interface Participant {
    id: string;
    created: string; // where
    arrived: number;
    left: number | null;
}

/** Who came last, and how much later than the one before. */
export function lastOf(all: readonly Participant[]): { last: Participant; by: number | null } | null {
    const sorted = [...all].sort((a, b) => a.arrived - b.arrived);
    const last = sorted[sorted.length - 1];
    const before = sorted[sorted.length - 2];
    return last ? { last, by: before ? last.arrived - before.arrived : null } : null;
}

/** Ranks that took part in a call of MPI: all ranks of a collective operation, or the senders of the messages that the call
 * received. */
async function getRanks(run: number, wait: Wait): Promise<Participants> {
    const found = rowsOf(await getQuery(run, `collectives.filter(c -> (c.beginStart == ${wait.from}ns || c.endStart == ${wait.from}ns) && c.place.number == ${placeOf(run, wait)}).map(c -> {c.instance}).limit(1)`));
    const instance = value(found[0]?.["instance"]);
    if (instance !== null) {
        const rows = rowsOf(await getQuery(run, `collectives.filter(c -> c.instance == ${instance}).map(c -> {c.rank, c.startTime, c.finishTime}).limit(500)`));
        return { rule: "ranks of the operation", column: "arrived", all: rows.map((row) => ({ id: `rank ${row["rank"]}`, created: "", arrived: value(row["startTime"]) ?? 0, left: value(row["finishTime"]) })) };
    }
    const rows = rowsOf(await getQuery(run, `messages.filter(m -> m.receiveStart == ${wait.from}ns && m.targetPlace == ${placeOf(run, wait)}).map(m -> {m.sourceRank, m.bytes, m.startTime}).limit(500)`));
    return { rule: "senders of the messages that the call received", column: "sent", all: rows.map((row) => ({ id: `rank ${row["sourceRank"]}`, created: sized(value(row["bytes"])), arrived: value(row["startTime"]) ?? 0, left: null })) };
}

/** The number of the place on which a wait was. */
function placeOf(run: number, wait: Wait): number {
    const tables = tablesOf(run);
    return tables?.places?.number[tables.lanes.place[wait.lane] ?? 0] ?? 0;
}

export interface Participants {
    rule: string; // who is meant
    column: string; // what the time of each is
    all: Participant[];
}

/** Activities that took part in what a wait waited for. A join waits for one thread, a taskwait for the tasks that the
 * activity created, a barrier or the end of a parallel region for all who arrive at it. */
export async function getParticipants(run: number, wait: Wait): Promise<Participants> {
    if (wait.type === "COMM") return getRanks(run, wait);
    if (wait.type === "FINISH" && /taskwait|taskgroup/.test(wait.name)) {
        const rows = rowsOf(
            await getQuery(
                run,
                `activities.filter(a -> a.parent.activityNumber == "${wait.id}" && a.created <= ${wait.to}ns && a.finishTime >= ${wait.from}ns).map(a -> {a.activityNumber, madeAt: a.madeAt.line, file: a.madeAt.file, a.finishTime, a.startTime, bodyLine: a.body.line, bodyFile: a.body.file}).limit(500)`,
            ),
        );
        return { rule: "tasks that the activity created, and that had not ended when it began to wait", column: "ended", all: rows.map((row) => participant(row, "finishTime")) };
    }
    const joined = wait.about ?? (/join/.test(wait.name) ? wait.holder : null);
    if (joined) {
        const rows = rowsOf(await getQuery(run, `activities.filter(a -> a.activityNumber == "${joined}").map(a -> {a.activityNumber, madeAt: a.madeAt.line, file: a.madeAt.file, a.finishTime, a.startTime, bodyLine: a.body.line, bodyFile: a.body.file})`));
        return { rule: "the thread that was waited for", column: "ended", all: rows.map((row) => participant(row, "finishTime")) };
    }
    const rows = rowsOf(
        await getQuery(
            run,
            `events.overlaps(${Math.floor(wait.from)}ns, ${Math.ceil(wait.to) + 1}ns).filter(e -> e.region == ${wait.region} && e.execPlace == ${placeOf(run, wait)}).map(e -> {e.activityNumber, madeAt: e.activity.madeAt.line, file: e.activity.madeAt.file, e.startTime, e.finishTime, bodyLine: e.activity.body.line, bodyFile: e.activity.body.file}).limit(500)`,
        ),
    );
    return { rule: "who was there at the same time", column: "arrived", all: rows.map((row) => participant(row, "startTime")) };
}

function participant(row: Row, arrives: string): Participant {
    const line = value(row["madeAt"]);
    const body = value(row["bodyLine"]); // an implicit task is created where its parallel region is
    const created = line ? `${text(row["file"]) ?? ""}:${line}` : body ? `${text(row["bodyFile"]) ?? ""}:${body}` : "with its process, or by the run-time system";
    return { id: text(row["activityNumber"]) ?? "", created, arrived: value(row[arrives]) ?? 0, left: value(row["finishTime"]) };
}

/** Orders activities by rank or place, then by number; those of processes that are no ranks, p3-0, come last. */
export function compareIds(a: string, b: string): number {
    const [p, n] = partsOf(a);
    const [q, m] = partsOf(b);
    return Number(a.startsWith("p")) - Number(b.startsWith("p")) || p - q || n - m;
}

function partsOf(id: string): [number, number] {
    const found = /^p?(\d+)-(\d+)$/.exec(id);
    return [Number(found?.[1] ?? 0), Number(found?.[2] ?? 0)];
}
