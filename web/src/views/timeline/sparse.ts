// Thins out lines of messages, so that they never hide the bars below them.
import type { Messages } from "../../decode";

const APART = 8; // pixels between lines that cross the same gap between rows

/** A line from one row to another. */
export interface Line {
    x1: number;
    x2: number;
    a: number; // rows
    b: number;
}

/** Numbers of the lines that are drawn: in the order given, each that has room beside the ones before it, in every gap
 * between rows that it crosses. */
export function choose(lines: readonly (Line | null)[]): number[] {
    const taken = new Set<string>();
    const chosen: number[] = [];
    lines.forEach((line, i) => {
        if (!line) return;
        const first = Math.min(line.a, line.b);
        const gaps = Math.max(1, Math.abs(line.b - line.a));
        const keys: string[] = [];
        for (let gap = 0; gap < gaps; gap++) {
            const along = (line.b >= line.a ? gap + 0.5 : gaps - gap - 0.5) / gaps;
            keys.push(`${first + gap} ${Math.floor((line.x1 + (line.x2 - line.x1) * along) / APART)}`);
        }
        if (keys.some((key) => taken.has(key))) return;
        for (const key of keys) taken.add(key);
        chosen.push(i);
    });
    return chosen;
}

/** The messages that are drawn. `total` stays the number of all. */
export function sparse(messages: Messages, order: ReadonlyMap<number, number>, x: (ns: number) => number): Messages {
    const lines = Array.from(messages.sent, (sent, i): Line | null => {
        const a = order.get(messages.from[i]!);
        const b = order.get(messages.to[i]!);
        return a === undefined || b === undefined ? null : { x1: x(sent), x2: x(messages.received[i]!), a, b };
    });
    const chosen = choose(lines);
    const pick = <T extends Float64Array | Uint32Array>(from: T): T => from.filter((_, i) => kept.has(i)) as T;
    const kept = new Set(chosen);
    if (kept.size === messages.sent.length) return messages;
    return {
        total: messages.total,
        thinned: messages.thinned || kept.size < messages.sent.length,
        sent: pick(messages.sent),
        received: pick(messages.received),
        from: pick(messages.from),
        to: pick(messages.to),
        bytes: pick(messages.bytes),
        region: pick(messages.region),
        flags: pick(messages.flags),
    };
}
