// The call tree of a run, as views ask for it.
import { useAnswer, type Answer } from "../../parts/states";
import { growth } from "../../run";
import { callTree, type TreeNode } from "./hierarchy";
import { part } from "../report/narrowed";
import type { Report } from "../report/report";
import { getTree } from "../report/requests";

const trees = new WeakMap<Report, TreeNode>();

function treeOf(report: Report): TreeNode {
    let tree = trees.get(report);
    if (!tree) {
        tree = callTree(report);
        trees.set(report, tree);
    }
    return tree;
}

export function useCallTree(run: number): Answer<TreeNode> {
    return useAnswer(`tree ${run} ${growth.value} ${part()}`, (signal) =>
        getTree(run, signal).then(treeOf),
    );
}
