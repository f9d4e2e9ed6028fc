// Synchronization Chart: time from left to right, activities PLACE-N from top to bottom; who waits in which finish, barrier,
// lock or MPI call, since when, and for whom.
import { useMemo, useState } from "preact/hooks";
import { getReport, getWaitList } from "../../api";
import { timeAxis } from "../../draw/axis";
import { classColour, ink, textOn } from "../../draw/colours";
import { SvgPainter, type Painter } from "../../draw/painter";
import { linear } from "../../draw/scale";
import { TimeCanvas, type Hit } from "../../draw/TimeCanvas";
import { clean, count, csv, time } from "../../format";
import { laneLabel, regionName, regionShort, tablesOf } from "../../names";
import { LaneBox } from "../../parts/lane_box";
import { Legend } from "../../parts/legend";
import { Empty, Failed, Loading, useAnswer } from "../../parts/states";
import { growth } from "../../run";
import { useSavable } from "../../savable";
import * as state from "../../state";
import { dark } from "../../theme";
import type { Tables, WaitList } from "../../types";
import type { ViewProps } from "../../views";
import { CALLS, compareIds, getActivities, getWaits, WAITS, type Activity, type Thinned, type Wait } from "./data";
import { showActivity, showWait } from "./details";

const LEFT = 96;
const RIGHT = 14;
const TOP = 26;
const MOST_WAITS = 2000;
const MOST_ACTIVITIES = 1500;

/** One line of the report: who waits now, in which call, for whom. */
interface Stuck {
    place: number;
    lane: number;
    stuck: boolean;
    circle: number | null;
    sentence: string;
}

interface Data {
    activities: Thinned<Activity>;
    waits: Thinned<Wait>;
    now: Stuck[];
}

const TYPES: { type: string; name: string; colour: (isDark: boolean) => string }[] = [
    { type: "FINISH", name: "finish", colour: (d) => classColour(4, d) },
    { type: "CLOCK", name: "barrier or condition", colour: (d) => classColour(3, d) },
    { type: "ATOMIC", name: "lock", colour: (d) => classColour(1, d) },
    { type: "COMM", name: "MPI call", colour: (d) => classColour(2, d) },
];

function waitColour(type: string, isDark: boolean): string {
    return (TYPES.find((entry) => entry.type === type) ?? TYPES[0]!).colour(isDark);
}

interface Scene {
    data: Data;
    rows: string[]; // activities, from top to bottom
    names: Tables;
    range: state.Range;
    width: number;
    height: number;
    run: number;
}

interface WaitHit extends Hit {
    wait: Wait | null;
    activity: Activity | null;
}

/** Activities that fit: all that wait or run, or those that waited longest. */
export function chooseRows(activities: readonly Activity[], waits: readonly Wait[], lanes: readonly number[] | null, most: number): { rows: string[]; total: number } {
    const waited = new Map<string, number>();
    for (const wait of waits) waited.set(wait.id, (waited.get(wait.id) ?? 0) + wait.to - wait.from);
    const on = lanes ? new Set(lanes) : null;
    const laneOf = new Map(waits.map((wait) => [wait.id, wait.lane]));
    const ids = new Set<string>(waited.keys());
    for (const activity of activities) if (activity.kind === "thread") ids.add(activity.id);
    for (const activity of activities) if (on && activity.firstLane !== null && !on.has(activity.firstLane)) ids.delete(activity.id);
    const all = [...ids].filter((id) => !on || !laneOf.has(id) || on.has(laneOf.get(id)!));
    const chosen = all.sort((a, b) => (waited.get(b) ?? 0) - (waited.get(a) ?? 0) || compareIds(a, b)).slice(0, most);
    return { rows: chosen.sort(compareIds), total: all.length };
}

/** Adds to calls of MPI why they waited, and for which lane. */
export function withCauses(waits: Wait[], late: WaitList | null): Wait[] {
    if (!late) return waits;
    const by = new Map(late.waits.map((one) => [`${one.lane} ${one.start}`, one]));
    return waits.map((wait) => {
        const found = wait.type === "COMM" ? by.get(`${wait.lane} ${wait.from}`) : undefined;
        return found ? { ...wait, cause: { kind: late.kinds[found.kind]?.kind ?? "wait", lane: found.for_lane } } : wait;
    });
}

/** The activity that a wait waits for: who holds the object, whose end it is, or the thread of the late lane. */
function waitsFor(scene: Scene, wait: Wait): string {
    if (wait.holder ?? wait.about) return wait.holder ?? wait.about ?? "";
    const lane = wait.cause?.lane;
    return lane === undefined ? "" : (scene.data.activities.items.find((one) => one.kind === "thread" && one.firstLane === lane)?.id ?? "");
}

function rowHeight(scene: Scene): number {
    return Math.min(46, (scene.height - TOP - 8) / Math.max(1, scene.rows.length));
}

function drawSync(painter: Painter, scene: Scene, isDark: boolean, selected: Wait | null): void {
    const colours = ink(isDark);
    const room = rowHeight(scene);
    const x = linear(scene.range.from, scene.range.to, LEFT, painter.width - RIGHT);
    const at = new Map(scene.rows.map((id, i) => [id, i]));
    const byId = new Map(scene.data.activities.items.map((activity) => [activity.id, activity]));
    timeAxis(painter, scene.range, LEFT, painter.width - RIGHT, 12, TOP - 4, Math.min(painter.height, TOP + room * scene.rows.length), isDark);
    const step = Math.max(1, Math.ceil(12 / room));
    scene.rows.forEach((id, i) => {
        const y = TOP + i * room;
        if (i % step === 0) painter.text(LEFT - 8, y + room / 2, id, { colour: colours.text, size: room < 12 ? 10 : 12, align: "right", mono: true, most: LEFT - 12 });
        if (room > 8) painter.line(LEFT, y + room - 0.5, painter.width - RIGHT, y + room - 0.5, colours.line);
    });
    painter.clip(LEFT, TOP - 2, painter.width - LEFT - RIGHT, painter.height, () => {
        scene.rows.forEach((id, i) => {
            const activity = byId.get(id);
            if (!activity || activity.start === null || activity.finish === null) return;
            const y = TOP + i * room + room / 2;
            painter.rect(x(activity.start), y - Math.max(1, room * 0.08), Math.max(1, x(activity.finish) - x(activity.start)), Math.max(2, room * 0.16), classColour(0, isDark), 0.55);
        });
        for (const wait of [...scene.data.waits.items].sort((a, b) => b.to - b.from - (a.to - a.from))) {
            const row = at.get(wait.id);
            if (row === undefined) continue;
            const left = x(wait.from);
            const w = Math.max(1, x(wait.to) - left);
            const y = TOP + row * room + room * 0.16;
            const h = room * 0.68;
            const colour = waitColour(wait.type, isDark);
            const faint = state.region.value !== null && state.region.value !== wait.region;
            painter.rect(left, y, w, h, colour, faint ? 0.3 : 1);
            if (wait.open) painter.frame(left + 0.5, y + 0.5, w - 1, h - 1, isDark ? "#ff8080" : "#b00020", 2);
            const seen = Math.max(left, LEFT);
            const words = wait.object ? clean(wait.object) : regionShort(scene.names, wait.region);
            if (left + w - seen > 44 && h >= 11) painter.text(seen + 5, y + h / 2, words, { colour: faint ? colours.faint : textOn(colour), size: 11, most: left + w - seen - 9 });
        }
        for (const wait of scene.data.waits.items) if (wait.open || wait === selected) drawArrow(painter, scene, wait, x, at, room, isDark);
    });
}

/** An arrow from who waits to whom it waits for. */
function drawArrow(painter: Painter, scene: Scene, wait: Wait, x: (ns: number) => number, at: ReadonlyMap<string, number>, room: number, isDark: boolean): void {
    const from = at.get(wait.id);
    const to = at.get(waitsFor(scene, wait));
    if (from === undefined || to === undefined || from === to) return;
    const colour = isDark ? "#ffffff" : wait.open ? "#8e0019" : ink(isDark).text;
    const middle = Math.max(LEFT + 24, Math.min(painter.width - RIGHT - 40, x((Math.max(wait.from, scene.range.from) + Math.min(wait.to, scene.range.to)) / 2)));
    const px = middle + (from - (scene.rows.length - 1) / 2) * Math.min(22, 120 / scene.rows.length);
    const y1 = TOP + from * room + room / 2;
    const y2 = TOP + to * room + room / 2;
    const sign = Math.sign(y2 - y1);
    painter.line(px, y1, px, y2 - sign * 5, colour, 2);
    painter.circle(px, y1, 2.5, colour);
    painter.path([px - 4, y2 - sign * 8, px, y2 - sign, px + 4, y2 - sign * 8], colour, 1.5, colour);
}

function hitAt(scene: Scene, px: number, py: number): WaitHit | null {
    const room = rowHeight(scene);
    const row = Math.floor((py - TOP) / room);
    const id = scene.rows[row];
    if (id === undefined || py < TOP) return null;
    const x = linear(scene.range.from, scene.range.to, LEFT, scene.width - RIGHT);
    const activity = scene.data.activities.items.find((one) => one.id === id) ?? null;
    let found: Wait | null = null;
    if (px >= LEFT)
        for (const wait of scene.data.waits.items)
            if (wait.id === id && px >= x(wait.from) - 1 && px <= Math.max(x(wait.to), x(wait.from) + 2) && (!found || wait.to - wait.from < found.to - found.from)) found = wait;
    if (found) return waitHit(scene, found, activity);
    if (!activity) return null;
    return {
        title: `activity ${id}`,
        lines: [activity.kind, `${time(activity.start)} to ${time(activity.finish)}, ran ${time(activity.ran)}`],
        thing: { lane: activity.firstLane ?? undefined },
        wait: null,
        activity,
        frame: { x: 2, y: TOP + row * room, w: LEFT - 8, h: room },
    };
}

function waitHit(scene: Scene, wait: Wait, activity: Activity | null): WaitHit {
    const room = rowHeight(scene);
    const x = linear(scene.range.from, scene.range.to, LEFT, scene.width - RIGHT);
    const row = scene.rows.indexOf(wait.id);
    const left = Math.max(LEFT, x(wait.from));
    return {
        title: `${wait.id} waits in ${regionName(scene.names, wait.region)}`,
        lines: [
            `since ${time(wait.from)}, ${wait.open ? `for ${time(wait.to - wait.from)} so far` : `until ${time(wait.to)}: ${time(wait.to - wait.from)}`}`,
            ...(wait.object ? [`for ${clean(wait.object)}`] : []),
            ...(wait.holder ? [`held by activity ${wait.holder}`] : []),
            ...(wait.about ? [`for the end of activity ${wait.about}`] : []),
            ...(wait.cause ? [`${wait.cause.kind}: for ${laneLabel(scene.names, wait.cause.lane)}`] : []),
            `${laneLabel(scene.names, wait.lane)}`,
        ],
        thing: { region: wait.region, lane: wait.lane },
        wait,
        activity,
        frame: { x: left, y: TOP + row * room + room * 0.16, w: Math.max(2, Math.min(scene.width - RIGHT, x(wait.to)) - left), h: room * 0.68 },
    };
}

export function Synchronization({ run }: ViewProps) {
    const names = tablesOf(run);
    const [size, setSize] = useState({ width: 0, height: 0 });
    const [cursor, setCursor] = useState(-1);
    const [selected, setSelected] = useState<Wait | null>(null);
    const range = state.shownRange.value;
    const withCalls = state.setting("sync.mpi", "1") === "1";
    const answer = useAnswer<Data>(`sync ${run} ${growth.value} ${range.from} ${range.to} ${state.filter.value} ${withCalls}`, async (signal) => {
        const condition = withCalls ? `(${WAITS}) || (${CALLS})` : WAITS;
        const [activities, waits, late, report] = await Promise.all([
            getActivities(run, range, MOST_ACTIVITIES, signal),
            getWaits(run, state.filter.value, condition, range, MOST_WAITS, signal),
            withCalls ? getWaitList(run, { from: Math.floor(range.from), to: Math.ceil(range.to), most: 20000, filter: state.filter.value }, signal).catch(() => null) : null,
            getReport<{ waits?: Stuck[] }>(run, { sections: "waits" }, signal).catch(() => ({ waits: [] })),
        ]);
        return { activities, waits: { ...waits, items: withCauses(waits.items, late) }, now: report.waits ?? [] };
    });
    const data = answer.value;
    const chosen = useMemo(
        () => (data ? chooseRows(data.activities.items, data.waits.items, state.lanes.value, Math.max(4, Math.floor((size.height - TOP - 8) / 9))) : { rows: [], total: 0 }),
        [data, state.lanes.value, size.height],
    );
    const scene: Scene | null = data && names && size.width > 0 ? { data, rows: chosen.rows, names, range, width: size.width, height: size.height, run } : null;
    const ordered = useMemo(() => (data ? [...data.waits.items].filter((wait) => chosen.rows.includes(wait.id)).sort((a, b) => a.from - b.from) : []), [data, chosen]);
    const at = ordered[cursor];
    useSavable("sync", {
        name: "synchronization",
        svg: () => {
            const to = new SvgPainter(Math.max(600, size.width), Math.max(200, size.height), ink(dark.value).page, "Synchronization Chart");
            if (scene) drawSync(to, scene, dark.value, selected);
            return to.toString();
        },
        csv: () =>
            csv(
                ["activity", "type", "call", "start_ns", "end_ns", "object", "holder", "about", "open"],
                (data?.waits.items ?? []).map((wait) => [wait.id, wait.type, regionName(names, wait.region), wait.from, wait.to, wait.object, wait.holder, wait.about, wait.open]),
            ),
    });
    const types = new Set(data?.waits.items.map((wait) => wait.type));
    return (
        <>
            <div class="bar">
                <label>
                    <input type="checkbox" checked={withCalls} onChange={() => state.setSetting("sync.mpi", withCalls ? "0" : "1", "1")} />
                    <span>MPI calls</span>
                </label>
                <LaneBox names={names} />
                <Legend items={[{ name: "activity", colour: classColour(0, dark.value) }, ...TYPES.filter((entry) => types.has(entry.type)).map((entry) => ({ name: entry.name, colour: entry.colour(dark.value) }))]} />
            </div>
            {data && <Deadlock now={data.now} />}
            <div class="fill" aria-busy={answer.loading}>
                {answer.error ? (
                    <Failed error={answer.error} />
                ) : (
                    <TimeCanvas
                        label={`Synchronization Chart: ${chosen.rows.length} activities, ${data?.waits.items.length ?? 0} waits. Left and right arrow keys move between waits, Enter shows one.`}
                        left={LEFT}
                        right={RIGHT}
                        onSize={(width, height) => setSize({ width, height })}
                        draw={(painter) => {
                            if (scene) drawSync(painter, scene, dark.value, selected);
                        }}
                        hit={(px, py) => (scene ? hitAt(scene, px, py) : null)}
                        pick={(hit) => {
                            setSelected(hit.wait);
                            if (hit.wait) {
                                state.region.value = hit.wait.region;
                                state.selectedTime.value = { from: hit.wait.from, to: hit.wait.to };
                                void showWait(run, hit.wait, TYPES.find((entry) => entry.type === hit.wait!.type)?.name ?? "wait");
                            } else if (hit.activity) showActivity(run, hit.activity);
                        }}
                        cursor={at && scene ? waitHit(scene, at, null) : null}
                        onArrow={(pressed) => setCursor(Math.max(0, Math.min(ordered.length - 1, pressed === "ArrowLeft" ? cursor - 1 : pressed === "Home" ? 0 : pressed === "End" ? ordered.length - 1 : cursor + 1)))}
                    />
                )}
                {!data && !answer.error && <Loading what="the waits" />}
                {data && data.waits.items.length === 0 && (
                    <div class="over">
                        <Empty title="Nobody waited in this time range.">Waits must be logged: `triptych run --events`, or `--events=sync,comm`.</Empty>
                    </div>
                )}
                <table class="hidden" aria-label="Waits of the chart">
                    <tbody>
                        {ordered.slice(0, 200).map((wait) => (
                            <tr>
                                <th>{wait.id}</th>
                                <td>{regionName(names, wait.region)}</td>
                                <td>{wait.object ? clean(wait.object) : ""}</td>
                                <td>{wait.holder ?? wait.about ?? (wait.cause ? laneLabel(names, wait.cause.lane) : "")}</td>
                                <td>{wait.open ? "still waits" : time(wait.to - wait.from)}</td>
                            </tr>
                        ))}
                    </tbody>
                </table>
            </div>
            <p class="foot" role="status">
                {data
                    ? [
                          data.waits.total > data.waits.items.length ? `the ${count(data.waits.items.length)} longest of ${count(data.waits.total)} waits are drawn: zoom in for the others` : `${count(data.waits.total)} wait${data.waits.total === 1 ? "" : "s"}`,
                          chosen.rows.length < chosen.total ? `${count(chosen.rows.length)} of ${count(chosen.total)} activities: those that waited longest` : "",
                      ]
                          .filter((text) => text !== "")
                          .join(" · ")
                    : ""}
            </p>
        </>
    );
}

/** Who waits at the end of the run, or now: the sentences of the report. */
function Deadlock({ now }: { now: Stuck[] }) {
    const stuck = now.filter((wait) => wait.stuck);
    if (stuck.length === 0) return null;
    const circles = stuck.filter((wait) => wait.circle);
    return (
        <div class="deadlock" role="alert">
            <b>{circles.length > 0 ? `Deadlock: ${circles.length} lanes wait for each other in a circle.` : `${stuck.length} lane${stuck.length === 1 ? "" : "s"} cannot continue.`}</b>
            <ul>
                {stuck.slice(0, 8).map((wait) => (
                    <li>{clean(wait.sentence)}</li>
                ))}
                {stuck.length > 8 && <li>and {stuck.length - 8} more</li>}
            </ul>
        </div>
    );
}

