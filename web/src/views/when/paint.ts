// Draws the displays of What × When × Where.
import { timeAxis } from "../../draw/axis";
import { classColour, classOfKey, ink, level, levelColour, othersColour, regionColour, textOn } from "../../draw/colours";
import type { Painter } from "../../draw/painter";
import { linear, roomier, roundUp } from "../../draw/scale";
import { clean } from "../../format";
import type { Range } from "../../state";
import type { Show, ShowItem } from "../../types";
import { columnSums, isUnknown, largest, mean, totalWords, unitOf, words, type Display } from "./values";

export const RIGHT = 92;
export const TOP = 26;
const BOTTOM = 8;
export const HEAT_MOST = 150; // pixels of a row, at most
const STACK_MOST = 72;

/** Pixels at the left: names of regions need more room than those of lanes. */
export function leftOf(display: Display): number {
    return display === "when-where" || display === "lines" || display === "overall-what-where" ? 126 : 250;
}

/** A cell of a display, where it is on screen. */
export interface Area {
    x: number;
    y: number;
    w: number;
    h: number;
    row: number;
    column: number; // -1: the whole row
}

export interface Scene {
    show: Show;
    display: Display;
    range: Range; // ns since the start of the run
    most: number; // the end of the scale
    dark: boolean;
    region: number | null;
    lanes: number[] | null;
    sign: string; // where the scale comes from
}

export function itemColour(item: ShowItem, row: number, dark: boolean): string {
    if (item.class) return classColour(classOfKey(item.class), dark);
    if (item.region !== null) return item.label === "others" ? othersColour(dark) : regionColour(item.way === "received" ? item.region + 3 : item.region, dark);
    if (/^others/.test(item.label)) return othersColour(dark);
    return regionColour(row, dark);
}

const faint = (scene: Scene, item: ShowItem): boolean => scene.region !== null && item.region !== null && item.region !== scene.region;

/** Ns since the start of the run at which the columns begin. */
export function firstMoment(show: Show): number {
    return show.start_ns - show.zero_ns;
}

/** The time range that columns cover. */
export function covered(show: Show): Range {
    const columns = Math.max(0, ...show.values.map((row) => row.length));
    return { from: firstMoment(show), to: firstMoment(show) + columns * show.length_ns };
}

export function isOverTime(display: Display): boolean {
    return display !== "what-where" && display !== "overall-what-where";
}

/** Height of each row when rows share a height. */
export function pitch(height: number, rows: number, most: number): number {
    return Math.min(most * roomier(height), (height - TOP - BOTTOM) / Math.max(1, rows));
}

export function neededHeight(show: Show, display: Display): number {
    if (display === "what-when" || display === "lines") return TOP + BOTTOM + show.rows.length * (display === "lines" ? 14 : 26);
    if (display === "what-where") return TOP + BOTTOM + show.rows.length * Math.max(26, Math.min(90, 5 * (show.columns?.length ?? 1) + 10));
    if (display === "overall-what-where") return TOP + BOTTOM + (show.columns?.length ?? 0) * 5;
    return 120;
}

function labels(painter: Painter, scene: Scene, row: number, y: number, h: number): void {
    const LEFT = leftOf(scene.display);
    const item = scene.show.rows[row]!;
    const colours = ink(scene.dark);
    if (h < 9) return;
    painter.text(LEFT - 10, y + h / 2, rowName(item), { colour: faint(scene, item) ? colours.faint : colours.text, size: h < 13 ? 10 : 12, align: "right", most: LEFT - (item.lane === null ? 30 : 12) });
    if (item.lane === null) painter.rect(8, y + h / 2 - 5, 10, 10, itemColour(item, row, scene.dark));
}

export function rowName(item: ShowItem): string {
    return clean(item.label); // a row of several lanes says which: ranks 0–8
}

/** Every how many rows a label fits. */
function labelStep(h: number): number {
    return h >= 11 ? 1 : Math.ceil(14 / h);
}

function drawLines(painter: Painter, scene: Scene): void {
    const LEFT = leftOf(scene.display);
    const { show } = scene;
    const h = pitch(painter.height, show.rows.length, 150);
    const { from, to } = covered(show);
    const x = linear(scene.range.from, scene.range.to, LEFT, painter.width - RIGHT);
    const step = labelStep(h);
    show.rows.forEach((item, row) => {
        const y = TOP + row * h;
        const base = y + h - 2;
        const colour = item.lane === null ? itemColour(item, row, scene.dark) : levelColour(scene.dark ? 7 : 6, scene.dark);
        const values = show.values[row]!;
        const points: number[] = [x(from), base];
        values.forEach((value, i) => {
            const top = base - ((value ?? 0) / scene.most) * (h - 6);
            points.push(x(from + i * show.length_ns), top, x(from + (i + 1) * show.length_ns), top);
        });
        points.push(x(to), base);
        painter.line(LEFT, base + 0.5, painter.width - RIGHT, base + 0.5, ink(scene.dark).line);
        painter.clip(LEFT, y, painter.width - LEFT - RIGHT, h, () => {
            painter.path(points, colour, 1, `${colour}${faint(scene, item) ? "33" : "99"}`);
            hatchUnknown(painter, scene, row, x, y, h);
        });
        if (row % step === 0) {
            labels(painter, scene, row, y, Math.max(h, Math.min(12, h * step)));
            painter.text(painter.width - RIGHT + 8, y + h / 2, words(Math.max(...values.map((v) => v ?? 0)), unitOf(show)), { colour: ink(scene.dark).faint, size: 11, most: RIGHT - 12 });
        }
    });
}

/** Hatching is quieter than what is known. */
const hatchColour = (dark: boolean): string => (dark ? "#3a4553" : "#c3cad3");

function hatchUnknown(painter: Painter, scene: Scene, row: number, x: (v: number) => number, y: number, h: number): void {
    const from = firstMoment(scene.show);
    for (const [a, b] of scene.show.unknown?.[row] ?? []) {
        const left = x(from + a * scene.show.length_ns);
        painter.hatch(left, y, x(from + b * scene.show.length_ns) - left, h, hatchColour(scene.dark));
    }
}

function drawStack(painter: Painter, scene: Scene): void {
    const LEFT = leftOf(scene.display);
    const { show } = scene;
    const height = painter.height - TOP - BOTTOM;
    const from = firstMoment(show);
    const x = linear(scene.range.from, scene.range.to, LEFT, painter.width - RIGHT);
    const columns = show.values[0]?.length ?? 0;
    const below = new Float64Array(columns);
    const bottom = TOP + height;
    painter.clip(LEFT, TOP, painter.width - LEFT - RIGHT, height, () => {
        show.rows.forEach((item, row) => {
            const colour = itemColour(item, row, scene.dark);
            const points: number[] = [];
            const back: number[] = [];
            for (let i = 0; i < columns; i++) {
                const low = below[i]!;
                const high = low + (show.values[row]![i] ?? 0);
                below[i] = high;
                const a = x(from + i * show.length_ns);
                const b = x(from + (i + 1) * show.length_ns);
                const top = bottom - (high / scene.most) * height;
                const base = bottom - (low / scene.most) * height;
                points.push(a, top, b, top);
                back.push(base, a, base, b);
            }
            painter.path([...points, ...back.reverse()], colour, 0, faint(scene, item) ? `${colour}55` : colour);
        });
        if (columns > 0 && show.unknown) {
            for (let i = 0; i < columns; i++)
                if (show.rows.some((_, row) => isUnknown(show, row, i))) painter.hatch(x(from + i * show.length_ns), TOP, x(from + show.length_ns) - x(from) + 1, height, hatchColour(scene.dark));
        }
    });
    scaleAxis(painter, scene, TOP, bottom);
    legendBeside(painter, scene);
}

/** The scale of values at the right. */
function scaleAxis(painter: Painter, scene: Scene, top: number, bottom: number): void {
    const colours = ink(scene.dark);
    for (const part of [0, 0.25, 0.5, 0.75, 1]) {
        const y = bottom - (bottom - top) * part;
        painter.line(painter.width - RIGHT, y, painter.width - RIGHT + 5, y, colours.faint);
        painter.text(painter.width - RIGHT + 8, Math.max(top + 6, Math.min(bottom - 6, y)), words(scene.most * part, unitOf(scene.show)), { colour: colours.faint, size: 11 });
    }
}

function legendBeside(painter: Painter, scene: Scene): void {
    const LEFT = leftOf(scene.display);
    const colours = ink(scene.dark);
    const h = Math.min(24, (painter.height - TOP - BOTTOM) / Math.max(1, scene.show.rows.length));
    scene.show.rows.forEach((item, row) => {
        if (h < 10) return;
        const y = TOP + 4 + row * h;
        painter.rect(8, y + h / 2 - 5, 10, 10, itemColour(item, row, scene.dark));
        painter.text(24, y + h / 2, rowName(item), { colour: colours.text, size: 12, most: LEFT - 34 });
    });
}

function drawHeat(painter: Painter, scene: Scene): void {
    const LEFT = leftOf(scene.display);
    const { show } = scene;
    const whole = pitch(painter.height, show.rows.length, HEAT_MOST);
    const from = firstMoment(show);
    const x = linear(scene.range.from, scene.range.to, LEFT, painter.width - RIGHT);
    const colours = ink(scene.dark);
    const step = labelStep(whole);
    const gap = whole >= 8 ? 1 : 0;
    show.rows.forEach((_, row) => {
        const y = Math.round(TOP + row * whole);
        const h = Math.max(1, Math.round(TOP + (row + 1) * whole) - y);
        const values = show.values[row]!;
        painter.clip(LEFT, y, painter.width - LEFT - RIGHT, h, () => {
            for (let i = 0; i < values.length; ) {
                const now = values[i] ?? null;
                const own = now === null ? -1 : level(now / scene.most);
                let end = i + 1;
                while (end < values.length && (values[end] === null ? -1 : level(values[end]! / scene.most)) === own) end++;
                const left = x(from + i * show.length_ns);
                if (own >= 0) painter.rect(left, y, x(from + end * show.length_ns) - left + 0.3, h - gap, levelColour(own, scene.dark));
                i = end;
            }
            hatchUnknown(painter, scene, row, x, y, h);
        });
        if (row % step === 0) labels(painter, scene, row, y, Math.max(h, Math.min(12, h * step)));
        const average = mean(values);
        if (average !== null) {
            const width = (Math.min(1, average / scene.most) * (RIGHT - 50)) | 0;
            painter.rect(painter.width - RIGHT + 6, y, RIGHT - 50, h - gap, colours.line);
            painter.rect(painter.width - RIGHT + 6, y, width, h - gap, levelColour(scene.dark ? 6 : 6, scene.dark));
            if (row % step === 0 && h >= 9) painter.text(painter.width - 2, y + h / 2, words(average, unitOf(show)), { colour: colours.faint, size: 10, align: "right", most: 44 });
        }
    });
}

function drawBars(painter: Painter, scene: Scene): void {
    const LEFT = leftOf(scene.display);
    const { show } = scene;
    const columns = show.columns?.length ?? 0;
    const h = pitch(painter.height, show.rows.length, Math.max(40, columns * 16 + 12));
    const width = painter.width - LEFT - RIGHT;
    show.rows.forEach((item, row) => {
        const y = TOP + row * h;
        const bar = (h - 6) / Math.max(1, columns);
        painter.line(LEFT, y + h - 2.5, painter.width - RIGHT, y + h - 2.5, ink(scene.dark).line);
        show.values[row]!.forEach((value, i) => {
            if (value === null) painter.hatch(LEFT, y + 1 + i * bar, 40, Math.max(0.5, bar - (bar > 3 ? 1 : 0)), ink(scene.dark).faint);
            else painter.rect(LEFT, y + 1 + i * bar, (value / scene.most) * width, Math.max(0.5, bar - (bar > 3 ? 1 : 0)), itemColour(item, row, scene.dark), faint(scene, item) ? 0.3 : 1);
            if (bar < 11) return;
            const middle = y + 1 + i * bar + bar / 2;
            const length = ((value ?? 0) / scene.most) * width;
            const lane = clean(show.columns![i]!.label);
            const fits = length > 8 + lane.length * 7; // otherwise the lane's name stands behind the bar
            if (fits) painter.text(LEFT + 4, middle, lane, { colour: textOn(itemColour(item, row, scene.dark)), size: 10 });
            painter.text(LEFT + length + 5, middle, fits ? words(value, unitOf(show)) : `${lane}:  ${words(value, unitOf(show))}`, { colour: ink(scene.dark).faint, size: 10 });
        });
        labels(painter, scene, row, y, h - 4);
        if (h >= 11) painter.text(painter.width - 4, y + h / 2 - 2, totalWords(item, unitOf(show)), { colour: ink(scene.dark).text, size: 11, align: "right", most: RIGHT - 8 });
    });
    painter.text(LEFT, 12, `0 to ${words(scene.most, unitOf(show))}`, { colour: ink(scene.dark).faint, size: 11 });
    painter.text(painter.width - 4, 12, "all lanes", { colour: ink(scene.dark).faint, size: 11, align: "right" });
}

function drawStackedBars(painter: Painter, scene: Scene): void {
    const LEFT = leftOf(scene.display);
    const { show } = scene;
    const columns = show.columns ?? [];
    const whole = pitch(painter.height, columns.length, STACK_MOST);
    const width = painter.width - LEFT - RIGHT;
    const order = show.rows.map((_, row) => row);
    const sums = columnSums(show.values);
    const step = labelStep(whole);
    columns.forEach((column, i) => {
        const y = Math.round(TOP + i * whole);
        const h = Math.max(1, Math.round(TOP + (i + 1) * whole) - y);
        let at = LEFT;
        for (const row of order) {
            const value = show.values[row]![i] ?? 0;
            const w = (value / scene.most) * width;
            const item = show.rows[row]!;
            painter.rect(at, y, w, h - (h > 5 ? 2 : 0), itemColour(item, row, scene.dark), faint(scene, item) ? 0.3 : 1);
            if (w > 60 && h > 16) painter.text(at + 5, y + h / 2 - 1, clean(item.label), { colour: textOn(itemColour(item, row, scene.dark)), size: 11, most: w - 9 });
            at += w;
        }
        if (i % step) return;
        painter.text(LEFT - 10, y + h / 2, rowName(column), { colour: ink(scene.dark).text, size: h < 13 ? 10 : 12, align: "right", most: LEFT - 12 });
        if (h >= 10) painter.text(painter.width - 4, y + h / 2, words(sums[i] ?? null, unitOf(show)), { colour: ink(scene.dark).faint, size: 11, align: "right", most: RIGHT - 8 });
    });
    painter.text(LEFT, 12, `0 to ${words(scene.most, unitOf(show))}`, { colour: ink(scene.dark).faint, size: 11 });
}

/** The end of the scale that fits a display. */
export function scaleEnd(show: Show, display: Display): number {
    const unit = unitOf(show);
    if (display === "overall-what-when") {
        const most = Math.max(0, ...columnSums(show.values).map((v) => v ?? 0));
        return unit === "share" ? Math.max(1, most) : roundUp(most);
    }
    if (display === "overall-what-where") return roundUp(Math.max(0, ...columnSums(show.values).map((v) => v ?? 0)));
    const most = largest(show.values);
    if (unit === "share") return 1;
    return display === "when-where" ? most || 1 : roundUp(most);
}

export function drawDisplay(painter: Painter, scene: Scene): void {
    const LEFT = leftOf(scene.display);
    if (isOverTime(scene.display)) timeAxis(painter, scene.range, LEFT, painter.width - RIGHT, 12, TOP - 4, painter.height - BOTTOM, scene.dark);
    if (scene.display === "what-when" || scene.display === "lines") drawLines(painter, scene);
    else if (scene.display === "overall-what-when") drawStack(painter, scene);
    else if (scene.display === "when-where") drawHeat(painter, scene);
    else if (scene.display === "what-where") drawBars(painter, scene);
    else drawStackedBars(painter, scene);
}

/** Finds the cell at a point. */
export function areaAt(scene: Scene, width: number, height: number, px: number, py: number): Area | null {
    const LEFT = leftOf(scene.display);
    const { show, display } = scene;
    const inside = width - LEFT - RIGHT;
    if (py < TOP) return null;
    if (display === "what-where") {
        const columns = show.columns?.length ?? 0;
        const h = pitch(height, show.rows.length, Math.max(40, columns * 16 + 12));
        const row = Math.floor((py - TOP) / h);
        if (row >= show.rows.length) return null;
        const bar = (h - 6) / Math.max(1, columns);
        const column = Math.min(columns - 1, Math.floor((py - TOP - row * h - 1) / bar));
        if (px < LEFT || column < 0) return { x: LEFT, y: TOP + row * h, w: inside, h: h - 4, row, column: -1 };
        return { x: LEFT, y: TOP + row * h + 1 + column * bar, w: inside, h: bar, row, column };
    }
    if (display === "overall-what-where") {
        const columns = show.columns?.length ?? 0;
        const h = pitch(height, columns, STACK_MOST);
        const column = Math.floor((py - TOP) / h);
        if (column >= columns) return null;
        let at = LEFT;
        for (let row = 0; row < show.rows.length; row++) {
            const w = ((show.values[row]![column] ?? 0) / scene.most) * inside;
            if (px >= at && px < at + w) return { x: at, y: TOP + column * h, w, h: h - 2, row, column };
            at += w;
        }
        return null;
    }
    const x = linear(scene.range.from, scene.range.to, LEFT, width - RIGHT);
    const from = firstMoment(show);
    const column = px < LEFT || px > width - RIGHT ? -1 : Math.floor((x.back(px) - from) / show.length_ns);
    const columns = show.values[0]?.length ?? 0;
    if (column >= columns) return null;
    const left = column < 0 ? LEFT : x(from + column * show.length_ns);
    const cell = column < 0 ? inside : x(from + show.length_ns) - x(from);
    if (display === "overall-what-when") {
        const whole = height - TOP - BOTTOM;
        if (column < 0) {
            const h = Math.min(24, whole / Math.max(1, show.rows.length));
            const row = Math.floor((py - TOP - 4) / h);
            return px < LEFT && row < show.rows.length && row >= 0 ? { x: 4, y: TOP + 4 + row * h, w: LEFT - 10, h, row, column } : null;
        }
        let below = 0;
        const value = ((TOP + whole - py) / whole) * scene.most;
        for (let row = 0; row < show.rows.length; row++) {
            const own = show.values[row]![column] ?? 0;
            if (value >= below && value < below + own)
                return { x: left, y: TOP + whole - ((below + own) / scene.most) * whole, w: cell, h: (own / scene.most) * whole, row, column };
            below += own;
        }
        return null;
    }
    const h = pitch(height, show.rows.length, display === "when-where" ? HEAT_MOST : 150);
    const row = Math.floor((py - TOP) / h);
    if (row < 0 || row >= show.rows.length) return null;
    return { x: left, y: TOP + row * h, w: cell, h: h - 1, row, column };
}
