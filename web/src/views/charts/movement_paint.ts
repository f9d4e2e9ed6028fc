// Draws the Movement Chart, and finds what lies under the pointer.
import { timeAxis } from "../../draw/axis";
import { classColour, ink, regionColour, textOn } from "../../draw/colours";
import type { Painter } from "../../draw/painter";
import { laneLabel, regionName } from "../../names";
import { time } from "../../format";
import * as state from "../../state";
import type { Stay } from "./data";
import { showActivity, showStay } from "./details";
import { LEFT, moveEnds, place, RIGHT, rowHeight, TOP, tracks, type Mark, type MarkHit, type Scene } from "./movement_scene";
import { shownPath } from "./path";
import { drawUnknown } from "./unknown";

export function markColour(letter: "M" | "D" | "F", isDark: boolean): string {
    return letter === "F" ? classColour(4, isDark) : letter === "M" ? regionColour(1, isDark) : regionColour(7, isDark);
}

/** Colour of a move that leads to the place where it starts. */
export function warningColour(isDark: boolean): string {
    return isDark ? "#ff8080" : "#b00020";
}

function drawMarks(painter: Painter, marks: readonly Mark[], isDark: boolean): void {
    const taken = new Set<string>();
    for (const mark of marks) {
        const colour = mark.warning ? warningColour(isDark) : markColour(mark.letter, isDark);
        const cell = `${Math.round(mark.x / 15)} ${Math.round(mark.y / 15)}`;
        const letters = !taken.has(cell); // where marks are dense, one of them has its letter, the others are dots
        taken.add(cell);
        painter.circle(mark.x, mark.y, letters ? 7 : 2.5, colour, letters ? ink(isDark).page : undefined);
        if (letters) painter.text(mark.x, mark.y + 0.5, mark.letter, { colour: textOn(colour), size: 9, align: "center", bold: true });
    }
}

function drawRows(painter: Painter, scene: Scene, room: number, isDark: boolean): void {
    const colours = ink(isDark);
    let last = -1;
    scene.rows.forEach((row, i) => {
        const top = TOP + i * room;
        if (row.group !== last) painter.line(0, top + 0.5, painter.width, top + 0.5, colours.faint, 1, 0.5);
        else painter.line(LEFT, top + 0.5, painter.width, top + 0.5, colours.line);
        last = row.group;
        if (room >= 9 || i % Math.ceil(12 / room) === 0) painter.text(LEFT - 8, top + room / 2, row.label, { colour: colours.faint, size: 11, align: "right", most: LEFT - 12, mono: scene.kind === "activities" });
    });
}

/** The time in which each lane lived, or each activity. */
function drawLives(painter: Painter, scene: Scene, isDark: boolean): void {
    const { x, y, room } = place(scene);
    const draw = (top: number | null, from: number, to: number) => {
        if (top !== null) painter.line(x(from), top, x(Math.max(from, to)), top, ink(isDark).faint, Math.min(3, room / 3), 0.55);
    };
    if (scene.kind === "activities") {
        for (const one of scene.data.activities.items) if (one.start !== null && one.finish !== null) draw(y(one.firstLane ?? 0, one.id, one.kind), one.start, one.finish);
        return;
    }
    for (const row of scene.rows) for (const lane of row.lanes) draw(y(lane, "0-0", "thread"), scene.names.lanes.start[lane] ?? 0, scene.names.lanes.end[lane] ?? 0);
}

function drawTracks(painter: Painter, scene: Scene, isDark: boolean): void {
    const { x, y } = place(scene);
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
        if (scene.data.moves.total === 0) painter.path(points, faint ? `${colour}44` : `${colour}99`, 1);
        for (const stay of list) {
            const top = y(stay.lane, id, stay.kind);
            if (top !== null) painter.rect(x(stay.from), top - (stay.kind === "implicit" ? 2 : 1.5), Math.max(1.5, x(stay.to) - x(stay.from)), stay.kind === "implicit" ? 4 : 3, colour, faint ? 0.25 : 1);
        }
    }
}

/** Lines of moves and messages, from where they start to where they lead. */
function drawWays(painter: Painter, scene: Scene, isDark: boolean): void {
    const placed = place(scene);
    const { x, y } = placed;
    for (const move of scene.data.moves.items) {
        const ends = moveEnds(scene, placed, move);
        if (ends && ends.from !== ends.to) painter.line(x(move.start), ends.from, x(move.start), ends.to, move.from === move.to ? warningColour(isDark) : markColour(move.bytes > 0 ? "D" : "M", isDark), 1.2, 0.6);
    }
    const messages = scene.data.messages;
    for (let i = 0; messages && i < messages.sent.length; i++) {
        const a = y(messages.from[i]!, "0-0", "thread");
        const b = y(messages.to[i]!, "0-0", "thread");
        if (a !== null && b !== null) painter.line(x(messages.sent[i]!), a, x(messages.received[i]!), b, markColour("D", isDark), 1.2, 0.6);
    }
}

export function drawMovement(painter: Painter, scene: Scene, marks: readonly Mark[], isDark: boolean): void {
    const { x, room } = place(scene);
    timeAxis(painter, scene.range, LEFT, painter.width - RIGHT, 12, TOP - 4, Math.min(painter.height, TOP + room * scene.rows.length), isDark);
    drawRows(painter, scene, room, isDark);
    painter.clip(LEFT, TOP - 2, painter.width - LEFT - RIGHT, painter.height, () => {
        if (scene.kind !== "activities") scene.rows.forEach((row, i) => row.lanes.forEach((lane) => drawUnknown(painter, scene.data.unknown.get(lane), x, TOP + i * room + 2, Math.max(1, room - 4), isDark)));
        drawLives(painter, scene, isDark);
        drawWays(painter, scene, isDark);
        drawPath(painter, scene, isDark);
        drawTracks(painter, scene, isDark);
        drawMarks(painter, marks, isDark);
    });
}

/** Marks the path of the data that are selected. */
function drawPath(painter: Painter, scene: Scene, isDark: boolean): void {
    const path = shownPath.value;
    if (path?.run !== scene.run) return;
    const { x, y } = place(scene);
    const lanes = scene.rows.flatMap((row) => row.lanes);
    const laneOf = (row: number | null) => (row === null ? null : (lanes.find((lane) => scene.names.lanes.place[lane] === row) ?? null));
    for (const hop of path.hops) {
        const [from, to] = [laneOf(hop.from), laneOf(hop.to)];
        const [a, b] = [from === null ? null : y(from, "0-0", "thread"), to === null ? null : y(to, "0-0", "thread")];
        if (a !== null && b !== null && hop.sent !== null && hop.received !== null) {
            const far = Math.abs(hop.distance); // the farther away, the fainter
            painter.line(x(hop.sent), a, x(hop.received), b, ink(isDark).mark, far === 0 ? 4 : Math.max(1, 3 - far / 2), far === 0 ? 0.9 : Math.max(0.2, 0.8 - far / 8));
        }
    }
}

function nearestMark(marks: readonly Mark[], px: number, py: number): Mark | null {
    let best = 9;
    let found: Mark | null = null;
    for (const mark of marks) {
        const away = Math.hypot(mark.x - px, mark.y - py);
        if (away < best) {
            best = away;
            found = mark;
        }
    }
    return found;
}

function nearestStay(scene: Scene, px: number, py: number): Stay | null {
    const { x, y } = place(scene);
    let found: Stay | null = null;
    let near = 5;
    for (const stay of scene.data.stays.items) {
        const top = y(stay.lane, stay.id, stay.kind);
        if (top === null || px < x(stay.from) - 2 || px > x(stay.to) + 2) continue;
        if (Math.abs(top - py) < near) {
            near = Math.abs(top - py);
            found = stay;
        }
    }
    return found;
}

/** What is at a point: a mark, the line of an activity, or the name of a row. */
export function nearest(scene: Scene, marks: readonly Mark[], px: number, py: number): MarkHit | null {
    const mark = nearestMark(marks, px, py);
    if (mark) return { ...mark.hit, frame: { x: mark.x - 7, y: mark.y - 7, w: 14, h: 14 } };
    const stay = nearestStay(scene, px, py);
    const activityOf = (id: string) => scene.data.activities.items.find((one) => one.id === id);
    if (stay) {
        const activity = activityOf(stay.id);
        return {
            title: `activity ${stay.id}: ${regionName(scene.names, stay.region)}`,
            lines: [`${stay.kind} · ${laneLabel(scene.names, stay.lane)}`, `${time(stay.from)} to ${time(stay.to)}`],
            thing: { lane: stay.lane, region: stay.region },
            act: () => (activity ? showActivity(scene.run, activity) : showStay(scene.run, stay, null)),
        };
    }
    const row = scene.rows[Math.floor((py - TOP) / rowHeight(scene))];
    if (px >= LEFT || row === undefined) return null;
    const activity = scene.kind === "activities" ? activityOf(row.key) : undefined;
    return {
        title: scene.kind === "activities" ? `activity ${row.label}` : row.label,
        lines: scene.kind === "activities" ? [] : [`click: show only this ${scene.kind === "lanes" ? "lane" : "place"}`],
        thing: { lane: row.lanes[0]! },
        act: () => {
            if (scene.kind !== "activities") state.lanes.value = state.lanes.value?.join() === row.lanes.join() ? null : [...row.lanes];
            else if (activity) showActivity(scene.run, activity);
        },
    };
}
