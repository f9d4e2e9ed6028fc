// What the Movement Chart draws: rows of lanes, places or activities, and marks: M a move, D a move with data, F a finish.
import type { Messages } from "../../decode";
import { linear, roomier, type Scale } from "../../draw/scale";
import type { Hit } from "../../draw/TimeCanvas";
import { sized, time } from "../../format";
import { laneLabel, placeLabel, regionName } from "../../names";
import * as state from "../../state";
import type { Tables } from "../../types";
import { compareIds, type Activity, type Stay, type Thinned, type Wait } from "./data";
import { showActivity, showMessage, showStay, showWait } from "./details";
import { lastWords, moveTitle, showMove } from "./place_details";
import { hasPlaces, placeWord, type Move } from "./places";
import type { Unknown } from "./unknown";

export const LEFT = 112;
export const RIGHT = 14;
export const TOP = 26;

export interface Data {
    activities: Thinned<Activity>;
    stays: Thinned<Stay>;
    finishes: Thinned<Wait>;
    moves: Thinned<Move>; // of `#pragma tri`
    messages: Messages | null;
    unknown: Unknown;
}

/** What a row stands for. */
export type RowKind = "lanes" | "places" | "activities";

export interface Row {
    key: string; // lane, row of the place, or activity
    label: string;
    lanes: readonly number[]; // that a click on its name selects
    group: number; // rows of one place are in the same group
}

/** A mark: where it is, and what a click on it shows. */
export interface Mark {
    letter: "M" | "D" | "F";
    warning?: boolean; // a move to the same place
    x: number;
    y: number;
    hit: MarkHit;
}

export interface MarkHit extends Hit {
    act: () => void;
}

export interface Scene {
    data: Data;
    kind: RowKind;
    rows: readonly Row[]; // shown, from top to bottom
    names: Tables;
    range: state.Range;
    width: number;
    height: number;
    run: number;
}

/** All rows of a kind. */
export function rowsOfKind(kind: RowKind, lanes: readonly number[], names: Tables, data: Data): Row[] {
    const placeOf = (lane: number) => names.lanes.place[lane] ?? 0;
    if (kind === "lanes") return lanes.map((lane) => ({ key: String(lane), label: laneLabel(names, lane), lanes: [lane], group: placeOf(lane) }));
    if (kind === "places") return [...new Set(lanes.map(placeOf))].map((place) => ({ key: String(place), label: hasPlaces(names) ? placeWord(names, names.places?.number[place] ?? place) : placeLabel(names, place), lanes: lanes.filter((lane) => placeOf(lane) === place), group: place }));
    const shown = new Set(lanes);
    const seen = new Map<string, number>();
    const see = (id: string, lane: number) => {
        if (id !== "" && shown.has(lane) && !seen.has(id)) seen.set(id, lane);
    };
    data.stays.items.forEach((stay) => see(stay.id, stay.lane));
    data.moves.items.forEach((move) => see(move.id, move.lane));
    data.finishes.items.forEach((wait) => see(wait.id, wait.lane));
    return [...seen.keys()].sort(compareIds).map((id) => ({ key: id, label: id, lanes: [seen.get(id)!], group: 0 }));
}

/** Rows that fit: all of them, or those on which most happened. */
export function chooseRows(kind: RowKind, rows: readonly Row[], data: Data, names: Tables, height: number): Row[] {
    const most = Math.max(4, Math.floor((height - TOP) / 9));
    if (rows.length <= most) return [...rows];
    const happened = new Map<string, number>();
    const add = (lane: number, id: string) => {
        const key = keyOf(kind, names, lane, id);
        happened.set(key, (happened.get(key) ?? 0) + 1);
    };
    data.stays.items.forEach((stay) => add(stay.lane, stay.id));
    data.moves.items.forEach((move) => add(move.lane, move.id));
    data.messages?.from.forEach((lane) => add(lane, ""));
    data.messages?.to.forEach((lane) => add(lane, ""));
    data.finishes.items.forEach((wait) => add(wait.lane, wait.id));
    const chosen = new Set(rows.map((row, at) => ({ row, at })).sort((a, b) => (happened.get(b.row.key) ?? 0) - (happened.get(a.row.key) ?? 0) || a.at - b.at).slice(0, most).map((one) => one.row));
    return rows.filter((row) => chosen.has(row));
}

/** The row of a lane or an activity. */
function keyOf(kind: RowKind, names: Tables, lane: number, id: string): string {
    return kind === "lanes" ? String(lane) : kind === "places" ? String(names.lanes.place[lane] ?? 0) : id;
}

export function rowHeight(scene: Scene): number {
    return Math.min(220 * roomier(scene.height), (scene.height - TOP - 8) / Math.max(1, scene.rows.length));
}

/** Height of an activity's line within its row: neighbours do not cover each other. */
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

export interface Placed {
    x: Scale;
    y: (lane: number, id: string, kind: string) => number | null;
    ofPlace: (number: number, id: string) => number | null; // y of a place by its number
    room: number;
}

export function place(scene: Scene): Placed {
    const room = rowHeight(scene);
    const at = new Map(scene.rows.map((row, i) => [row.key, i]));
    const top = (key: string) => (at.has(key) ? TOP + at.get(key)! * room : null);
    const { names, kind: rows } = scene;
    return {
        x: linear(scene.range.from, scene.range.to, LEFT, scene.width - RIGHT),
        y: (lane, id, kind) => {
            const found = top(keyOf(rows, names, lane, id));
            return found === null ? null : found + (rows === "activities" ? room / 2 : offset(id, kind, room));
        },
        ofPlace: (number, id) => {
            const row = names.places?.number.indexOf(number) ?? -1;
            const lane = names.lanes.place.indexOf(row);
            const found = row < 0 && rows !== "activities" ? null : top(keyOf(rows, names, lane, id));
            return found === null ? null : found + room / 2;
        },
        room,
    };
}

/** Moves of tasks from lane to lane; where directives name the moves, a task that another thread of its place takes is none. */
function stayMarks(scene: Scene, { x, y }: Placed, byId: ReadonlyMap<string, Activity>): Mark[] {
    if (scene.data.moves.total > 0) return [];
    return [...tracks(scene.data.stays.items)].flatMap(([id, list]) =>
        list.flatMap((stay, i) => {
            const activity = byId.get(id);
            const before = list[i - 1] ?? null;
            const from = before ? before.lane : (activity?.madeOn ?? stay.lane);
            const top = from === stay.lane ? null : y(stay.lane, id, stay.kind);
            if (top === null) return [];
            const hit: MarkHit = {
                title: `M: activity ${id} moves to ${laneLabel(scene.names, stay.lane)}`,
                lines: [`from ${laneLabel(scene.names, from)}`, `at ${time(stay.from)}`],
                thing: { lane: stay.lane, region: stay.region },
                act: () => (before || !activity ? showStay(scene.run, stay, before) : showActivity(scene.run, activity)),
            };
            return [{ letter: "M" as const, x: x(stay.from), y: top, hit }];
        }),
    );
}

/** A mark is beside the row that it leads to, so that the line between the places is seen. */
export function moveEnds(scene: Scene, { ofPlace, room }: Placed, move: Move): { from: number; to: number } | null {
    const from = ofPlace(move.from, move.id);
    const to = ofPlace(move.to < 0 ? move.from : move.to, move.id);
    if (from === null || to === null) return null;
    const aside = scene.kind === "activities" ? 0 : Math.min(11, room / 3);
    return { from, to: from === to ? to - aside : to + (from < to ? -aside : aside) };
}

function moveMarks(scene: Scene, placed: Placed): Mark[] {
    return scene.data.moves.items.flatMap((move) => {
        const ends = moveEnds(scene, placed, move);
        if (!ends) return [];
        const letter = move.bytes > 0 ? ("D" as const) : ("M" as const);
        return [
            {
                letter,
                warning: move.from === move.to,
                x: placed.x(move.start),
                y: ends.to,
                hit: {
                    title: `${letter}: ${moveTitle(scene.names, move)}`,
                    lines: [`${regionName(scene.names, move.region)}, activity ${move.id}`, `at ${time(move.start)}, ${time(move.end - move.start)}`],
                    thing: { lane: move.lane, region: move.region },
                    act: () => void showMove(scene.run, move),
                },
            },
        ];
    });
}

function messageMarks(scene: Scene, { x, y }: Placed): Mark[] {
    const messages = scene.data.messages;
    return Array.from(messages?.sent ?? []).flatMap((_, i) => {
        const top = y(messages!.to[i]!, "0-0", "thread");
        if (top === null || y(messages!.from[i]!, "0-0", "thread") === null) return [];
        const hit: MarkHit = {
            title: `D: ${sized(messages!.bytes[i]!)} from ${laneLabel(scene.names, messages!.from[i]!)} to ${laneLabel(scene.names, messages!.to[i]!)}`,
            lines: [`sent ${time(messages!.sent[i]!)}, received ${time(messages!.received[i]!)}`],
            thing: { lane: messages!.to[i]! },
            act: () => void showMessage(scene.run, messages!, i),
        };
        return [{ letter: "D" as const, x: x(messages!.received[i]!), y: top, hit }];
    });
}

function finishMarks(scene: Scene, { x, y }: Placed, byId: ReadonlyMap<string, Activity>): Mark[] {
    return scene.data.finishes.items.flatMap((wait) => {
        const top = y(wait.lane, wait.id, byId.get(wait.id)?.kind ?? "thread");
        if (top === null) return [];
        const hit: MarkHit = {
            title: `F: ${regionName(scene.names, wait.region)}`,
            lines: [`activity ${wait.id} waited ${time(wait.to - wait.from)}`, wait.open ? "it still waits" : `until ${time(wait.to)}`, ...(wait.finish ? [`last: ${lastWords(wait.finish)}`] : [])],
            thing: { lane: wait.lane, region: wait.region },
            act: () => void showWait(scene.run, wait, "F: finish"),
        };
        return [{ letter: "F" as const, x: x(wait.to), y: top, hit }];
    });
}

export function findMarks(scene: Scene): Mark[] {
    const placed = place(scene);
    const byId = new Map(scene.data.activities.items.map((activity) => [activity.id, activity]));
    const marks = [...stayMarks(scene, placed, byId), ...moveMarks(scene, placed), ...messageMarks(scene, placed), ...finishMarks(scene, placed, byId)];
    return marks.filter((mark) => mark.x >= LEFT - 1 && mark.x <= scene.width - RIGHT + 1);
}
