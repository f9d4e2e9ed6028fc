// Draws the Synchronization Chart, and finds what lies under the pointer.
import type { Waits } from "../../decode";
import { timeAxis } from "../../draw/axis";
import { classColour, ink, textOn } from "../../draw/colours";
import type { Painter } from "../../draw/painter";
import { linear, roomier, type Scale } from "../../draw/scale";
import type { Hit } from "../../draw/TimeCanvas";
import { clean, count, time } from "../../format";
import { laneLabel, libraryOf, regionName, regionShort } from "../../names";
import * as state from "../../state";
import type { Tables, WaitList } from "../../types";
import { causeColour, causeName, syncColour, syncName } from "../timeline/causes";
import { compareIds, type Activity, type Thinned, type Wait } from "./data";
import { lastWords } from "./place_details";
import type { Finish } from "./places";
import type { AllWaits, MergedWaits } from "./merged";
import { GROUP, mergeCauses } from "./sync_rows";
import { drawUnknown, type Unknown } from "./unknown";

export const LEFT = 96;
export const RIGHT = 14;
export const TOP = 26;

/** One line of the report: who waits now, in which call, for whom. */
export interface Stuck {
    place: number;
    lane: number;
    stuck: boolean;
    circle: number | null;
    sentence: string;
}

export interface Data {
    activities: Thinned<Activity>;
    waits: AllWaits;
    causes: Waits | null; // of all waits in MPI, by lane and pixel
    unknown: Unknown;
    now: Stuck[];
}

export const TYPES: { type: string; name: string; colour: (isDark: boolean) => string }[] = [
    ...["finish", "clock", "atomic"].map((kind) => ({ type: kind.toUpperCase(), name: syncName(kind), colour: (isDark: boolean) => syncColour(kind, isDark)! })),
    { type: "COMM", name: "MPI call", colour: (isDark) => classColour(2, isDark) },
];

/** What a wait is called: in a run of a script, streams carry what ranks send by MPI. */
export function typeName(type: string, names: Tables | null): string {
    if (type === "COMM" && names?.script) return "end of a stream";
    if (type === "COMM") return `${libraryOf(names)} call`;
    return TYPES.find((entry) => entry.type === type)?.name ?? "wait";
}

function waitColour(type: string, isDark: boolean): string {
    return (TYPES.find((entry) => entry.type === type) ?? TYPES[0]!).colour(isDark);
}

export interface Scene {
    data: Data;
    each: number; // activities of a row, at most
    groups: ReadonlyMap<string, readonly number[]> | null; // lanes of rows that stand for several activities
    rows: string[]; // activities, from top to bottom
    names: Tables;
    range: state.Range;
    width: number;
    height: number;
    run: number;
}

export interface WaitHit extends Hit {
    merged?: MergedWaits;
    wait: Wait | null;
    activity: Activity | null;
}

/** Activities that fit: all that wait or run, or those that waited longest. */
export function chooseRows(activities: readonly Activity[], waits: AllWaits, lanes: readonly number[] | null, most: number): { rows: string[]; all: string[] } {
    const waited = new Map<string, number>();
    for (const wait of waits.items) waited.set(wait.id, (waited.get(wait.id) ?? 0) + wait.to - wait.from);
    for (const one of waits.merged) waited.set(one.id, (waited.get(one.id) ?? 0) + one.waited);
    for (const { finish } of waits.items) if (finish?.last) waited.set(finish.last, Math.max(waited.get(finish.last) ?? 0, finish.late)); // who is waited for
    const on = lanes ? new Set(lanes) : null;
    const laneOf = new Map([...waits.items, ...waits.merged].map((wait) => [wait.id, wait.lane]));
    const ids = new Set<string>(waited.keys());
    for (const activity of activities) if (activity.kind === "thread") ids.add(activity.id);
    for (const activity of activities) if (on && activity.firstLane !== null && !on.has(activity.firstLane)) ids.delete(activity.id);
    const all = [...ids].filter((id) => !on || !laneOf.has(id) || on.has(laneOf.get(id)!));
    const chosen = all.sort((a, b) => (waited.get(b) ?? 0) - (waited.get(a) ?? 0) || compareIds(a, b)).slice(0, most);
    return { rows: chosen.sort(compareIds), all: all.sort(compareIds) };
}

/** A sentence of the report with the names that the chart has: of a lane, the activity of its thread. */
export function byActivity(sentence: string, names: Tables | null, activities: readonly Activity[]): string {
    return sentence.replace(/\blane (p?\d+\.\d+)\b/g, (words: string, label: string) => {
        const lane = names?.lanes.label.indexOf(label) ?? -1;
        return activities.find((one) => one.kind === "thread" && one.firstLane === lane && lane >= 0)?.id ?? words;
    });
}

/** Adds to calls of MPI why they waited, and for which lane: the wait is a part of the call. */
export function withCauses(waits: Wait[], late: WaitList | null): Wait[] {
    if (!late || late.waits.length === 0) return waits;
    const byLane = new Map<number, WaitList["waits"]>();
    for (const one of [...late.waits].sort((a, b) => a.start - b.start)) {
        const list = byLane.get(one.lane);
        if (list) list.push(one);
        else byLane.set(one.lane, [one]);
    }
    return waits.map((wait) => {
        const found = wait.type === "COMM" ? firstFrom(byLane.get(wait.lane) ?? [], wait.from) : undefined;
        return found && found.start < wait.to ? { ...wait, cause: { kind: found.kind, lane: found.for_lane, from: found.start, to: found.until } } : wait;
    });
}

/** The first wait that does not begin before a moment. */
function firstFrom(list: WaitList["waits"], moment: number): WaitList["waits"][number] | undefined {
    let low = 0;
    let high = list.length;
    while (low < high) {
        const middle = (low + high) >> 1;
        if (list[middle]!.start < moment) low = middle + 1;
        else high = middle;
    }
    return list[low];
}

/** The activity that a wait waits for: who holds the object, whose end it is, or the thread of the late lane. */
function waitsFor(scene: Scene, wait: Wait): string {
    const named = wait.holder ?? wait.about ?? wait.finish?.last;
    if (named) return named;
    const lane = wait.cause?.lane;
    return lane === undefined ? "" : (scene.data.activities.items.find((one) => one.kind === "thread" && one.firstLane === lane)?.id ?? "");
}

function rowHeight(scene: Scene): number {
    return Math.min(46 * roomier(scene.height), (scene.height - TOP - 8) / Math.max(1, scene.rows.length));
}

export function drawSync(painter: Painter, scene: Scene, isDark: boolean, selected: Wait | null): void {
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
        drawMerged(painter, scene, x, at, room, isDark);
        drawCauses(painter, scene, x, at, room, isDark);
        for (const wait of [...scene.data.waits.items].sort((a, b) => b.to - b.from - (a.to - a.from))) drawWait(painter, scene, wait, x, at, room, isDark);
        for (const activity of scene.data.activities.items) {
            const row = activity.kind === "thread" && activity.firstLane !== null ? at.get(activity.id) : undefined;
            if (row !== undefined) drawUnknown(painter, scene.data.unknown.get(activity.firstLane!), x, TOP + row * room + room * 0.16, room * 0.68, isDark);
        }
        for (const wait of scene.data.waits.items) if (wait.open || (wait === selected && !wait.finish)) drawArrow(painter, scene, wait, x, at, room, isDark);
        drawFinishes(painter, scene, x, at, room, isDark);
    });
}

/** Finishes of `#pragma tri`: a mark F where each ends, and a line to the activity that ended last; red if the others had ended before. */
function drawFinishes(painter: Painter, scene: Scene, x: Scale, at: ReadonlyMap<string, number>, room: number, isDark: boolean): void {
    const middle = (row: number) => TOP + row * room + room / 2;
    const taken = new Set<string>();
    for (const { id, to, finish } of scene.data.waits.items) {
        const row = at.get(id);
        if (row === undefined || !finish) continue;
        const last = finish.last === null ? undefined : at.get(finish.last);
        const end = finish.lastEnd ?? to;
        const late = isLate(finish, x);
        const colour = late ? LATE[isDark ? 1 : 0] : syncColour("finish", isDark)!;
        if (late) painter.rect(x(end - finish.late), middle(row) - room * 0.34, Math.max(1, x(end) - x(end - finish.late)), room * 0.68, colour);
        if (last !== undefined && last !== row) painter.line(x(end), middle(row), x(end), middle(last), colour, 1.2, 0.7);
        const cell = `${Math.round(x(to) / 15)} ${row}`;
        const letters = room >= 12 && !taken.has(cell);
        taken.add(cell);
        painter.circle(x(to), middle(row), letters ? 7 : 2.5, syncColour("finish", isDark)!, letters ? ink(isDark).page : undefined);
        if (letters) painter.text(x(to), middle(row) + 0.5, "F", { colour: textOn(syncColour("finish", isDark)!), size: 9, align: "center", bold: true });
    }
}

export const LATE = ["#b00020", "#ff8080"] as const;

/** True if one activity of several was late enough to be seen. */
function isLate(finish: Finish, x: Scale): boolean {
    return finish.participants > 1 && x(finish.late) - x(0) >= 1;
}

/** A wait that has room of its own; of an MPI call, the part in which it waited has the colour of the cause. */
function drawWait(painter: Painter, scene: Scene, wait: Wait, x: Scale, at: ReadonlyMap<string, number>, room: number, isDark: boolean): void {
    const row = at.get(wait.id);
    if (row === undefined) return;
    const left = x(wait.from);
    const w = Math.max(1, x(wait.to) - left);
    const y = TOP + row * room + room * 0.16;
    const h = room * 0.68;
    const colour = waitColour(wait.type, isDark);
    const faint = state.region.value !== null && state.region.value !== wait.region;
    painter.rect(left, y, w, h, colour, faint ? 0.3 : 1);
    if (wait.cause) painter.rect(x(wait.cause.from), y, Math.max(1, x(wait.cause.to) - x(wait.cause.from)), h, causeColour(wait.cause.kind, isDark), faint ? 0.3 : 1);
    if (wait.open) painter.frame(left + 0.5, y + 0.5, w - 1, h - 1, isDark ? "#ff8080" : "#b00020", 2);
    const seen = Math.max(left, LEFT);
    const words = wait.object ? clean(wait.object) : regionShort(scene.names, wait.region);
    const under = wait.cause && x(wait.cause.to) > seen + 12 ? causeColour(wait.cause.kind, isDark) : colour;
    if (left + w - seen > 44 && h >= 11) painter.text(seen + 5, y + h / 2, words, { colour: faint ? ink(isDark).faint : textOn(under), size: 11, most: left + w - seen - 9 });
}

/** A bar over whole pixels, so that neighbours neither overlap nor mix their colours. */
function drawBin(painter: Painter, x: Scale, span: state.Range, bottom: number, h: number, colour: string): void {
    const left = Math.round(x(span.from));
    painter.rect(left, bottom - h, Math.max(1, Math.round(x(span.to)) - left), h, colour);
}

/** Merged waits: the height is the share of the stretch in which the activity waited. */
function drawMerged(painter: Painter, scene: Scene, x: Scale, at: ReadonlyMap<string, number>, room: number, isDark: boolean): void {
    for (const one of scene.data.waits.merged) {
        const row = at.get(one.id);
        if (row === undefined) continue;
        const h = Math.max(Math.min(2, room), room * 0.68 * Math.min(1, one.waited / (one.to - one.from)));
        drawBin(painter, x, one, TOP + (row + 0.84) * room, h, waitColour(one.type, isDark));
    }
}

/** Causes of the waits in MPI that are merged, from the sums of each lane and pixel. */
function drawCauses(painter: Painter, scene: Scene, x: Scale, at: ReadonlyMap<string, number>, room: number, isDark: boolean): void {
    const { causes, activities, waits } = scene.data;
    if (!causes || waits.merged.length === 0) return;
    if (scene.groups) {
        for (const one of mergeCauses(causes, scene.groups)) {
            const h = Math.max(Math.min(1, room), room * 0.68 * Math.min(1, one.waited / (one.to - one.from)));
            drawBin(painter, x, one, TOP + (at.get(one.id)! + 0.84) * room, h, causeColour(Number(one.type), isDark));
        }
        return;
    }
    const rowOf = new Map(activities.items.flatMap((one) => (one.kind === "thread" && one.firstLane !== null && at.has(one.id) ? [[one.firstLane, at.get(one.id)!] as const] : [])));
    for (const lane of causes.lanes) {
        const row = rowOf.get(lane.lane);
        if (row === undefined) continue;
        for (let i = 0; i < lane.bin.length; i++) {
            const from = causes.start + lane.bin[i]! * causes.width;
            const h = Math.max(Math.min(2, room), (room * 0.68 * lane.share[i]!) / 255);
            drawBin(painter, x, { from, to: from + lane.bins[i]! * causes.width }, TOP + (row + 0.84) * room, h, causeColour(lane.kind[i]!, isDark));
        }
    }
}

/** An arrow from who waits to whom it waits for. */
function drawArrow(painter: Painter, scene: Scene, wait: Wait, x: Scale, at: ReadonlyMap<string, number>, room: number, isDark: boolean): void {
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

export function hitAt(scene: Scene, px: number, py: number): WaitHit | null {
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
    const merged = px >= LEFT ? scene.data.waits.merged.filter((one) => one.id === id && px >= x(one.from) - 1 && px <= x(one.to) + 1) : [];
    if (merged.length > 0) return mergedHit(scene, merged, row);
    if (!activity) return null;
    if (activity.kind === GROUP)
        return {
            title: `activities ${id}`,
            lines: ["click: show only these"],
            thing: { lane: activity.firstLane ?? undefined },
            wait: null,
            activity,
            frame: { x: 2, y: TOP + row * room, w: LEFT - 8, h: room },
        };
    return {
        title: `activity ${id}`,
        lines: [activity.kind, `${time(activity.start)} to ${time(activity.finish)}, ran ${time(activity.ran)}`],
        thing: { lane: activity.firstLane ?? undefined },
        wait: null,
        activity,
        frame: { x: 2, y: TOP + row * room, w: LEFT - 8, h: room },
    };
}

function mergedHit(scene: Scene, merged: readonly MergedWaits[], row: number): WaitHit {
    const room = rowHeight(scene);
    const x = linear(scene.range.from, scene.range.to, LEFT, scene.width - RIGHT);
    const one = merged[0]!;
    const name = (type: string) => typeName(type, scene.names);
    return {
        title: `${one.id}: ${count(merged.reduce((sum, each) => sum + each.count, 0))} waits, merged`,
        lines: [
            scene.each > 1 ? `from ${time(one.from)} to ${time(one.to)}` : `they began from ${time(one.from)} to ${time(one.to)}, and each took at most ${time(scene.data.waits.below)}`,
            ...merged.map((each) => `${name(each.type)}: ${count(each.count)}${scene.each > 1 ? " began" : `, ${time(each.waited)} together`}`),
            ...(scene.each > 1 ? [`the height is the mean of the activities: ${time(one.waited)} of ${time(one.to - one.from)}`] : []),
            scene.each > 1 ? "click to see the longest" : "zoom in to see each",
        ],
        thing: { lane: one.lane },
        wait: null,
        merged: one,
        activity: null,
        frame: { x: x(one.from), y: TOP + row * room + room * 0.16, w: Math.max(2, x(one.to) - x(one.from)), h: room * 0.68 },
    };
}

export function waitHit(scene: Scene, wait: Wait, activity: Activity | null): WaitHit {
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
            ...(wait.finish ? [`${count(wait.finish.participants)} took part; last: ${lastWords(wait.finish)}`] : []),
            ...(wait.cause ? [`${causeName(scene.names, wait.cause.kind)} ${time(wait.cause.to - wait.cause.from)}: for ${laneLabel(scene.names, wait.cause.lane)}`] : []),
            `${laneLabel(scene.names, wait.lane)}`,
        ],
        thing: { region: wait.region, lane: wait.lane },
        wait,
        activity,
        frame: { x: left, y: TOP + row * room + room * 0.16, w: Math.max(2, Math.min(scene.width - RIGHT, x(wait.to)) - left), h: room * 0.68 },
    };
}

