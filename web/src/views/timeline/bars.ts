// From a window to bars: nested regions, one row per level of nesting.
import { NOTHING, type WindowLane } from "../../decode";
import { nodePath } from "../../names";
import type { Tables } from "../../types";

/** A bar: bins [from, to) of one lane in which one node, or something below it, was at work. */
export interface Bar {
    from: number;
    to: number;
    node: number; // NOTHING: nothing is known
    depth: number; // 0: outermost
    class: number; // of the first stretch inside
    begun: number; // visits that began, of this bar's stretches
    leaf: boolean; // false if there are bars below
}

/** Paths of nodes, looked up once. */
export class Paths {
    private readonly known = new Map<number, number[]>();
    constructor(private readonly names: Tables) {}
    of(node: number): number[] {
        let path = this.known.get(node);
        if (!path) {
            path = node === NOTHING ? [] : nodePath(this.names, node);
            this.known.set(node, path);
        }
        return path;
    }
}

/** A path with at most `most` steps: of a longer one, the innermost step takes the last level, because it says what the
 * lane did. */
export function shortenPath(path: number[], most: number): number[] {
    return path.length <= most ? path : [...path.slice(0, most - 1), path[path.length - 1]!];
}

/** Makes the bars of a lane, at most `most` levels deep. */
export function nest(lane: WindowLane, bins: number, paths: Paths, most: number): Bar[] {
    const bars: Bar[] = [];
    const open: Bar[] = [];
    const close = (depth: number) => {
        open.length = Math.min(open.length, depth);
    };
    for (let i = 0; i < lane.bin.length; i++) {
        const from = lane.bin[i]!;
        const to = i + 1 < lane.bin.length ? lane.bin[i + 1]! : bins;
        const node = lane.node[i]!;
        const path = shortenPath(paths.of(node), most);
        let same = 0;
        while (same < open.length && same < path.length && open[same]!.node === path[same] && open[same]!.to === from) same++;
        close(same);
        const depth = Math.min(path.length, most);
        for (let d = 0; d < Math.min(same, depth); d++) {
            open[d]!.to = to;
            open[d]!.begun += lane.begun[i]!;
            if (d + 1 < depth) open[d]!.leaf = false;
        }
        for (let d = same; d < depth; d++) {
            const bar = { from, to, node: path[d]!, depth: d, class: lane.class[i]!, begun: lane.begun[i]!, leaf: d + 1 === depth };
            bars.push(bar);
            open.push(bar);
        }
        if (node === NOTHING && lane.class[i] === 8 && lane.busy[i]! > 0)
            bars.push({ from, to, node, depth: 0, class: 8, begun: 0, leaf: true });
    }
    return bars;
}

/** The deepest level that a window's lanes reach. */
export function deepest(lanes: readonly WindowLane[], paths: Paths): number {
    let most = 0;
    for (const lane of lanes) for (const node of lane.node) if (node !== NOTHING) most = Math.max(most, paths.of(node).length);
    return most;
}
