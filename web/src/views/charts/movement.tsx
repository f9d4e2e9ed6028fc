// Movement Chart: time from left to right, places and their lanes from top to bottom, activities as lines that move between
// them. Marks: M a move, D a move with data, F a finish.
import { useMemo, useState } from "preact/hooks";
import { timeAxis } from "../../draw/axis";
import { classColour, ink, regionColour, textOn } from "../../draw/colours";
import { SvgPainter, type Painter } from "../../draw/painter";
import { linear, roomier, type Scale } from "../../draw/scale";
import { TimeCanvas, type Hit } from "../../draw/TimeCanvas";
import { bytes, count, csv, ranges, time } from "../../format";
import { laneLabel, regionName, tablesOf } from "../../names";
import { LaneBox } from "../../parts/lane_box";
import { Empty, Failed, Loading, useAnswer } from "../../parts/states";
import type { Messages } from "../../decode";
import { growth } from "../../run";
import { useSavable } from "../../savable";
import * as state from "../../state";
import { dark } from "../../theme";
import type { Tables } from "../../types";
import type { ViewProps } from "../../views";
import { FINISHES, getActivities, getMoves, getStays, getWaits, type Activity, type Stay, type Thinned, type Wait } from "./data";
import { showActivity, showMessage, showStay, showWait } from "./details";
import { shownPath } from "./path";
import { drawUnknown, getUnknown, UNKNOWN_WORDS, type Unknown } from "./unknown";

const LEFT = 112;
const RIGHT = 14;
const TOP = 26;
const MOST_STAYS = 1500;
const MOST_MESSAGES = 250;
const MOST_FINISHES = 300;

export interface Data {
    activities: Thinned<Activity>;
    stays: Thinned<Stay>;
    finishes: Thinned<Wait>;
    messages: Messages | null;
    unknown: Unknown;
}

/** A mark: where it is, and what a click on it shows. */
interface Mark {
    letter: "M" | "D" | "F";
    x: number;
    y: number;
    hit: MarkHit;
}

interface MarkHit extends Hit {
    act: () => void;
}

interface Scene {
    data: Data;
    lanes: number[]; // shown, from top to bottom
    names: Tables;
    range: state.Range;
    width: number;
    height: number;
    run: number;
}

function rowHeight(scene: Scene): number {
    return Math.min(220 * roomier(scene.height), (scene.height - TOP - 8) / Math.max(1, scene.lanes.length));
}

/** Height of an activity's line within its lane's row: neighbours do not cover each other. */
export function offset(id: string, kind: string, room: number): number {
    if (kind === "thread" || room < 14) return room / 2;
    const slots = Math.max(1, Math.floor((room - 8) / 4));
    return 4 + ((Number(id.split("-")[1] ?? 0) % slots) + 0.5) * ((room - 8) / slots);
}

/** Stays of each activity, in the order of time. */
export function tracks(stays: readonly Stay[]): Map<string, Stay[]> {
    const by = new Map<string, Stay[]>();
    for (const stay of stays) {
        const list = by.get(stay.id);
        if (list) list.push(stay);
        else by.set(stay.id, [stay]);
    }
    for (const list of by.values()) list.sort((a, b) => a.from - b.from);
    return by;
}

interface Placed {
    x: Scale;
    y: (lane: number, id: string, kind: string) => number | null;
    room: number;
}

function place(scene: Scene): Placed {
    const room = rowHeight(scene);
    const at = new Map(scene.lanes.map((lane, i) => [lane, i]));
    return {
        x: linear(scene.range.from, scene.range.to, LEFT, scene.width - RIGHT),
        y: (lane, id, kind) => {
            const row = at.get(lane);
            return row === undefined ? null : TOP + row * room + offset(id, kind, room);
        },
        room,
    };
}

function findMarks(scene: Scene): Mark[] {
    const { x, y } = place(scene);
    const marks: Mark[] = [];
    const byId = new Map(scene.data.activities.items.map((activity) => [activity.id, activity]));
    for (const [id, list] of tracks(scene.data.stays.items)) {
        const activity = byId.get(id);
        list.forEach((stay, i) => {
            const before = list[i - 1] ?? null;
            const from = before ? before.lane : (activity?.madeOn ?? stay.lane);
            if (from === stay.lane) return;
            const top = y(stay.lane, id, stay.kind);
            if (top === null) return;
            marks.push({
                letter: "M",
                x: x(stay.from),
                y: top,
                hit: {
                    title: `M: activity ${id} moves to ${laneLabel(scene.names, stay.lane)}`,
                    lines: [`from ${laneLabel(scene.names, from)}`, `at ${time(stay.from)}`],
                    thing: { lane: stay.lane, region: stay.region },
                    act: () => (before || !activity ? showStay(scene.run, stay, before) : showActivity(scene.run, activity)),
                },
            });
        });
    }
    const messages = scene.data.messages;
    for (let i = 0; messages && i < messages.sent.length; i++) {
        const top = y(messages.to[i]!, "0-0", "thread");
        if (top === null || y(messages.from[i]!, "0-0", "thread") === null) continue;
        marks.push({
            letter: "D",
            x: x(messages.received[i]!),
            y: top,
            hit: {
                title: `D: ${bytes(messages.bytes[i]!)} from ${laneLabel(scene.names, messages.from[i]!)} to ${laneLabel(scene.names, messages.to[i]!)}`,
                lines: [`sent ${time(messages.sent[i]!)}, received ${time(messages.received[i]!)}`],
                thing: { lane: messages.to[i]! },
                act: () => void showMessage(scene.run, messages, i),
            },
        });
    }
    for (const wait of scene.data.finishes.items) {
        const kind = byId.get(wait.id)?.kind ?? "thread";
        const top = y(wait.lane, wait.id, kind);
        if (top === null) continue;
        marks.push({
            letter: "F",
            x: x(wait.to),
            y: top,
            hit: {
                title: `F: ${regionName(scene.names, wait.region)}`,
                lines: [`activity ${wait.id} waited ${time(wait.to - wait.from)}`, wait.open ? "it still waits" : `until ${time(wait.to)}`],
                thing: { lane: wait.lane, region: wait.region },
                act: () => void showWait(scene.run, wait, "F: finish"),
            },
        });
    }
    return marks.filter((mark) => mark.x >= LEFT - 1 && mark.x <= scene.width - RIGHT + 1);
}

const MARK_COLOURS = { M: 1, D: 0, F: 5 } as const;

export function markColour(letter: "M" | "D" | "F", isDark: boolean): string {
    return letter === "F" ? classColour(4, isDark) : letter === "M" ? regionColour(MARK_COLOURS.M, isDark) : regionColour(7, isDark);
}

function drawMarks(painter: Painter, marks: readonly Mark[], isDark: boolean): void {
    const taken = new Set<string>();
    for (const mark of marks) {
        const colour = markColour(mark.letter, isDark);
        const cell = `${Math.round(mark.x / 15)} ${Math.round(mark.y / 15)}`;
        const letters = !taken.has(cell); // where marks are dense, one of them has its letter, the others are dots
        taken.add(cell);
        painter.circle(mark.x, mark.y, letters ? 7 : 2.5, colour, letters ? ink(isDark).page : undefined);
        if (letters) painter.text(mark.x, mark.y + 0.5, mark.letter, { colour: textOn(colour), size: 9, align: "center", bold: true });
    }
}

function drawMovement(painter: Painter, scene: Scene, marks: readonly Mark[], isDark: boolean): void {
    const colours = ink(isDark);
    const { x, y, room } = place(scene);
    timeAxis(painter, scene.range, LEFT, painter.width - RIGHT, 12, TOP - 4, Math.min(painter.height, TOP + room * scene.lanes.length), isDark);
    let lastPlace = -1;
    scene.lanes.forEach((lane, i) => {
        const top = TOP + i * room;
        const where = scene.names.lanes.place[lane] ?? 0;
        if (where !== lastPlace) painter.line(0, top + 0.5, painter.width, top + 0.5, colours.faint, 1, 0.5);
        else painter.line(LEFT, top + 0.5, painter.width, top + 0.5, colours.line);
        lastPlace = where;
        if (room >= 9 || i % Math.ceil(12 / room) === 0) painter.text(LEFT - 8, top + room / 2, laneLabel(scene.names, lane), { colour: colours.faint, size: 11, align: "right", most: LEFT - 12 });
    });
    painter.clip(LEFT, TOP - 2, painter.width - LEFT - RIGHT, painter.height, () => {
        scene.lanes.forEach((lane, i) => drawUnknown(painter, scene.data.unknown.get(lane), x, TOP + i * room + 2, Math.max(1, room - 4), isDark));
        for (const lane of scene.lanes) {
            const top = y(lane, "0-0", "thread");
            const from = scene.names.lanes.start[lane] ?? 0;
            const to = scene.names.lanes.end[lane] ?? 0;
            if (top !== null) painter.line(x(from), top, x(Math.max(from, to)), top, colours.faint, Math.min(3, room / 3), 0.55);
        }
        const messages = scene.data.messages;
        for (let i = 0; messages && i < messages.sent.length; i++) {
            const a = y(messages.from[i]!, "0-0", "thread");
            const b = y(messages.to[i]!, "0-0", "thread");
            if (a !== null && b !== null) painter.line(x(messages.sent[i]!), a, x(messages.received[i]!), b, markColour("D", isDark), 1.2, 0.6);
        }
        drawPath(painter, scene, isDark);
        const made = new Map(scene.data.activities.items.map((activity) => [activity.id, activity]));
        for (const [id, list] of tracks(scene.data.stays.items)) {
            const activity = made.get(id);
            const region = list[0]!.region;
            const colour = regionColour(Number(id.split("-")[1] ?? 0), isDark);
            const faint = state.region.value !== null && state.region.value !== region && state.region.value !== activity?.body;
            const points: number[] = [];
            if (activity && activity.created !== null && activity.madeOn !== null) {
                const top = y(activity.madeOn, id, list[0]!.kind);
                if (top !== null) points.push(x(activity.created), top);
            }
            for (const stay of list) {
                const top = y(stay.lane, id, stay.kind);
                if (top !== null) points.push(x(stay.from), top, x(stay.to), top);
            }
            painter.path(points, faint ? `${colour}44` : `${colour}99`, 1);
            for (const stay of list) {
                const top = y(stay.lane, id, stay.kind);
                if (top !== null) painter.rect(x(stay.from), top - (stay.kind === "implicit" ? 2 : 1.5), Math.max(1.5, x(stay.to) - x(stay.from)), stay.kind === "implicit" ? 4 : 3, colour, faint ? 0.25 : 1);
            }
        }
        drawMarks(painter, marks, isDark);
    });
}

/** Marks the path of the data that are selected. */
function drawPath(painter: Painter, scene: Scene, isDark: boolean): void {
    const path = shownPath.value;
    if (path?.run !== scene.run) return;
    const { x, y } = place(scene);
    const laneOf = (row: number | null) => (row === null ? null : (scene.lanes.find((lane) => scene.names.lanes.place[lane] === row) ?? null));
    for (const hop of path.hops) {
        const [from, to] = [laneOf(hop.from), laneOf(hop.to)];
        const [a, b] = [from === null ? null : y(from, "0-0", "thread"), to === null ? null : y(to, "0-0", "thread")];
        if (a !== null && b !== null && hop.sent !== null && hop.received !== null) {
            const far = Math.abs(hop.distance); // the farther away, the fainter
            painter.line(x(hop.sent), a, x(hop.received), b, ink(isDark).mark, far === 0 ? 4 : Math.max(1, 3 - far / 2), far === 0 ? 0.9 : Math.max(0.2, 0.8 - far / 8));
        }
    }
}

function nearest(scene: Scene, marks: readonly Mark[], px: number, py: number): MarkHit | null {
    let best = 9;
    let found: Mark | null = null;
    for (const mark of marks) {
        const away = Math.hypot(mark.x - px, mark.y - py);
        if (away < best) {
            best = away;
            found = mark;
        }
    }
    if (found) return { ...found.hit, frame: { x: found.x - 7, y: found.y - 7, w: 14, h: 14 } };
    const { x, y } = place(scene);
    let line: Stay | null = null;
    let near = 5;
    for (const stay of scene.data.stays.items) {
        const top = y(stay.lane, stay.id, stay.kind);
        if (top === null || px < x(stay.from) - 2 || px > x(stay.to) + 2) continue;
        if (Math.abs(top - py) < near) {
            near = Math.abs(top - py);
            line = stay;
        }
    }
    if (line) {
        const stay = line;
        const activity = scene.data.activities.items.find((one) => one.id === stay.id);
        return {
            title: `activity ${stay.id}: ${regionName(scene.names, stay.region)}`,
            lines: [`${stay.kind} · ${laneLabel(scene.names, stay.lane)}`, `${time(stay.from)} to ${time(stay.to)}`],
            thing: { lane: stay.lane, region: stay.region },
            act: () => (activity ? showActivity(scene.run, activity) : showStay(scene.run, stay, null)),
        };
    }
    const row = Math.floor((py - TOP) / rowHeight(scene));
    const lane = scene.lanes[row];
    if (px < LEFT && lane !== undefined)
        return {
            title: `${laneLabel(scene.names, lane)}`,
            lines: ["click: show only this lane"],
            thing: { lane },
            act: () => (state.lanes.value = state.lanes.value?.length === 1 ? null : [lane]),
        };
    return null;
}

export function Movement({ run }: ViewProps) {
    const names = tablesOf(run);
    const [size, setSize] = useState({ width: 0, height: 0 });
    const [cursor, setCursor] = useState(-1);
    const range = state.shownRange.value;
    const withMessages = state.setting("movement.messages", "1") === "1";
    const withFinishes = state.setting("movement.finish", "1") === "1";
    const key = `${run} ${growth.value} ${range.from} ${range.to} ${state.filter.value} ${withMessages} ${withFinishes}`;
    const answer = useAnswer<Data>(`movement ${key}`, async (signal) => {
        const filter = state.filter.value;
        const [activities, stays, finishes, messages, unknown] = await Promise.all([
            getActivities(run, range, MOST_STAYS, signal),
            getStays(run, filter, range, MOST_STAYS, signal),
            withFinishes ? getWaits(run, filter, FINISHES, range, MOST_FINISHES, signal) : { items: [], total: 0 },
            withMessages ? getMoves(run, filter, range, state.lanes.value ? ranges(state.lanes.value) : null, MOST_MESSAGES, signal) : null,
            getUnknown(run, range, signal),
        ]);
        return { activities, stays, finishes, messages, unknown };
    });
    const data = answer.value;
    void shownPath.value; // the chart is drawn again when a path is selected
    const lanes = useMemo(() => state.lanes.value ?? names?.lanes.label.map((_, i) => i) ?? [], [names, state.lanes.value]);
    const shownLanes = useMemo(() => chooseLanes(lanes, data, size.height), [lanes, data, size.height]);
    const scene: Scene | null = data && names && size.width > 0 ? { data, lanes: shownLanes, names, range, width: size.width, height: size.height, run } : null;
    const marks = useMemo(() => (scene ? findMarks(scene) : []), [data, names, shownLanes, range.from, range.to, size.width, size.height]);
    const ordered = useMemo(() => [...marks].sort((a, b) => a.x - b.x), [marks]);
    const empty = data && data.stays.items.length === 0 && data.finishes.items.length === 0 && !(data.messages && data.messages.sent.length > 0);
    useSavable("movement", {
        name: "movement",
        svg: () => {
            const to = new SvgPainter(Math.max(600, size.width), Math.max(200, size.height), ink(dark.value).page, "Movement Chart");
            if (scene) drawMovement(to, scene, marks, dark.value);
            return to.toString();
        },
        csv: () => (data ? movementCsv(data, names) : ""),
    });
    const counts = (letter: string) => marks.filter((mark) => mark.letter === letter).length;
    return (
        <>
            <div class="bar">
                <label>
                    <input type="checkbox" checked={withMessages} onChange={() => state.setSetting("movement.messages", withMessages ? "0" : "1", "1")} />
                    <span>messages as moves</span>
                </label>
                <label>
                    <input type="checkbox" checked={withFinishes} onChange={() => state.setSetting("movement.finish", withFinishes ? "0" : "1", "1")} />
                    <span>finishes</span>
                </label>
                <LaneBox names={names} />
                <span class="legend" role="list" aria-label="Marks">
                    {(["M", "D", "F"] as const).map((letter) => (
                        <span role="listitem">
                            <i class="round" style={{ background: markColour(letter, dark.value) }} />
                            {letter === "M" ? "M: move" : letter === "D" ? "D: move with data" : "F: finish"} ({count(counts(letter))})
                        </span>
                    ))}
                </span>
            </div>
            <div class="fill" aria-busy={answer.loading}>
                {answer.error ? (
                    <Failed error={answer.error} />
                ) : (
                    <TimeCanvas
                        label={`Movement Chart: ${marks.length} marks. Left and right arrow keys move between marks, Enter shows one.`}
                        left={LEFT}
                        right={RIGHT}
                        onSize={(width, height) => setSize({ width, height })}
                        draw={(painter) => {
                            if (scene) drawMovement(painter, scene, marks, dark.value);
                        }}
                        hit={(px, py) => (scene ? nearest(scene, marks, px, py) : null)}
                        pick={(hit) => {
                            if (hit.thing.region !== undefined) state.region.value = hit.thing.region;
                            hit.act();
                        }}
                        cursor={cursorHit(ordered[cursor])}
                        onArrow={(pressed) => setCursor(Math.max(0, Math.min(ordered.length - 1, pressed === "ArrowLeft" ? cursor - 1 : pressed === "Home" ? 0 : pressed === "End" ? ordered.length - 1 : cursor + 1)))}
                    />
                )}
                {!data && !answer.error && <Loading what="the activities" />}
                {empty && (
                    <div class="over">
                        <Empty title="No activity moved, and none finished, in this time range.">Tasks and messages must be logged: `triptych run --events`.</Empty>
                    </div>
                )}
                <table class="hidden" aria-label="Marks of the chart">
                    <tbody>
                        {ordered.slice(0, 200).map((mark) => (
                            <tr>
                                <th>{mark.letter}</th>
                                <td>{mark.hit.title}</td>
                                <td>{mark.hit.lines.join(", ")}</td>
                            </tr>
                        ))}
                    </tbody>
                </table>
            </div>
            <p class="foot" role="status">
                {data ? thinnedWords(data, lanes.length, shownLanes.length) : ""}
            </p>
        </>
    );
}

/** Stays, moves with data and finishes: a row for each. */
export function movementCsv(data: Data, names: Tables | null): string {
    const messages = data.messages;
    const moves = Array.from(messages?.sent ?? [], (sent, i) => [
        "message",
        null,
        null,
        laneLabel(names, messages!.from[i]!),
        laneLabel(names, messages!.to[i]!),
        sent,
        messages!.received[i]!,
        messages!.region[i] === 0xffffffff ? null : regionName(names, messages!.region[i]!),
        messages!.bytes[i]!,
    ]);
    return csv(
        ["what", "activity", "kind", "lane", "to_lane", "start_ns", "end_ns", "region", "bytes"],
        [
            ...data.stays.items.map((stay) => ["stay", stay.id, stay.kind, laneLabel(names, stay.lane), null, stay.from, stay.to, regionName(names, stay.region), null]),
            ...moves,
            ...data.finishes.items.map((wait) => ["finish", wait.id, null, laneLabel(names, wait.lane), null, wait.from, wait.to, regionName(names, wait.region), null]),
        ],
    );
}

function cursorHit(mark: Mark | undefined): MarkHit | null {
    return mark ? { ...mark.hit, frame: { x: mark.x - 7, y: mark.y - 7, w: 14, h: 14 } } : null;
}

/** Lanes that fit: all of them, or those on which most happened. */
function chooseLanes(lanes: readonly number[], data: Data | null, height: number): number[] {
    const most = Math.max(4, Math.floor((height - TOP) / 9));
    if (lanes.length <= most || !data) return [...lanes];
    const happened = new Map<number, number>();
    const add = (lane: number) => happened.set(lane, (happened.get(lane) ?? 0) + 1);
    data.stays.items.forEach((stay) => add(stay.lane));
    data.messages?.from.forEach(add);
    data.messages?.to.forEach(add);
    data.finishes.items.forEach((wait) => add(wait.lane));
    const chosen = new Set([...lanes].sort((a, b) => (happened.get(b) ?? 0) - (happened.get(a) ?? 0) || a - b).slice(0, most));
    return lanes.filter((lane) => chosen.has(lane));
}

function thinnedWords(data: Data, lanes: number, shown: number): string {
    const parts: string[] = [];
    const say = (got: number, total: number, one: string, several: string) => {
        if (total > got) parts.push(`the ${count(got)} longest of ${count(total)} ${several} are drawn: zoom in for the others`);
        else if (total > 0) parts.push(`${count(total)} ${total === 1 ? one : several}`);
    };
    if (shown < lanes) parts.push(`${count(shown)} of ${count(lanes)} lanes: those on which most happens; select lanes for others`);
    say(data.stays.items.length, data.stays.total, "stay of a task", "stays of tasks");
    say(data.finishes.items.length, data.finishes.total, "finish", "finishes");
    if (data.messages && data.messages.total > 0) parts.push(data.messages.thinned ? `${count(data.messages.sent.length)} of ${count(data.messages.total)} messages are drawn` : `${count(data.messages.total)} messages`);
    if (data.unknown.size > 0) parts.push(UNKNOWN_WORDS);
    return parts.join(" · ");
}
