// Trees of call paths and loops: built from the report, laid out as flame graph, icicle or tree.
import { loopName, num, table, text, type Raw, type Report } from "../report/report";

export interface TreeNode {
    id: number;
    kind: string; // routine, loop, io, comm, ...
    name: string; // for people
    own: string; // the region's own name
    routine: string;
    file: string;
    line: number | null;
    time: number | null; // inclusive, ns
    exclusive: number | null;
    instructions: number | null; // inclusive
    exclusiveInstructions: number | null;
    visits: number | null;
    visitsAtLeast: boolean;
    tripsAtLeast: boolean;
    trips: number | null;
    meanTrips: number | null;
    percent: number | null; // inclusive, of the whole run
    exclusivePercent: number | null;
    estimated: boolean;
    timeAtLeast: boolean;
    exclusiveAtLeast: boolean;
    exclusiveAtMost: boolean;
    weight: number; // what the width of a box stands for: ns or instructions
    ownWeight: number; // the part of it without children
    verdict: string | null; // of a comparison: divided, replicated, ...
    parent: TreeNode | null;
    children: TreeNode[];
    depth: number;
}

function blank(id: number): TreeNode {
    return {
        id,
        kind: "root",
        name: "",
        own: "",
        routine: "",
        file: "",
        line: null,
        time: null,
        exclusive: null,
        instructions: null,
        exclusiveInstructions: null,
        visits: null,
        visitsAtLeast: false,
        tripsAtLeast: false,
        trips: null,
        meanTrips: null,
        percent: null,
        exclusivePercent: null,
        estimated: false,
        timeAtLeast: false,
        exclusiveAtLeast: false,
        exclusiveAtMost: false,
        weight: 0,
        ownWeight: 0,
        verdict: null,
        parent: null,
        children: [],
        depth: 0,
    };
}

function add(parent: TreeNode, node: TreeNode): void {
    node.parent = parent;
    node.depth = parent.depth + 1;
    parent.children.push(node);
}

/** A name of a node of the report's tree. The tree has no position of loops: the line tells them apart. */
function treeName(raw: Raw): string {
    const name = text(raw["name"]);
    const routine = text(raw["routine"]);
    if (raw["kind"] === "loop") return name ? `loop ${name}` : `loop at line ${num(raw["line"]) ?? "?"}`;
    return name || routine;
}

/** Weights: what was timed has its time; what was not weighs as much as the timed nodes below it. */
function weigh(node: TreeNode, counted: boolean): void {
    let below = 0;
    for (const child of node.children) {
        weigh(child, counted);
        below += child.weight;
    }
    const own = counted ? node.instructions : node.time;
    node.weight = Math.max(own ?? below, node.kind === "root" ? below : 0);
    node.ownWeight = Math.max(0, node.weight - below);
    node.children.sort((a, b) => b.weight - a.weight);
}

/** Inclusive instructions of each node of a tree that has exclusive ones. */
function sumInstructions(node: TreeNode): number {
    node.instructions = node.children.reduce((sum, child) => sum + sumInstructions(child), node.exclusiveInstructions ?? 0);
    return node.instructions;
}

/** The tree of `triptych report --tree`: rows in depth-first order, each with its depth. */
export function callTree(report: Report | null | undefined): TreeNode {
    const root = blank(0);
    const open: TreeNode[] = [root];
    let counted = false;
    table(report, "tree").forEach((raw, i) => {
        const visits = num(raw["visits"]);
        const trips = num(raw["trips"]);
        const instructions = num(raw["instructions"]);
        counted ||= instructions !== null;
        const node: TreeNode = {
            ...blank(i + 1),
            kind: text(raw["kind"]),
            name: treeName(raw),
            own: text(raw["name"]),
            routine: text(raw["routine"]) || text(raw["name"]),
            file: text(raw["file"]),
            line: num(raw["line"]) || null,
            time: num(raw["time_ns"]),
            exclusive: num(raw["exclusive_ns"]),
            exclusiveInstructions: instructions,
            visits,
            visitsAtLeast: raw["visits_at_least"] === true,
            trips,
            tripsAtLeast: raw["trips_at_least"] === true,
            meanTrips: trips !== null && visits ? trips / visits : null,
            percent: num(raw["percent"]),
            exclusivePercent: num(raw["exclusive_percent"]),
            estimated: raw["estimated"] === true,
            timeAtLeast: raw["time_at_least"] === true,
            exclusiveAtLeast: raw["exclusive_at_least"] === true,
            exclusiveAtMost: raw["exclusive_at_most"] === true,
        };
        const depth = Math.max(1, Math.min(num(raw["depth"]) ?? 1, open.length));
        open.length = depth;
        add(open[depth - 1]!, node);
        open.push(node);
    });
    if (counted) sumInstructions(root);
    weigh(root, counted);
    return root;
}

/** The tree of `triptych loops`: nested objects. */
export function loopTree(answer: Record<string, unknown> | null | undefined): TreeNode {
    const root = blank(0);
    const visit = (raw: Raw, parent: TreeNode, depth: number): void => {
        const kind = raw["kind"] === "function" ? "routine" : text(raw["kind"]);
        const own = text(raw["name"]);
        const node: TreeNode = {
            ...blank(num(raw["id"]) ?? 0),
            kind,
            name: own,
            own,
            routine: text(raw["function"]) || own,
            file: text(raw["file"]),
            line: num(raw["line"]) || null,
            time: num(raw["time_ns"]),
            instructions: num(raw["inclusive_instructions"]),
            exclusiveInstructions: num(raw["instructions"]),
            visits: num(raw["visits"]),
            trips: num(raw["trips"]),
            tripsAtLeast: raw["trips_at_least"] === true,
            meanTrips: num(raw["trips_mean"]),
            percent: num(raw["inclusive_percent"]),
            exclusivePercent: num(raw["exclusive_percent"]),
        };
        add(parent, node);
        if (depth > 2000 || !Array.isArray(raw["children"])) return;
        for (const child of raw["children"] as Raw[]) visit(child, node, depth + 1);
    };
    const tree = answer?.["tree"];
    if (Array.isArray(tree)) for (const raw of tree as Raw[]) visit(raw, root, 1);
    weigh(root, true);
    return root;
}

/** Adds the numbers of a node, and of all below it, to the node of the same region in another place of the tree. */
function merge(to: TreeNode, from: TreeNode): void {
    const add = (a: number | null, b: number | null): number | null => (a === null || b === null ? (a ?? b) : a + b);
    to.time = add(to.time, from.time);
    to.exclusive = add(to.exclusive, from.exclusive);
    to.visits = add(to.visits, from.visits);
    to.trips = add(to.trips, from.trips);
    to.meanTrips = to.trips !== null && to.visits ? to.trips / to.visits : null;
    to.percent = add(to.percent, from.percent);
    to.exclusivePercent = add(to.exclusivePercent, from.exclusivePercent);
    to.estimated ||= from.estimated;
    to.timeAtLeast ||= from.timeAtLeast;
    to.exclusiveAtLeast ||= from.exclusiveAtLeast;
    to.exclusiveAtMost ||= from.exclusiveAtMost;
    to.visitsAtLeast ||= from.visitsAtLeast;
    to.tripsAtLeast ||= from.tripsAtLeast;
    for (const child of from.children) {
        const same = to.children.find((c) => isSame(c, child));
        if (same) merge(same, child);
        else to.children.push(under(child, to));
    }
}

function isSame(a: TreeNode, b: TreeNode): boolean {
    return a.kind === b.kind && a.own === b.own && a.routine === b.routine && a.file === b.file && a.line === b.line;
}

/** A copy of a tree below another parent. */
function under(node: TreeNode, parent: TreeNode | null): TreeNode {
    const copy: TreeNode = { ...node, parent, depth: parent ? parent.depth + 1 : 0, children: [] };
    copy.children = node.children.map((child) => under(child, copy));
    return copy;
}

/** Threads that a parallel region starts have call paths of their own: they begin with a task. It is the same task that
 * the first thread has inside the parallel region, and is shown there, with the numbers of all threads. */
function joinThreads(root: TreeNode): void {
    for (const start of root.children.filter((child) => child.kind === "task")) {
        const inside = [...walk(root)].filter((node) => node !== start && node.parent !== root && isSame(node, start));
        if (inside.length !== 1) continue;
        merge(inside[0]!, start);
        root.children = root.children.filter((child) => child !== start);
    }
}

/** The loop tree of a call tree, as `triptych loops` has it: routines and loops, and whatever else has loops or routines
 * inside, such as a parallel region, so that the path to a loop has no gap. */
export function onlyLoops(root: TreeNode): TreeNode {
    const prune = (node: TreeNode): boolean => {
        node.children = node.children.filter(prune);
        return node.kind === "routine" || node.kind === "loop" || node.children.length > 0;
    };
    const widen = (node: TreeNode): number => {
        const below = node.children.reduce((sum, child) => sum + widen(child), 0);
        node.weight = node.kind === "root" ? below : Math.max(node.weight, node.time ?? 0, below); // boxes fill the width
        node.ownWeight = Math.max(0, Math.min(node.weight - below, node.exclusive ?? node.weight));
        node.children.sort((a, b) => b.weight - a.weight);
        return node.weight;
    };
    const copy = under(root, null);
    joinThreads(copy);
    prune(copy);
    widen(copy);
    return copy;
}

/** Name of a loop in a comparison: the report's own. */
export { loopName };

export function* walk(node: TreeNode): Generator<TreeNode> {
    for (const child of node.children) {
        yield child;
        yield* walk(child);
    }
}

export function pathOf(node: TreeNode): TreeNode[] {
    const path: TreeNode[] = [];
    for (let at: TreeNode | null = node; at && at.kind !== "root"; at = at.parent) path.push(at);
    return path.reverse();
}

/** The node of another tree on the same path: of the same run, some time later. The root, if there is none. */
export function sameNode(root: TreeNode, node: TreeNode): TreeNode {
    let at = root;
    for (const step of pathOf(node)) {
        const next = at.children.find((c) => c.kind === step.kind && c.name === step.name && c.line === step.line && c.file === step.file);
        if (!next) return root;
        at = next;
    }
    return at;
}

export interface Box {
    node: TreeNode;
    x: number; // from 0 to width
    width: number;
    depth: number; // 0 is the topmost row
    merged: number; // number of siblings too narrow to be drawn apart, with all below them; 0: a node
}

/** Boxes of a flame graph or icicle: a child is below its parent and as wide as its share. Siblings narrower than
 * `least` pixels are merged into one box, which says how many they are; none is dropped silently. */
export function icicle(focus: TreeNode, width: number, least = 3): { boxes: Box[]; depth: number } {
    const boxes: Box[] = [];
    let deepest = 0;
    const place = (node: TreeNode, x: number, scale: number, depth: number): void => {
        deepest = Math.max(deepest, depth);
        let at = x;
        let narrow = 0;
        let narrowWidth = 0;
        let first: TreeNode | null = null;
        for (const child of node.children) {
            const w = child.weight * scale;
            if (w >= least) {
                boxes.push({ node: child, x: at, width: w, depth, merged: 0 });
                place(child, at, scale, depth + 1);
                at += w;
            } else if (w > 0) {
                first ??= child;
                narrow++;
                narrowWidth += w;
            }
        }
        if (first && narrowWidth >= 0.5) boxes.push({ node: first, x: at, width: narrowWidth, depth, merged: narrow });
    };
    if (focus.kind === "root") {
        place(focus, 0, focus.weight > 0 ? width / focus.weight : 0, 0);
        return { boxes, depth: deepest };
    }
    const above = pathOf(focus);
    above.forEach((node, depth) => boxes.push({ node, x: 0, width, depth, merged: 0 }));
    place(focus, 0, focus.weight > 0 ? width / focus.weight : 0, above.length);
    return { boxes, depth: Math.max(deepest, above.length) };
}

export interface Placed {
    node: TreeNode;
    x: number;
    y: number;
    hidden: number; // nodes below it that are not shown
}

/** A tree from left to right, the hottest child of each node first, straight behind its parent. Children below
 * `leastShare` of the focus are not shown; their number is. */
export function tidy(
    focus: TreeNode,
    options: { dx: number; dy: number; leastShare: number; closed: ReadonlySet<number>; most?: number },
): { placed: Placed[]; links: [Placed, Placed][]; width: number; height: number } {
    const placed: Placed[] = [];
    const links: [Placed, Placed][] = [];
    const least = focus.weight * options.leastShare;
    const most = options.most ?? 2000;
    let row = 0;
    let deepest = 0;
    const put = (node: TreeNode, depth: number): Placed => {
        const shown = options.closed.has(node.id) ? [] : node.children.filter((c) => c.weight >= least && c.weight > 0);
        let hidden = 0;
        const at: Placed = { node, x: depth * options.dx, y: row * options.dy, hidden: 0 };
        placed.push(at);
        deepest = Math.max(deepest, depth);
        let first = true;
        for (const child of node.children) {
            if (!shown.includes(child) || placed.length >= most) {
                hidden += 1 + count(child);
                continue;
            }
            if (!first) row++;
            first = false;
            links.push([at, put(child, depth + 1)]);
        }
        at.hidden = hidden;
        return at;
    };
    if (focus.kind === "root")
        focus.children.forEach((child, i) => {
            if (i > 0) row++;
            put(child, 0);
        });
    else put(focus, 0);
    return { placed, links, width: (deepest + 1) * options.dx, height: (row + 1) * options.dy };
}

function count(node: TreeNode): number {
    return node.children.reduce((sum, child) => sum + 1 + count(child), 0);
}

export interface Flat {
    node: TreeNode;
    hasChildren: boolean;
    isOpen: boolean;
}

/** Rows of a tree that is shown as a list: those whose parents are all open. */
export function flat(root: TreeNode, open: (node: TreeNode) => boolean): Flat[] {
    const rows: Flat[] = [];
    const visit = (node: TreeNode): void => {
        for (const child of node.children) {
            const isOpen = open(child);
            rows.push({ node: child, hasChildren: child.children.length > 0, isOpen });
            if (isOpen) visit(child);
        }
    };
    visit(root);
    return rows;
}
