// The time axis below and above pictures.
import { moment } from "../format";
import { ink } from "./colours";
import type { Painter } from "./painter";
import { linear, ticks } from "./scale";

/** Draws a time axis with grid lines: labels at `y`, lines from `top` to `bottom`. */
export function timeAxis(
    painter: Painter,
    range: { from: number; to: number },
    left: number,
    right: number,
    y: number,
    top: number,
    bottom: number,
    dark: boolean,
): void {
    const colours = ink(dark);
    const scale = linear(range.from, range.to, left, right);
    const { step, at } = ticks(range.from, range.to, Math.max(2, (right - left) / 110));
    for (const tick of at) {
        const x = Math.round(scale(tick)) + 0.5;
        painter.line(x, top, x, bottom, colours.line);
        const edge = x - left < 28 ? "left" : right - x < 28 ? "right" : "center";
        painter.text(x, y, moment(tick, step), { colour: colours.faint, size: 11, align: edge });
    }
}
