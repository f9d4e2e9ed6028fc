// Draws the timeline.
import { NOTHING, type Messages, type WaitLane, type Waits, type Window, MESSAGE_LATE_RECEIVER, MESSAGE_LATE_SENDER } from "../../decode";
import { timeAxis } from "../../draw/axis";
import { CLASS_SYNC, CLASS_UNKNOWN, classColour, ink, regionColour, textOn } from "../../draw/colours";
import { pixel, type Painter } from "../../draw/painter";
import { linear, roomier, type Scale } from "../../draw/scale";
import { lanesLabel, regionShort } from "../../names";
import type { Range } from "../../state";
import type { Tables } from "../../types";
import { deepest, nest, Paths, type Bar } from "./bars";
import { causeColour, SYNC_KINDS, syncColour, waitsByLane } from "./causes";

export const LEFT = 112;
export const RIGHT = 12;
export const TOP = 26;
const LEVEL = 26; // pixels of a level of nesting, at most
const LEVELS_MOST = 24;
const GAP = 3;

export interface Row {
    y: number;
    h: number;
    lane: number; // row in tables.lanes
    lanes: number; // how many lanes it merges
    last: number; // the last of them
    bars: Bar[];
    levels: number;
    at: number; // index in window.lanes
}

export interface Picture {
    window: Window;
    rows: Row[];
    names: Tables;
    nested: boolean;
    height: number; // of everything
    unknown: boolean; // some stretches are
    classes: number[]; // that occur
    sync: string[]; // kinds of regions in which threads waited
    begun: number[]; // visits that began in each row
    kept: Set<number> | null; // with a filter: nodes that pass it; the regions around them are faint
}

/** Rows that fit into a height; below this number, each lane has its own. */
export function rowsThatFit(height: number): number {
    return Math.max(1, Math.floor((height - TOP) / 8));
}

const SLACK = 6; // rows: the height of two lines of text

/** Rows to ask for: as many as before unless the height has changed by more than lines of text that come and go with an
 * answer. Otherwise each answer could change the height, and the height ask for another answer, without end. */
export function steadyRows(before: number, height: number): number {
    const fit = rowsThatFit(height);
    return before > 0 && Math.abs(fit - before) <= SLACK ? before : fit;
}

/** Lays out the rows of a window: nested where there is room for at least two levels. */
export function layOut(window: Window, names: Tables, lanes: readonly number[], height: number, wantNested: boolean): Picture {
    const paths = new Paths(names);
    const count = Math.max(1, window.lanes.length);
    const room = (height - TOP) / count;
    const deep = deepest(window.lanes, paths);
    const levels = Math.max(1, Math.min(deep, LEVELS_MOST, Math.floor((room - GAP) / 11)));
    const nested = wantNested && levels >= 2;
    const h = Math.min(room, roomier(height) * (nested ? levels * LEVEL + GAP : 44));
    const index = new Map(lanes.map((lane, i) => [lane, i]));
    const rows = window.lanes.map((lane, i): Row => {
        const first = index.get(lane.lane) ?? i;
        const next = window.lanes[i + 1];
        const end = next ? (index.get(next.lane) ?? first + 1) : lanes.length;
        return {
            y: TOP + i * h,
            h: Math.max(1, h > 12 ? h - GAP : h - (h > 3 ? 1 : 0)),
            lane: lane.lane,
            lanes: window.merged ? Math.max(1, end - first) : 1,
            last: window.merged ? (lanes[Math.max(first, end - 1)] ?? lane.lane) : lane.lane,
            bars: nested ? nest(lane, window.bins, paths, levels) : [],
            levels: nested ? levels : 1,
            at: i,
        };
    });
    const kept = window.filtered ? new Set(window.lanes.flatMap((lane) => [...lane.node])) : null;
    return { window, rows, names, nested, height: TOP + count * h, kept, ...facts(window, names) };
}

/** What is true of a window as a whole, found once. */
function facts(window: Window, names: Tables): { unknown: boolean; classes: number[]; sync: string[]; begun: number[] } {
    const seen = new Uint8Array(256);
    const sync = new Set<string>();
    let unknown = false;
    const begun = window.lanes.map((lane) => {
        let sum = 0;
        for (let i = 0; i < lane.bin.length; i++) {
            sum += lane.begun[i]!;
            if (lane.node[i] !== NOTHING) {
                seen[lane.class[i]!] = 1;
                if (lane.class[i] === CLASS_SYNC) sync.add(names.regions.kind[names.nodes.region[lane.node[i]!] ?? 0] ?? "");
            } else if (lane.busy[i]! > 0) {
                seen[lane.class[i]!] = 1;
                unknown = true;
            }
        }
        return sum;
    });
    return { unknown, classes: [...seen.keys()].filter((kind) => seen[kind]), sync: [...sync], begun };
}

/** Shades of the program's colour, so that neighbouring routines differ. */
const PROGRAM_LIGHT = ["#0072b2", "#3d93c6", "#005a8e", "#66aad3", "#1c82bd", "#8cc0df"];
const PROGRAM_DARK = ["#4a9fd8", "#2f82bb", "#77b8e3", "#256c9f", "#3b90c9", "#95c8ea"];

export function barColour(names: Tables, region: number, kind: number, byRegion: boolean, dark: boolean): string {
    if (byRegion) return regionColour(region, dark);
    if (kind === CLASS_SYNC) return syncColour(names.regions.kind[region], dark) ?? classColour(kind, dark);
    if (kind !== 0) return classColour(kind, dark);
    return (dark ? PROGRAM_DARK : PROGRAM_LIGHT)[region % PROGRAM_LIGHT.length]!;
}

function classOfRegion(names: Tables, region: number, fallback: number, keys: readonly string[]): number {
    const key = names.regions.class?.[region];
    if (key === undefined) return fallback;
    const at = keys.indexOf(key);
    return at < 0 ? fallback : at;
}

export interface Look {
    dark: boolean;
    byRegion: boolean;
    region: number | null; // selected: others are faint
    keys: readonly string[]; // of classes
    waits: Waits | null; // that are drawn over the bars
}

type Layer = "bars" | "names";

function drawNested(painter: Painter, picture: Picture, row: Row, x: Scale, look: Look, layer: Layer): void {
    const { window, names } = picture;
    const level = row.h / row.levels;
    for (const bar of row.bars) {
        const left = Math.max(LEFT, x(window.start + bar.from * window.width));
        const right = Math.min(painter.width - RIGHT, x(window.start + bar.to * window.width));
        if (right <= LEFT || left >= painter.width - RIGHT) continue;
        const y = row.y + bar.depth * level;
        const w = Math.max(1, right - left);
        if (bar.node === NOTHING) {
            if (layer === "bars") painter.hatch(left, row.y, w, row.h, classColour(CLASS_UNKNOWN, look.dark));
            continue;
        }
        const region = names.nodes.region[bar.node] ?? 0;
        const colour = barColour(names, region, classOfRegion(names, region, bar.class, look.keys), look.byRegion, look.dark);
        const faint = (look.region !== null && look.region !== region) || (picture.kept !== null && !picture.kept.has(bar.node));
        const gap = w > 3 ? 0.5 : 0;
        if (layer === "bars") painter.rect(left, y, w - gap, level - 0.5, colour, faint ? 0.28 : 1);
        else if (w > 24 && level >= 11)
            painter.text(left + 4, y + level / 2, regionShort(names, region), {
                colour: faint ? ink(look.dark).faint : textOn(colour),
                size: level >= 22 ? 12 : level >= 15 ? 11 : 10,
                most: w - 7,
            });
    }
}

const KINDS = 16; // more than there are classes

/** Colours of a flat timeline as pixels, each found once: own() of a stretch, and rest() of what else was in it. */
function flatColours(picture: Picture, look: Look): { own: (region: number, kind: number) => number; rest: (region: number, kind: number) => number } {
    const page = ink(look.dark).page;
    const kinds = picture.names.regions.kind;
    const owns = new Uint32Array(Math.max(1, kinds.length) * KINDS); // 0: not found yet
    const rests = new Uint32Array(2 * 256);
    const isFaint = (region: number) => look.region !== null && look.region !== region;
    const find = (region: number, kind: number): number => {
        const sync = kind === CLASS_SYNC ? SYNC_KINDS.indexOf(kinds[region] ?? "") : -1;
        const colour = look.byRegion ? regionColour(region, look.dark) : sync >= 0 ? syncColour(SYNC_KINDS[sync], look.dark)! : classColour(kind, look.dark);
        return pixel(colour, isFaint(region) ? 0.28 : 1, page);
    };
    return {
        own: (region, kind) => {
            const at = region * KINDS + kind;
            if (kind >= KINDS || at >= owns.length) return find(region, kind);
            return owns[at]! || (owns[at] = find(region, kind));
        },
        rest: (region, kind) => {
            const at = kind * 2 + (isFaint(region) ? 1 : 0);
            return rests[at]! || (rests[at] = pixel(classColour(kind, look.dark), at % 2 ? 0.28 : 1, page));
        },
    };
}

/** Fills the rows of a flat timeline pixel by pixel: the time does not depend on how often lanes change what they do. */
function fillFlat(picture: Picture, range: Range, look: Look, pixels: Uint32Array, width: number, height: number, ratio: number): void {
    const { window, names } = picture;
    const colours = flatColours(picture, look);
    const regions = names.nodes.region;
    const perPixel = (range.to - range.from) / width;
    const step = window.width / perPixel; // pixels of a bin
    const zero = (window.start - range.from) / perPixel;
    const main = new Uint32Array(width);
    const other = new Uint32Array(width);
    const cut = new Int32Array(width); // rows of pixels that have the other colour
    const cause = new Uint32Array(width);
    const waited = new Float32Array(width);
    const waits = waitsByLane(look.waits);
    for (const row of picture.rows) {
        const { bin, node: nodes, class: kinds, flags, busy } = window.lanes[row.at]!;
        const top = Math.round((row.y - TOP) * ratio);
        const bottom = Math.min(height, Math.round((row.y - TOP + row.h) * ratio));
        const tall = bottom - top;
        main.fill(0);
        other.fill(0);
        cut.fill(0);
        let most = 0; // rows of pixels in which some stretch has its other colour
        let from = Math.round(zero + (bin[0] ?? 0) * step);
        for (let i = 0, count = bin.length; i < count; i++) {
            const end = i + 1 < count ? bin[i + 1]! : window.bins;
            const next = Math.round(zero + end * step);
            const left = Math.max(0, from);
            const right = Math.min(width, Math.max(left + 1, next));
            from = next;
            const node = nodes[i]!;
            if (node === NOTHING || left >= width || next <= 0) continue;
            const region = regions[node] ?? 0;
            const kind = kinds[i]!;
            const second = flags[i]! & 0xff;
            const share = busy[i]! / 255;
            const own = colours.own(region, kind);
            const halved = share < 0.97 && second !== kind && !look.byRegion;
            const rest = halved ? colours.rest(region, second) : own;
            const rows = halved ? Math.ceil((1 - share) * tall - 0.5) : 0;
            if (rows > most) most = rows;
            for (let x = left; x < right; x++) {
                main[x] = own;
                other[x] = rest;
                cut[x] = rows;
            }
        }
        const own = waits.get(row.lane);
        waited.fill(0);
        if (own && look.waits) fillWaits(look.waits, own, range, perPixel, look.dark, cause, waited);
        for (let y = 0; y < tall; y++) {
            const at = (top + y) * width;
            if (y >= most) pixels.set(main, at);
            else for (let x = 0; x < width; x++) pixels[at + x] = y < cut[x]! ? other[x]! : main[x]!;
        }
        for (let x = 0; own && x < width; x++) {
            if (waited[x]! === 0) continue;
            for (let y = Math.max(0, Math.floor(tall * (1 - waited[x]!) - 0.5) + 1); y < tall; y++) pixels[(top + y) * width + x] = cause[x]!;
        }
    }
}

/** The colour and the share of waits for each pixel of a row. */
function fillWaits(waits: Waits, lane: WaitLane, range: Range, perPixel: number, dark: boolean, cause: Uint32Array, waited: Float32Array): void {
    const page = ink(dark).page;
    for (let i = 0; i < lane.bin.length; i++) {
        const from = Math.max(0, Math.round((waits.start + lane.bin[i]! * waits.width - range.from) / perPixel));
        const to = Math.min(cause.length, Math.max(from + 1, Math.round((waits.start + (lane.bin[i]! + lane.bins[i]!) * waits.width - range.from) / perPixel)));
        const colour = pixel(causeColour(lane.kind[i]!, dark), 1, page);
        for (let x = from; x < to; x++) {
            cause[x] = colour;
            waited[x] = Math.max(waited[x]!, lane.share[i]! / 255);
        }
    }
}

/** Draws waits over the bars in which they lie: of a bar in which a part of the time was waited, a part of the height. */
function drawWaits(painter: Painter, picture: Picture, waits: Waits, x: Scale, look: Look): void {
    const lanes = waitsByLane(waits);
    for (const row of picture.rows) {
        const lane = lanes.get(row.lane);
        if (!lane) continue;
        const level = row.h / row.levels;
        const leaves = row.bars.filter((bar) => bar.leaf && bar.node !== NOTHING);
        let at = 0;
        for (let i = 0; i < lane.bin.length; i++) {
            const from = waits.start + lane.bin[i]! * waits.width;
            const to = from + lane.bins[i]! * waits.width;
            const left = Math.max(LEFT, x(from));
            const right = Math.min(painter.width - RIGHT, x(to));
            if (right <= LEFT || left >= painter.width - RIGHT) continue;
            const { start, width } = picture.window;
            while (at < leaves.length && start + leaves[at]!.to * width <= from) at++;
            const depth = picture.nested ? (leaves[at]?.depth ?? 0) : 0;
            const whole = picture.nested ? level - 0.5 : row.h;
            const h = Math.max(Math.min(2, whole), (whole * lane.share[i]!) / 255);
            painter.rect(left, row.y + (picture.nested ? depth * level : 0) + whole - h, Math.max(1, right - left), h, causeColour(lane.kind[i]!, look.dark));
        }
    }
}

function drawFlat(painter: Painter, picture: Picture, row: Row, x: Scale, look: Look, layer: Layer): void {
    const { window, names } = picture;
    const lane = window.lanes[row.at]!;
    for (let i = 0; i < lane.bin.length; i++) {
        const to = i + 1 < lane.bin.length ? lane.bin[i + 1]! : window.bins;
        const left = Math.max(LEFT, x(window.start + lane.bin[i]! * window.width));
        const right = Math.min(painter.width - RIGHT, x(window.start + to * window.width));
        if (right <= LEFT || left >= painter.width - RIGHT) continue;
        const node = lane.node[i]!;
        const kind = lane.class[i]!;
        const share = lane.busy[i]! / 255;
        const w = Math.max(0.5, right - left);
        if (node === NOTHING) {
            if (layer === "bars" && kind === CLASS_UNKNOWN && lane.busy[i]! > 0) painter.hatch(left, row.y, w, row.h, classColour(CLASS_UNKNOWN, look.dark));
            continue;
        }
        const region = names.nodes.region[node] ?? 0;
        const faint = look.region !== null && look.region !== region ? 0.28 : 1;
        const colour = look.byRegion ? regionColour(region, look.dark) : kind === CLASS_SYNC ? barColour(names, region, kind, false, look.dark) : classColour(kind, look.dark);
        const other = lane.flags[i]! & 0xff;
        if (layer === "names") {
            if (w > 40 && row.h >= 12)
                painter.text(left + 4, row.y + row.h / 2, regionShort(names, region), { colour: faint < 1 ? ink(look.dark).faint : textOn(colour), size: 11, most: w - 7 });
        } else if (share < 0.97 && other !== kind && !look.byRegion) {
            painter.rect(left, row.y, w, row.h * (1 - share), classColour(other, look.dark), faint);
            painter.rect(left, row.y + row.h * (1 - share), w, row.h * share, colour, faint);
        } else painter.rect(left, row.y, w, row.h, colour, faint);
    }
}

/** Hatches the stretches of which nothing is known. */
function drawUnknown(painter: Painter, picture: Picture, row: Row, x: Scale, look: Look): void {
    const { window } = picture;
    const lane = window.lanes[row.at]!;
    for (let i = 0; i < lane.bin.length; i++) {
        if (lane.node[i] !== NOTHING || lane.class[i] !== CLASS_UNKNOWN || lane.busy[i] === 0) continue;
        const end = i + 1 < lane.bin.length ? lane.bin[i + 1]! : window.bins;
        const left = Math.max(LEFT, x(window.start + lane.bin[i]! * window.width));
        const right = Math.min(painter.width - RIGHT, x(window.start + end * window.width));
        if (right > left) painter.hatch(left, row.y, right - left, row.h, classColour(CLASS_UNKNOWN, look.dark));
    }
}

export const LATE_SENDER = ["#c2185b", "#ff6f9f"] as const;
export const LATE_RECEIVER = ["#00796b", "#4dd6c1"] as const;

export function messageColour(flags: number, dark: boolean): string {
    if (flags & MESSAGE_LATE_SENDER) return LATE_SENDER[dark ? 1 : 0];
    if (flags & MESSAGE_LATE_RECEIVER) return LATE_RECEIVER[dark ? 1 : 0];
    return dark ? "#f1f4f8" : "#101820";
}

/** Centre of the row that has a lane; null if the lane is not shown. */
export function laneMiddle(picture: Picture, order: ReadonlyMap<number, number>, lane: number): number | null {
    const at = order.get(lane);
    if (at === undefined) return null;
    const row = picture.rows[at];
    return row ? row.y + row.h / 2 : null;
}

/** Marks the bars of a region that is hovered, here or in another view. */
export function markRegion(painter: Painter, picture: Picture, range: Range, region: number, dark: boolean): void {
    const x = linear(range.from, range.to, LEFT, painter.width - RIGHT);
    const { window, names } = picture;
    const mark = ink(dark).mark;
    painter.clip(LEFT, TOP, painter.width - LEFT - RIGHT, painter.height, () => {
        for (const row of picture.rows)
            for (const bar of row.bars) {
                if (bar.node === NOTHING || names.nodes.region[bar.node] !== region) continue;
                const left = x(window.start + bar.from * window.width);
                const level = row.h / row.levels;
                painter.rect(left, row.y + bar.depth * level, Math.max(1, x(window.start + bar.to * window.width) - left), level - 0.5, mark, 0.18);
            }
    });
}

/** For each lane, the row that shows it. */
export function rowOfLane(picture: Picture, lanes: readonly number[]): Map<number, number> {
    const result = new Map<number, number>();
    let row = 0;
    const first = new Map(picture.rows.map((r, i) => [r.lane, i]));
    for (const lane of lanes) {
        row = first.get(lane) ?? row;
        result.set(lane, row);
    }
    return result;
}

export function drawMessages(painter: Painter, picture: Picture, order: ReadonlyMap<number, number>, messages: Messages, x: Scale, dark: boolean): void {
    const many = messages.sent.length;
    const alpha = many > 100 ? 0.32 : many > 40 ? 0.45 : 0.7;
    for (let i = 0; i < many; i++) {
        const y1 = laneMiddle(picture, order, messages.from[i]!);
        const y2 = laneMiddle(picture, order, messages.to[i]!);
        if (y1 === null || y2 === null) continue;
        const late = messages.flags[i]! & 3;
        painter.line(x(messages.sent[i]!), y1, x(messages.received[i]!), y2, messageColour(messages.flags[i]!, dark), many > 40 ? 0.8 : 1.2, late ? Math.min(1, alpha * 1.6) : alpha);
        if (many <= 40) painter.circle(x(messages.received[i]!), y2, 2, messageColour(messages.flags[i]!, dark));
    }
}

/** Marks the stretches in which measuring took more than a share of the time. */
export function drawCost(painter: Painter, picture: Picture, x: Scale, cost: number, dark: boolean): number {
    const { window } = picture;
    let marked = 0;
    for (const row of picture.rows) {
        const lane = window.lanes[row.at]!;
        for (let i = 0; i < lane.bin.length; i++) {
            const to = i + 1 < lane.bin.length ? lane.bin[i + 1]! : window.bins;
            const length = (to - lane.bin[i]!) * window.width * row.lanes;
            if (lane.begun[i]! * cost <= length * 0.05) continue;
            marked++;
            const left = Math.max(LEFT, x(window.start + lane.bin[i]! * window.width));
            const right = Math.min(painter.width - RIGHT, x(window.start + to * window.width));
            if (right > left) painter.rect(left, row.y + row.h - 2, Math.max(1, right - left), 2, dark ? "#ffdd33" : "#d4a900");
        }
    }
    return marked;
}

export function drawTimeline(painter: Painter, picture: Picture, range: Range, look: Look, messages: Messages | null, order: ReadonlyMap<number, number>, cost: number): void {
    const colours = ink(look.dark);
    const x = linear(range.from, range.to, LEFT, painter.width - RIGHT);
    timeAxis(painter, range, LEFT, painter.width - RIGHT, 12, TOP - 4, Math.min(painter.height, picture.height), look.dark);
    const every = Math.max(1, Math.ceil(13 / (picture.rows.length > 1 ? picture.rows[1]!.y - picture.rows[0]!.y : 30)));
    painter.clip(LEFT, 0, painter.width - LEFT - RIGHT, painter.height, () => {
        const drawRow = picture.nested ? drawNested : drawFlat;
        const height = picture.height - TOP;
        const pixels = !picture.nested && painter.image !== undefined;
        if (pixels) painter.image!(LEFT, TOP, painter.width - LEFT - RIGHT, height, (to, width, rows) => fillFlat(picture, range, look, to, width, rows, rows / height));
        else for (const row of picture.rows) drawRow(painter, picture, row, x, look, "bars");
        if (pixels && picture.unknown) for (const row of picture.rows) drawUnknown(painter, picture, row, x, look);
        if (look.waits && !pixels) drawWaits(painter, picture, look.waits, x, look);
        if (messages) drawMessages(painter, picture, order, messages, x, look.dark);
        for (const row of picture.rows) if (picture.nested || row.h >= 12) drawRow(painter, picture, row, x, look, "names");
        if (cost > 0) drawCost(painter, picture, x, cost, look.dark);
    });
    picture.rows.forEach((row, i) => {
        if (i % every) return;
        painter.text(LEFT - 8, row.y + row.h / 2, lanesLabel(picture.names, row.lane, row.last), { colour: colours.faint, size: 11, align: "right", most: LEFT - 12 });
    });
}
