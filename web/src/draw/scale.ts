// Scales and ticks.

/** Maps values from one interval to another. */
export interface Scale {
    (value: number): number;
    back(pixel: number): number;
}

export function linear(from: number, to: number, first: number, last: number): Scale {
    const factor = to > from ? (last - first) / (to - from) : 0;
    const scale = ((value: number) => first + (value - from) * factor) as Scale;
    scale.back = (pixel: number) => (factor === 0 ? from : from + (pixel - first) / factor);
    return scale;
}

/** A round step (1, 2 or 5 times a power of ten) that divides a length into at most `most` parts. */
export function roundStep(length: number, most: number): number {
    const least = length / Math.max(1, most);
    if (!(least > 0) || !Number.isFinite(least)) return 1;
    const power = 10 ** Math.floor(Math.log10(least));
    for (const factor of [1, 2, 5, 10]) if (power * factor >= least * (1 - 1e-12)) return power * factor;
    return power * 10;
}

/** Multiples of a round step within an interval. */
export function ticks(from: number, to: number, most: number): { step: number; at: number[] } {
    const step = roundStep(to - from, most);
    const at: number[] = [];
    for (let i = Math.ceil(from / step - 1e-9); i * step <= to + step * 1e-9 && at.length < 1000; i++) at.push(i * step);
    return { step, at };
}

/** The next round value at or above: the end of an axis. */
export function roundUp(value: number): number {
    if (!(value > 0)) return 1;
    const power = 10 ** Math.floor(Math.log10(value));
    for (const factor of [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10]) if (power * factor >= value * (1 - 1e-9)) return power * factor;
    return power * 10;
}

const USUAL = 640; // pixels: the height of a chart in a usual window

/** How much higher than usual rows may be in a chart of this height: with few rows, they fill a large window. */
export function roomier(height: number): number {
    return Math.max(1, height / USUAL);
}
