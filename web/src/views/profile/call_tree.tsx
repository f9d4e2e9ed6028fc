// The call tree as a list that opens and closes.
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { clean, count, csv, percent, time } from "../../format";
import { tablesOf } from "../../names";
import { Empty } from "../../parts/states";
import { useSavable } from "../../savable";
import * as state from "../../state";
import { matches, topmostRow, visibleRows } from "./bars";
import { Name, Search, useSetting } from "../report/controls";
import { flat, pathOf, walk, type TreeNode } from "../tree/hierarchy";
import { openSource, regionOf } from "../report/regions";
import { barScale, Meter } from "../report/scale_box";
import { shownOf } from "../report/narrowed";
import { tableSvg } from "../report/table_svg";
import { useCallTree } from "../tree/tree_data";
import { chooseNode, sentenceOfNode, shareOf, timeMark, weightText } from "../tree/tree_words";
import { place } from "../report/values";

const ROW = 24;
const OPEN_SHARE = 2; // percent: hotter paths are open at first

function Tree({ run, root }: { run: number; root: TreeNode }) {
    const names = tablesOf(run);
    const [search, setSearch] = useSetting("profile.tree.search", "");
    const [changed, setChanged] = useState<ReadonlyMap<number, boolean>>(new Map());
    const [marker, setMarker] = useState(0);
    const [view, setView] = useState({ scrolled: 0, height: 600 });
    const scroller = useRef<HTMLDivElement>(null);
    useLayoutEffect(() => {
        const element = scroller.current!;
        const measure = (): void => setView({ scrolled: element.scrollTop, height: element.clientHeight });
        const observer = new ResizeObserver(measure);
        observer.observe(element);
        measure();
        return () => observer.disconnect();
    }, []);
    const found = useMemo(() => {
        if (!search) return null;
        const keep = new Set<number>();
        for (const node of walk(root)) if (matches(search, node.name, node.file)) for (const above of pathOf(node)) keep.add(above.id);
        return keep;
    }, [root, search]);
    const isOpen = (node: TreeNode): boolean => (found ? found.has(node.id) : (changed.get(node.id) ?? (shareOf(node) ?? 0) >= OPEN_SHARE));
    const rows = flat(root, isOpen).filter((row) => !found || found.has(row.node.id));
    const toggle = (node: TreeNode, to?: boolean): void => setChanged(new Map(changed).set(node.id, to ?? !isOpen(node)));
    const region = (node: TreeNode): number | null => regionOf(names, { kind: node.kind, region: node.own, routine: node.routine, file: node.file, line: node.line });
    useSavable("profile", {
        name: "call-tree",
        svg: () => tableSvg("Call tree", ["call path", "inclusive", "share", "exclusive", "visits", "source"], rows.map(({ node }) => ["· ".repeat(node.depth - 1) + node.name, weightText(node), percent(shareOf(node)), node.exclusive === null ? "–" : time(node.exclusive), node.visits === null ? "–" : count(node.visits), place(node)])),
        csv: () => csv(["depth", "kind", "name", "file", "line", "inclusive_ns", "exclusive_ns", "visits", "trips"], [...walk(root)].map((n) => [n.depth, n.kind, n.name, n.file, n.line, n.time, n.exclusive, n.visits, n.trips])),
    });
    const move = (to: number): void => {
        const next = Math.min(rows.length - 1, Math.max(0, to));
        setMarker(next);
        const element = scroller.current!;
        if (next * ROW < element.scrollTop) element.scrollTop = next * ROW;
        else if ((next + 1) * ROW > element.scrollTop + element.clientHeight) element.scrollTop = (next + 1) * ROW - element.clientHeight;
    };
    const onKey = (event: KeyboardEvent): void => {
        const row = rows[marker];
        if (!row) return;
        if (event.key === "ArrowDown") move(marker + 1);
        else if (event.key === "ArrowUp") move(marker - 1);
        else if (event.key === "Home") move(0);
        else if (event.key === "End") move(rows.length - 1);
        else if (event.key === "ArrowRight") {
            if (row.hasChildren && !row.isOpen) toggle(row.node, true);
            else move(marker + 1);
        } else if (event.key === "ArrowLeft") {
            if (row.hasChildren && row.isOpen) toggle(row.node, false);
            else move(Math.max(0, rows.findIndex((other) => other.node === row.node.parent)));
        } else if (event.key === "Enter") openSource(run, row.node);
        else if (event.key === " ") chooseNode(row.node, region(row.node));
        else return;
        event.preventDefault();
        event.stopPropagation();
    };
    const weighed = root.children.some((node) => node.time !== null) ? "time" : "instructions";
    const topmost = topmostRow(view.scrolled, ROW, rows.length);
    const scale = barScale("profile.tree", weighed, rows.map((row) => row.node.weight), { topmost, end: Math.floor((view.scrolled + view.height) / ROW) }, "call paths");
    const { first, end } = visibleRows(view.scrolled, view.height, ROW, rows.length);
    return (
        <>
            <div class="bar">
                <Search value={search} label="Search in the call tree" onChange={setSearch} />
                <button type="button" onClick={() => setChanged(new Map([...walk(root)].map((n) => [n.id, true])))}>
                    Open all
                </button>
                <button type="button" onClick={() => setChanged(new Map([...walk(root)].map((n) => [n.id, false])))}>
                    Close all
                </button>
            </div>
            {rows.length === 0 && <Empty title={`No call path matches “${search}”.`} />}
            <div class="tree-head tree-grid">
                <span>call path</span>
                <span class="right">inclusive</span>
                {scale.box}
                <span class="right">exclusive</span>
                <span class="right">visits</span>
                <span class="right">trips</span>
                <span>source</span>
            </div>
            <div
                ref={scroller}
                class="scroll"
                role="tree"
                aria-label="Call tree"
                tabIndex={0}
                onKeyDown={onKey}
                onScroll={(event) => setView({ scrolled: event.currentTarget.scrollTop, height: event.currentTarget.clientHeight })}
                onMouseLeave={() => (state.hovered.value = null)}
            >
                <div class="tree-space" style={{ height: `${rows.length * ROW}px` }}>
                    {rows.slice(first, end).map((row, offset) => {
                        const at = first + offset;
                        const { node } = row;
                        const own = region(node);
                        const share = shareOf(node);
                        const classes = ["tree-row", "tree-grid", at === marker ? "marked" : "", own !== null && own === state.region.value ? "chosen" : "", own !== null && own === state.hovered.value?.region ? "hovered" : ""];
                        return (
                            <div
                                key={node.id}
                                role="treeitem"
                                aria-level={node.depth}
                                aria-expanded={row.hasChildren ? row.isOpen : undefined}
                                aria-label={sentenceOfNode(node)}
                                aria-selected={at === marker}
                                class={classes.filter(Boolean).join(" ")}
                                style={{ top: `${at * ROW}px` }}
                                onMouseEnter={() => (state.hovered.value = own === null ? null : { region: own })}
                                onClick={() => {
                                    setMarker(at);
                                    chooseNode(node, own);
                                }}
                                onDblClick={() => openSource(run, node)}
                            >
                                <span class="path" style={{ paddingLeft: `${Math.min(node.depth - 1, 30) * 16}px` }}>
                                    <button
                                        type="button"
                                        class="plain twisty"
                                        tabIndex={-1}
                                        aria-label={row.isOpen ? "Close" : "Open"}
                                        disabled={!row.hasChildren}
                                        onClick={(event) => {
                                            event.stopPropagation();
                                            toggle(node);
                                        }}
                                    >
                                        {row.hasChildren ? (row.isOpen ? "▾" : "▸") : ""}
                                    </button>
                                    <span class={`mark ${node.kind}`} aria-hidden="true" />
                                    <Name text={clean(node.name)} />
                                </span>
                                <span class="right">{weightText(node)}</span>
                                <span class="tree-share">
                                    <Meter bar={scale.bar(node.weight)} />
                                    <small>{share === null ? "" : percent(share)}</small>
                                </span>
                                <span class="right">{node.exclusive === null ? "–" : timeMark(node) + time(node.exclusive)}</span>
                                <span class="right">{node.visits === null ? "–" : count(node.visits)}</span>
                                <span class="right">{node.trips === null ? "" : count(node.trips)}</span>
                                <span>
                                    {node.file && (
                                        <button
                                            type="button"
                                            class="link"
                                            tabIndex={-1}
                                            onClick={(event) => {
                                                event.stopPropagation();
                                                openSource(run, node);
                                            }}
                                        >
                                            {clean(place(node))}
                                        </button>
                                    )}
                                </span>
                            </div>
                        );
                    })}
                </div>
            </div>
        </>
    );
}

export function CallTree({ run }: { run: number }) {
    return shownOf(useCallTree(run), "the call tree", (root) => (root.children.length === 0 ? <Empty title="The run has no call paths." /> : <Tree run={run} root={root} />));
}
