// Colours of boxes and of loops in a comparison.
import { verdictClass } from "../compare/difference";
import type { TreeNode } from "./hierarchy";

const ROUTINES: [string, string][] = [
    ["#8ec1e6", "#2d6a96"],
    ["#a9d0ec", "#275c83"],
    ["#79b4de", "#3578a8"],
];
const LOOPS: [string, string][] = [
    ["#f2c46d", "#94691a"],
    ["#f6d38f", "#7f5a15"],
    ["#eeb650", "#a87820"],
];
const KINDS: Record<string, [string, string]> = {
    io: ["#6fc9ab", "#1c7457"],
    comm: ["#b598d0", "#664a8c"],
    sync: ["#ec9c64", "#9c5320"],
    user: ["#e3b4cd", "#8a5372"],
    task: ["#e3b4cd", "#8a5372"],
};
const NARROW: [string, string] = ["#d3d8de", "#3d4652"];

export const VERDICTS: Record<string, { title: string; colour: [string, string] }> = {
    divided: { title: "divided", colour: ["#009e73", "#35b88f"] },
    replicated: { title: "replicated", colour: ["#cc79a7", "#d98fb8"] },
    uneven: { title: "unevenly divided", colour: ["#d55e00", "#e8803c"] },
    other: { title: "otherwise", colour: ["#a7adb6", "#6f7885"] },
};

function shade(name: string, of: [string, string][]): [string, string] {
    let hash = 0;
    for (let i = 0; i < name.length; i++) hash = (hash * 31 + name.charCodeAt(i)) >>> 0;
    return of[hash % of.length]!;
}

export function boxColour(node: TreeNode, merged: boolean, dark: boolean): string {
    const at = dark ? 1 : 0;
    if (merged) return NARROW[at];
    const verdict = verdictClass(node.verdict);
    if (verdict) return VERDICTS[verdict]!.colour[at];
    const kind = KINDS[node.kind];
    if (kind) return kind[at];
    return shade(node.name, node.kind === "loop" ? LOOPS : ROUTINES)[at];
}
