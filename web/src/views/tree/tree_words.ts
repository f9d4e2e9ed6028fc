// What a node of a tree says of itself.
import { clean, count, csv, number, percent, time } from "../../format";
import * as state from "../../state";
import { walk, type TreeNode } from "./hierarchy";
import { boundMark } from "../report/marks";
import { place } from "../report/values";

/** "≥" for a lower bound, "~" for an estimate. */
export function timeMark(node: TreeNode): string {
    return node.timeAtLeast ? "≥" : node.estimated ? "~" : "";
}

export function weightText(node: TreeNode): string {
    if (node.time !== null) return timeMark(node) + time(node.time);
    if (node.instructions !== null) return `${count(node.instructions)} instructions`;
    return "not timed";
}

/** Share of the whole run. Of a tree of instructions, it follows from the root's. */
export function shareOf(node: TreeNode): number | null {
    if (node.percent !== null) return node.percent;
    let root = node;
    while (root.parent) root = root.parent;
    return node.instructions !== null && root.weight > 0 ? (100 * node.instructions) / root.weight : null;
}

export function factsOfNode(node: TreeNode): [string, string][] {
    const facts: [string, string][] = [];
    const share = shareOf(node);
    facts.push([node.time === null && node.instructions !== null ? "inclusive" : "inclusive", weightText(node) + (share === null ? "" : ` (${percent(share)})`)]);
    if (node.exclusive !== null) facts.push(["exclusive", `${boundMark(node.exclusiveAtLeast, node.exclusiveAtMost, node.estimated || node.timeAtLeast)}${time(node.exclusive)}${node.exclusivePercent === null ? "" : ` (${percent(node.exclusivePercent)})`}`]);
    else if (node.exclusiveInstructions !== null) facts.push(["exclusive", `${count(node.exclusiveInstructions)} instructions`]);
    if (node.visits !== null) facts.push(["visits", `${node.visitsAtLeast ? "≥" : ""}${count(node.visits)}`]);
    if (node.trips !== null) facts.push(["total trips", `${node.tripsAtLeast ? "≥" : ""}${count(node.trips)}`]);
    if (node.meanTrips !== null) facts.push(["mean trips", `${node.tripsAtLeast ? "≥" : ""}${number(node.meanTrips)}`]);
    if (node.verdict) facts.push(["compared", node.verdict]);
    if (node.file) facts.push(["source", place(node)]);
    return facts;
}

export function sentenceOfNode(node: TreeNode): string {
    return clean(`${node.kind} ${node.name}: ${factsOfNode(node).map(([name, value]) => `${name} ${value}`).join(", ")}`);
}

/** Shows a node in the panel at the right, and selects its region everywhere. */
export function chooseNode(node: TreeNode, region: number | null): void {
    state.region.value = region;
    state.detail.value = {
        title: clean(node.name),
        kind: node.kind,
        rows: factsOfNode(node).map(([name, value]) => (name === "source" ? { name, value, pick: { file: node.file, line: node.line ?? 1 } } : { name, value: clean(value) })),
        ...(region === null ? {} : { thing: { region }, only: `e.region == ${region}` }),
    };
}

/** All nodes of a tree, in depth-first order. */
export function treeCsv(root: TreeNode): string {
    return csv(
        ["depth", "kind", "name", "routine", "file", "line", "visits", "trips", "mean_trips", "inclusive_ns", "exclusive_ns", "instructions", "inclusive_percent", "exclusive_percent", "verdict"],
        [...walk(root)].map((n) => [n.depth, n.kind, n.name, n.routine, n.file, n.line, n.visits, n.trips, n.meanTrips, n.time, n.exclusive, n.exclusiveInstructions, shareOf(n), n.exclusivePercent, n.verdict]),
    );
}

/** Colour of a node by its kind and its name, so that neighbours differ. */
export function hueOf(node: TreeNode): number {
    if (node.kind === "io") return 5;
    if (node.kind === "comm") return 2;
    return 0;
}
