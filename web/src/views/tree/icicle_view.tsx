// Boxes as wide as their share: the flame graph, from below or from above, and the icicle of the loop tree.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { ink, textOn } from "../../draw/colours";
import { SvgPainter } from "../../draw/painter";
import { clean, number, percent } from "../../format";
import { tablesOf } from "../../names";
import { useSavable } from "../../savable";
import * as state from "../../state";
import { dark } from "../../theme";
import { matches } from "../profile/bars";
import { Facts, useTip } from "../report/controls";
import { icicle, pathOf, sameNode, walk, type Box, type TreeNode } from "./hierarchy";
import { openSource, regionOf } from "../report/regions";
import { boxColour } from "./tree_colours";
import { chooseNode, treeCsv, factsOfNode, sentenceOfNode, shareOf } from "./tree_words";

const ROW = 24;

export interface IcicleProps {
    run: number;
    id: string; // of the view, for saving
    root: TreeNode;
    label: string;
    upwards: boolean; // as a flame: the root is at the bottom
    search: string;
    trips: boolean; // boxes of loops say their mean trips
}

function boxText(node: TreeNode, trips: boolean): string {
    const share = shareOf(node);
    const mean = trips && node.meanTrips !== null ? ` ×${number(node.meanTrips)}` : "";
    return `${clean(node.name)}${mean}${share === null ? "" : `  ${percent(share)}`}`;
}

export function Icicle(props: IcicleProps) {
    const names = tablesOf(props.run);
    const holder = useRef<HTMLDivElement>(null);
    const [width, setWidth] = useState(0);
    const [focus, setFocus] = useState<TreeNode>(props.root);
    const [marker, setMarker] = useState<number | null>(null);
    const tip = useTip();
    useEffect(() => setFocus((old) => sameNode(props.root, old)), [props.root]);
    useLayoutEffect(() => {
        const element = holder.current!;
        const measure = (): void => setWidth(element.clientWidth);
        const observer = new ResizeObserver(measure);
        observer.observe(element);
        measure();
        return () => observer.disconnect();
    }, []);
    const inTree = focus === props.root || [...walk(props.root)].includes(focus) ? focus : props.root;
    const { boxes, depth } = useMemo(() => icicle(inTree, Math.max(1, width - 2)), [inTree, width]);
    const regions = useMemo(() => new Map([...walk(props.root)].map((node) => [node.id, regionOf(names, { kind: node.kind, region: node.own, routine: node.routine, file: node.file, line: node.line })])), [props.root, names]);
    const height = (depth + 1) * ROW;
    const top = (box: Box): number => (props.upwards ? height - (box.depth + 1) * ROW : box.depth * ROW);
    useSavable(props.id, {
        name: props.id,
        svg: () => {
            const painter = new SvgPainter(Math.max(width, 600), height + 30, ink(dark.value).page, props.label);
            painter.text(8, 14, props.label, { colour: ink(dark.value).text, bold: true });
            for (const box of boxes) {
                const colour = boxColour(box.node, box.merged > 0, dark.value);
                painter.box(box.x, 28 + top(box), Math.max(0.5, box.width - 1), ROW - 2, { fill: colour, border: "none", radius: box.node.kind === "loop" && box.merged === 0 ? Math.min((ROW - 2) / 2, box.width / 2) : 0 });
                if (box.width > 24 && box.merged === 0) painter.text(box.x + 5, 28 + top(box) + ROW / 2 - 1, boxText(box.node, props.trips), { colour: textOn(colour), size: 11, most: box.width - 8 });
            }
            return painter.toString();
        },
        csv: () => treeCsv(props.root),
    });
    const nodes = boxes.filter((box) => box.merged === 0);
    const zoomTo = (node: TreeNode): void => {
        setFocus(node);
        chooseNode(node, regions.get(node.id) ?? null);
    };
    const neighbour = (key: string, node: TreeNode): TreeNode | null => {
        const siblings = node.parent?.children ?? [];
        const at = siblings.indexOf(node);
        const up = props.upwards ? "ArrowDown" : "ArrowUp";
        const down = props.upwards ? "ArrowUp" : "ArrowDown";
        if (key === "ArrowRight") return siblings[at + 1] ?? null;
        if (key === "ArrowLeft") return siblings[at - 1] ?? null;
        if (key === up) return node.parent && node.parent.kind !== "root" ? node.parent : null;
        return key === down ? (node.children[0] ?? null) : null;
    };
    const onKey = (event: KeyboardEvent): void => {
        const now = nodes.find((box) => box.node.id === marker)?.node ?? nodes[0]?.node;
        if (!now) return;
        if (event.key.startsWith("Arrow")) {
            const next = marker === null ? now : neighbour(event.key, now);
            if (next) {
                setMarker(next.id);
                chooseNode(next, regions.get(next.id) ?? null);
            }
        } else if (event.key === "Enter") zoomTo(now);
        else if (event.key === "Backspace") setFocus(inTree.parent ?? props.root);
        else if (event.key === "o") openSource(props.run, now);
        else return;
        event.preventDefault();
        event.stopPropagation();
    };
    const hovered = state.hovered.value?.region;
    return (
        <>
            <div class="crumbs" role="navigation" aria-label="Path of the zoomed box">
                <button type="button" class="link" onClick={() => setFocus(props.root)}>
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
            </div>
            <div class="scroll icicle-scroll">
                <div ref={holder} class="icicle" role="tree" tabIndex={0} aria-label={props.label} aria-activedescendant={marker === null ? undefined : `${props.id}-box-${marker}`} style={{ height: `${height + 4}px` }} onKeyDown={onKey} onMouseLeave={() => (state.hovered.value = null)}>
                    {boxes.map((box) => {
                        const { node } = box;
                        const region = regions.get(node.id) ?? null;
                        const colour = boxColour(node, box.merged > 0, dark.value);
                        const found = props.search !== "" && matches(props.search, node.name, node.file);
                        const classes = ["box", node.kind === "loop" ? "round" : "", box.width <= 26 ? "narrow" : "", box.merged > 0 ? "merged" : "", props.search && !found ? "dim" : "", region !== null && (region === hovered || region === state.region.value) ? "lit" : "", node.id === marker ? "marked" : ""];
                        const position = { left: `${box.x}px`, top: `${top(box)}px`, width: `${Math.max(1, box.width - 1)}px`, height: `${ROW - 2}px`, background: colour, color: textOn(colour) };
                        if (box.merged > 0)
                            return <div key={`m${node.id}`} class={classes.filter(Boolean).join(" ")} style={position} title={`${box.merged} more, too narrow to be drawn apart: zoom in to see them`} />;
                        return (
                            <div
                                key={node.id}
                                id={`${props.id}-box-${node.id}`}
                                role="treeitem"
                                aria-level={node.depth}
                                aria-label={sentenceOfNode(node)}
                                aria-selected={region !== null && region === state.region.value}
                                class={classes.filter(Boolean).join(" ")}
                                style={position}
                                onClick={() => {
                                    setMarker(node.id);
                                    zoomTo(node);
                                }}
                                onDblClick={() => openSource(props.run, node)}
                                onMouseMove={(event) => {
                                    if (region !== null && hovered !== region) state.hovered.value = { region };
                                    tip.show(event, <Facts title={clean(node.name)} rows={factsOfNode(node)} />);
                                }}
                                onMouseLeave={tip.hide}
                            >
                                {box.width > 26 ? boxText(node, props.trips) : ""}
                            </div>
                        );
                    })}
                </div>
            </div>
            <p class="foot">Click a box to zoom, double-click for its source; arrows move, Enter zooms, Backspace goes back, o opens the source.</p>
            {tip.node}
        </>
    );
}
