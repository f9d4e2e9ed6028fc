// Verdicts of `triptych compare` on the loops of a tree.
import { pathOf, type TreeNode } from "./hierarchy";
import { num, table, text, type Raw } from "../report/report";

export interface Division {
    depth: number;
    kind: string;
    name: string;
    source: string;
    verdict: string | null;
    before: number | null;
    sum: number | null;
    each: string;
    uneven: number | null;
    replicated: number | null;
    inclusive: number | null;
    exclusive: number | null;
    routine: string;
}

export function divisionsOf(answer: Record<string, unknown>): Division[] {
    return table(answer, "loops").map((raw: Raw) => ({
        depth: num(raw["depth"]) ?? 0,
        kind: text(raw["kind"]),
        name: text(raw["name"]),
        routine: text(raw["routine"]),
        source: text(raw["source_now"]) || text(raw["source"]),
        verdict: text(raw["verdict"]) || null,
        before: num(raw["before"]),
        sum: num(raw["sum"]),
        each: text(raw["trips"]),
        uneven: num(raw["uneven"]),
        replicated: num(raw["replicated_percent"]),
        inclusive: num(raw["inclusive_percent"]),
        exclusive: num(raw["exclusive_percent"]),
    }));
}

function isStep(kind: string): boolean {
    return kind === "loop" || kind === "routine";
}

function step(kind: string, source: string): string {
    return `${kind} ${source.slice(source.lastIndexOf("/") + 1)}`;
}

/** Keys of the paths of a list of rows with depths: the sources of the routines and loops on the path. */
function keysOf(rows: readonly Division[]): string[] {
    const open: string[] = [];
    return rows.map((row) => {
        open.length = row.depth;
        open[row.depth] = isStep(row.kind) ? step(row.kind, row.source) : "";
        return open.filter(Boolean).join(" / ");
    });
}

function keyOf(node: TreeNode): string {
    return pathOf(node)
        .filter((at) => isStep(at.kind))
        .map((at) => step(at.kind, `${at.file}:${at.line ?? ""}`))
        .join(" / ");
}

/** A copy of the tree whose loops have the verdicts of a comparison. A loop that the comparison does not list has none. */
export function colourByComparison(root: TreeNode, answer: Record<string, unknown>): TreeNode {
    const rows = divisionsOf(answer);
    const keys = keysOf(rows);
    const verdicts = new Map<string, string | null>();
    rows.forEach((row, i) => row.kind === "loop" && verdicts.set(keys[i]!, row.verdict));
    const copy = (node: TreeNode, parent: TreeNode | null): TreeNode => {
        const next: TreeNode = { ...node, parent, children: [], verdict: node.kind === "loop" ? (verdicts.get(keyOf(node)) ?? null) : null };
        next.children = node.children.map((child) => copy(child, next));
        return next;
    };
    return copy(root, null);
}
