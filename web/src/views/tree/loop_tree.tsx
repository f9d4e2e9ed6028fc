// The loop tree: which loops run inside which, across calls. Loops are round, functions square; the hot part is first.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { getCompare } from "../../api";
import { ink, levelColour, level, textOn } from "../../draw/colours";
import { SvgPainter } from "../../draw/painter";
import { roomier } from "../../draw/scale";
import { clean, count, number, percent, shorten } from "../../format";
import { tablesOf } from "../../names";
import { Empty, useAnswer } from "../../parts/states";
import { growth } from "../../run";
import { useSavable } from "../../savable";
import * as state from "../../state";
import { dark } from "../../theme";
import type { ViewProps } from "../../views";
import { matches } from "../profile/bars";
import { Facts, Search, Segments, useChoice, useSetting, useTip } from "../report/controls";
import { colourByComparison } from "./division";
import { callTree, loopTree, onlyLoops, pathOf, sameNode, tidy, walk, type Placed, type TreeNode } from "./hierarchy";
import { verdictClass } from "../compare/difference";
import { Icicle } from "./icicle_view";
import { part, shownPart } from "../report/narrowed";
import { openSource, regionOf } from "../report/regions";
import { table } from "../report/report";
import { getLoopTree, getTree } from "../report/requests";
import { VERDICTS } from "./tree_colours";
import { chooseNode, factsOfNode, sentenceOfNode, shareOf, treeCsv } from "./tree_words";

const BOX = { width: 212, height: 42, dx: 244, dy: 58 };
const LEAST = ["0", "0.1", "1", "5", "10"]; // percent
const VERDICT = 15; // more height for the verdict of a comparison

/** The loop tree of a binary, or that of the call paths that probes measured. */
async function load(run: number, signal: AbortSignal): Promise<TreeNode> {
    const report = await getTree(run, signal);
    const counted = table(report, "tree").some((raw) => raw["instructions"] !== undefined);
    return counted ? loopTree(await getLoopTree(run)) : onlyLoops(callTree(report));
}

/** A loop below another routine than its own says which; one of a binary whose routine was inlined says so itself. */
function boxName(node: TreeNode): string {
    if (node.kind !== "loop" || / of /.test(node.name)) return node.name;
    let above = node.parent;
    while (above && above.kind === "loop") above = above.parent;
    return above?.own === node.routine || !node.routine ? node.name : `${node.name} of ${node.routine}`;
}

function secondLine(node: TreeNode): string {
    const share = shareOf(node);
    const parts = [node.meanTrips !== null ? `×${number(node.meanTrips)}` : "", node.visits === null ? "" : `${count(node.visits)} visit${node.visits === 1 ? "" : "s"}`, share === null ? "" : percent(share)];
    return parts.filter(Boolean).join(" · ");
}

/** Fill of a box: its verdict in a comparison, else the heat of its exclusive share. */
export function fillOf(node: TreeNode, isDark: boolean, compared: boolean): string {
    const verdict = verdictClass(node.verdict);
    if (verdict) return VERDICTS[verdict]!.colour[isDark ? 1 : 0];
    if (compared) return isDark ? "#202833" : "#ffffff";
    let root = node;
    while (root.parent) root = root.parent;
    const share = root.weight > 0 ? node.ownWeight / root.weight : 0;
    return share < 0.005 ? (isDark ? "#202833" : "#ffffff") : levelColour(level(Math.sqrt(share)), isDark);
}

function curve(from: Placed, to: Placed): string {
    const x1 = from.x + BOX.width;
    const y1 = from.y + BOX.height / 2;
    const x2 = to.x;
    const y2 = to.y + BOX.height / 2;
    const bend = (x1 + x2) / 2;
    return `M${x1} ${y1}C${bend} ${y1} ${bend} ${y2} ${x2} ${y2}`;
}

interface TreeProps {
    run: number;
    root: TreeNode;
    compared: boolean;
    search: string;
    least: number;
}

function Tree({ run, root, compared, search, least }: TreeProps) {
    const names = tablesOf(run);
    const [focus, setFocus] = useState<TreeNode>(root);
    const [closed, setClosed] = useState<ReadonlySet<number>>(new Set());
    const [scale, setScale] = useState(1);
    const [marker, setMarker] = useState<number | null>(null);
    const scroller = useRef<HTMLDivElement>(null);
    const tip = useTip();
    useEffect(() => setFocus((old) => sameNode(root, old)), [root]);
    const inTree = focus === root || [...walk(root)].includes(focus) ? focus : root;
    const { placed, links, width, height } = useMemo(() => tidy(inTree, { dx: BOX.dx, dy: BOX.dy + (compared ? VERDICT : 0), leastShare: least / 100, closed }), [inTree, closed, least, compared]);
    const boxHeight = BOX.height + (compared ? VERDICT : 0);
    useLayoutEffect(() => {
        const element = scroller.current!;
        const larger = Math.max(1, Math.min(roomier(element.clientHeight), (element.clientHeight - 30) / height));
        setScale(Math.min(larger, Math.max(0.8, (element.clientWidth - 30) / width)));
    }, [root]);
    const region = (node: TreeNode): number | null => regionOf(names, { kind: node.kind, region: node.own, routine: node.routine, file: node.file, line: node.line });
    const ink_ = ink(dark.value);
    useSavable("loop-tree", {
        name: "loop-tree",
        svg: () => {
            const painter = new SvgPainter(Math.max(400, width + 20), Math.max(80, height + 20), ink_.page, "Loop tree");
            for (const [from, to] of links) painter.path([from.x + 10 + BOX.width, from.y + 10 + BOX.height / 2, to.x + 10 - 20, to.y + 10 + BOX.height / 2, to.x + 10, to.y + 10 + BOX.height / 2], ink_.faint);
            for (const at of placed) {
                const fill = fillOf(at.node, dark.value, compared);
                painter.box(at.x + 10, at.y + 10, BOX.width, boxHeight, { fill, border: ink_.faint, radius: at.node.kind === "loop" ? BOX.height / 2 : 2 });
                if (compared && at.node.verdict) painter.text(at.x + 24, at.y + 56, clean(at.node.verdict), { colour: textOn(fill), most: BOX.width - 24, size: 11 });
                painter.text(at.x + 24, at.y + 24, boxName(at.node), { colour: textOn(fill), most: BOX.width - 20, bold: true });
                painter.text(at.x + 24, at.y + 41, secondLine(at.node), { colour: textOn(fill), most: BOX.width - 20, size: 11 });
            }
            return painter.toString();
        },
        csv: () => treeCsv(root),
    });
    const choose = (node: TreeNode): void => {
        setMarker(node.id);
        chooseNode(node, region(node));
    };
    const toggle = (node: TreeNode): void => {
        const next = new Set(closed);
        if (!next.delete(node.id)) next.add(node.id);
        setClosed(next);
    };
    const show = (node: TreeNode): void => {
        choose(node);
        const at = placed.find((p) => p.node === node);
        const element = scroller.current;
        if (!at || !element) return;
        const left = at.x * scale;
        const top = at.y * scale;
        if (left < element.scrollLeft || left + BOX.width * scale > element.scrollLeft + element.clientWidth) element.scrollLeft = left - 60;
        if (top < element.scrollTop || top + BOX.height * scale > element.scrollTop + element.clientHeight) element.scrollTop = top - element.clientHeight / 2;
    };
    const onKey = (event: KeyboardEvent): void => {
        const now = placed.find((p) => p.node.id === marker)?.node;
        const visible = (node: TreeNode | undefined): TreeNode | null => (node && placed.some((p) => p.node === node) ? node : null);
        let next: TreeNode | null = null;
        if (event.key.startsWith("Arrow") && !now) next = placed[0]?.node ?? null;
        else if (now && event.key === "ArrowRight") next = visible(now.children[0]);
        else if (now && event.key === "ArrowLeft") next = visible(now.parent ?? undefined);
        else if (now && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
            const at = placed.findIndex((p) => p.node === now);
            next = placed[at + (event.key === "ArrowDown" ? 1 : -1)]?.node ?? null;
        } else if (event.key === "Enter" && now) setFocus(now);
        else if (event.key === "Backspace") setFocus(inTree.parent ?? root);
        else if (event.key === " " && now) toggle(now);
        else if (event.key === "o" && now) openSource(run, now);
        else if (event.key === "+" || event.key === "=") setScale(Math.min(2, scale * 1.2));
        else if (event.key === "-") setScale(Math.max(0.3, scale / 1.2));
        else if (!event.key.startsWith("Arrow")) return;
        if (next) show(next);
        event.preventDefault();
        event.stopPropagation();
    };
    const fit = (): void => {
        const element = scroller.current!;
        setScale(Math.min(roomier(element.clientHeight), Math.max(0.3, Math.min((element.clientWidth - 30) / width, (element.clientHeight - 30) / height))));
    };
    const hovered = state.hovered.value?.region;
    return (
        <>
            <div class="crumbs" role="navigation" aria-label="Path of the zoomed box">
                <button type="button" class="link" onClick={() => setFocus(root)}>
                    all
                </button>
                {pathOf(inTree).map((node) => (
                    <>
                        <span aria-hidden="true">›</span>
                        <button type="button" class="link" onClick={() => setFocus(node)}>
                            {clean(node.name)}
                        </button>
                    </>
                ))}
                <span class="spring" />
                <button type="button" class="icon" aria-label="Smaller" onClick={() => setScale(Math.max(0.3, scale / 1.2))}>
                    −
                </button>
                <button type="button" class="icon" aria-label="Larger" onClick={() => setScale(Math.min(2, scale * 1.2))}>
                    +
                </button>
                <button type="button" onClick={fit}>
                    Fit
                </button>
            </div>
            <div
                ref={scroller}
                class="scroll loop-tree"
                role="tree"
                tabIndex={0}
                aria-label="Loop tree"
                aria-activedescendant={marker === null ? undefined : `loop-box-${marker}`}
                onKeyDown={onKey}
                onWheel={(event) => {
                    if (!event.ctrlKey) return;
                    event.preventDefault();
                    setScale(Math.min(2, Math.max(0.3, scale * (event.deltaY < 0 ? 1.1 : 1 / 1.1))));
                }}
                onMouseLeave={() => (state.hovered.value = null)}
            >
                <svg role="presentation" width={(width + 30) * scale} height={(height + 30) * scale} viewBox={`-10 -10 ${width + 30} ${height + 30}`}>
                    {links.map(([from, to]) => (
                        <path d={curve(from, to)} fill="none" class="link-line" stroke-width={Math.max(1, Math.min(7, 7 * (root.weight > 0 ? to.node.weight / root.weight : 0)))} />
                    ))}
                    {placed.map((at) => {
                        const { node } = at;
                        const fill = fillOf(node, dark.value, compared);
                        const own = region(node);
                        const found = search !== "" && matches(search, node.name, node.routine, node.file);
                        const lit = own !== null && (own === hovered || own === state.region.value);
                        return (
                            <g
                                key={node.id}
                                id={`loop-box-${node.id}`}
                                role="treeitem"
                                aria-level={node.depth}
                                aria-label={`${sentenceOfNode(node)}${node.verdict ? `, ${node.verdict}` : ""}`}
                                aria-selected={node.id === marker}
                                aria-expanded={node.children.length > 0 ? !closed.has(node.id) : undefined}
                                class={["loop-box", node.kind === "loop" ? "loop" : "function", lit ? "lit" : "", node.id === marker ? "marked" : "", search && !found ? "dim" : ""].filter(Boolean).join(" ")}
                                transform={`translate(${at.x} ${at.y})`}
                                onClick={() => choose(node)}
                                onDblClick={() => openSource(run, node)}
                                onMouseMove={(event) => {
                                    if (own !== null && hovered !== own) state.hovered.value = { region: own };
                                    tip.show(event, <Facts title={clean(node.name)} rows={factsOfNode(node)} />);
                                }}
                                onMouseLeave={tip.hide}
                            >
                                <rect width={BOX.width} height={boxHeight} rx={node.kind === "loop" ? BOX.height / 2 : 2} fill={fill} />
                                <text x={node.kind === "loop" ? 20 : 12} y={17} fill={textOn(fill)} class="first">
                                    {shorten(boxName(node), 25)}
                                </text>
                                <text x={node.kind === "loop" ? 20 : 12} y={33} fill={textOn(fill)} class="second">
                                    {shorten(secondLine(node), 34)}
                                </text>
                                {compared && node.verdict && (
                                    <text x={20} y={48} fill={textOn(fill)} class="second">
                                        {clean(node.verdict)}
                                    </text>
                                )}
                                {at.hidden > 0 && (
                                    <g
                                        class="more"
                                        role="button"
                                        aria-label={closed.has(node.id) ? `Show what is inside ${clean(node.name)}` : `${at.hidden} below ${least} % are not shown`}
                                        transform={`translate(${BOX.width - 8} ${boxHeight + 11})`}
                                        onClick={(event) => {
                                            event.stopPropagation();
                                            if (closed.has(node.id)) toggle(node);
                                            else setFocus(node);
                                        }}
                                    >
                                        <title>{closed.has(node.id) ? "Closed: click to open" : `${at.hidden} below ${least} % are not shown: click to zoom in`}</title>
                                        <text text-anchor="end" class="hidden-count">
                                            {closed.has(node.id) ? `closed: ${at.hidden} inside` : `+ ${at.hidden} smaller`}
                                        </text>
                                    </g>
                                )}
                            </g>
                        );
                    })}
                </svg>
            </div>
            <p class="foot">Enter zooms into the marked box, Backspace goes back, Space closes or opens it, o or a double click opens its source, + and − change the size.</p>
            {tip.node}
        </>
    );
}

export function LoopTree({ run }: ViewProps) {
    const [shape, setShape] = useChoice("loops.shape", "tree", ["tree", "icicle"]);
    const [search, setSearch] = useSetting("loops.search", "");
    const [leastText, setLeast] = useChoice("loops.least", "1", LEAST);
    const [other, setOther] = useSetting("loops.first", "");
    const first = state.runs.value.find((r) => String(r.run) === other && r.run !== run);
    const answer = useAnswer(`loops ${run} ${growth.value} ${part()}`, (signal) => load(run, signal));
    const comparison = useAnswer(`loops ${run} ${first?.run ?? ""}`, () => (first ? getCompare(first.run, run) : Promise.resolve(null)));
    const compared = first !== undefined && comparison.value !== null;
    const root = useMemo(() => (answer.value && comparison.value ? colourByComparison(answer.value, comparison.value) : answer.value), [answer.value, comparison.value]);
    const others = state.runs.value.filter((r) => r.run !== run);
    return shownPart(answer, "the loop tree", (plain) => {
        const tree = root ?? plain;
        if (tree.children.length === 0) return <Empty title="No loops were measured.">`triptych loops ./program` counts the loops of any binary; `triptych cc` and `triptych fc` measure those of source files.</Empty>;
        return (
            <>
                <div class="bar">
                    <Segments label="Shape" choices={[{ id: "tree", title: "Tree" }, { id: "icicle", title: "Icicle" }]} value={shape} onChange={setShape} />
                    <Search value={search} label="Search in the loop tree" onChange={setSearch} />
                    {shape === "tree" && (
                        <label>
                            at least
                            <select aria-label="Least share that is shown" value={leastText} onChange={(event) => setLeast(event.currentTarget.value)}>
                                {LEAST.map((value) => (
                                    <option value={value}>{value} %</option>
                                ))}
                            </select>
                        </label>
                    )}
                    {others.length > 0 && (
                        <label>
                            divided, compared with
                            <select aria-label="Compare with the run" value={other} onChange={(event) => setOther(event.currentTarget.value)}>
                                <option value="">no other run</option>
                                {others.map((r) => (
                                    <option value={String(r.run)}>{clean(r.name)}</option>
                                ))}
                            </select>
                        </label>
                    )}
                    <span class="legend">
                        {compared ? (
                            Object.values(VERDICTS).map((v) => (
                                <span>
                                    <i style={{ background: v.colour[dark.value ? 1 : 0] }} />
                                    {v.title}
                                </span>
                            ))
                        ) : (
                            <>
                                <span><i class="key-round" />loop</span>
                                <span><i class="key-square" />function</span>
                                {shape === "tree" && <span>{dark.value ? "brighter" : "darker"}: more exclusive</span>}
                            </>
                        )}
                    </span>
                    {comparison.error && <span class="warning">{comparison.error.message}</span>}
                </div>
                {shape === "tree" ? <Tree run={run} root={tree} compared={compared} search={search} least={Number(leastText)} /> : <Icicle run={run} id="loop-tree" root={tree} label="Loop tree: loops and functions by their share" upwards={false} search={search} trips={true} />}
            </>
        );
    });
}
