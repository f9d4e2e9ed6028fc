// A picture with time from left to right: zooming, panning, selecting a stretch, hovering and clicking work the same in
// every view that has one. The picture itself is drawn only when its data change; what follows the pointer is drawn on a
// second canvas above it.
import { useRef, useState } from "preact/hooks";
import { time } from "../format";
import { inside } from "../magnify";
import * as state from "../state";
import { dark } from "../theme";
import { Canvas } from "./Canvas";
import { ink } from "./colours";
import type { Painter } from "./painter";
import { linear } from "./scale";

/** The thing at a point of a picture. */
export interface Hit {
    title: string;
    lines: string[];
    thing: state.Thing;
    frame?: { x: number; y: number; w: number; h: number };
}

export interface TimeCanvasProps<T extends Hit> {
    label: string;
    left: number; // pixels beside the time axis
    right: number;
    draw: (painter: Painter) => void;
    marks?: (painter: Painter) => void; // drawn above the picture, again at each hover
    hit: (x: number, y: number) => T | null;
    pick: (hit: T) => void;
    cursor?: T | null; // what the arrow keys have reached
    onArrow?: (key: string) => void;
    onSize?: (width: number, height: number) => void;
    height?: number;
    still?: boolean; // the picture has no time axis: clicks and hovering only
}

const CLICK = 4; // pixels: less is a click, not a drag
const WHEEL = 0.0015;

interface Drag {
    kind: "select" | "pan" | "pinch";
    x: number;
    now: number;
    range: state.Range;
    other?: number; // the second finger
    apart?: number;
}

function drawNothing(): void {}

export function TimeCanvas<T extends Hit>(props: TimeCanvasProps<T>) {
    const holder = useRef<HTMLDivElement>(null);
    const drag = useRef<Drag | null>(null);
    const fingers = useRef(new Map<number, number>());
    const [over, setOver] = useState<{ x: number; y: number; hit: T | null } | null>(null);
    const [selecting, setSelecting] = useState<{ a: number; b: number } | null>(null);

    const span = (all = holder.current?.clientWidth ?? 1): { scale: ReturnType<typeof linear>; width: number } => {
        const width = all - props.left - props.right;
        const { from, to } = state.shownRange.value;
        return { scale: linear(from, to, props.left, props.left + width), width };
    };
    const point = (event: { clientX: number; clientY: number }) => {
        return inside(event, holder.current!.getBoundingClientRect());
    };
    const hover = (x: number, y: number) => {
        const hit = props.hit(x, y);
        const within = x >= props.left && x <= props.left + span().width;
        state.hovered.value = within || hit ? { ...hit?.thing, time: within && !props.still ? span().scale.back(x) : undefined } : null;
        setOver({ x, y, hit });
    };
    const down = (event: PointerEvent) => {
        if (event.button === 2) return;
        const { x } = point(event);
        (event.target as HTMLElement).setPointerCapture(event.pointerId);
        fingers.current.set(event.pointerId, x);
        const range = state.shownRange.value;
        if (fingers.current.size === 2) {
            const [a, b] = [...fingers.current.values()] as [number, number];
            drag.current = { kind: "pinch", x: (a + b) / 2, now: (a + b) / 2, range, apart: Math.max(10, Math.abs(a - b)) };
            setSelecting(null);
        } else {
            const pans = event.pointerType === "touch" || event.button === 1 || event.shiftKey;
            drag.current = { kind: pans ? "pan" : "select", x, now: x, range };
            if (event.button === 1) event.preventDefault();
        }
    };
    const move = (event: PointerEvent) => {
        const { x, y } = point(event);
        const held = drag.current;
        if (!held) {
            hover(x, y);
            return;
        }
        fingers.current.set(event.pointerId, x);
        held.now = x;
        const width = span().width;
        const perPixel = (held.range.to - held.range.from) / Math.max(1, width);
        if (held.kind === "pinch") {
            const [a, b] = [...fingers.current.values()] as [number, number];
            const factor = held.apart! / Math.max(10, Math.abs(a - b));
            const fixed = held.range.from + (held.x - props.left) * perPixel;
            const length = (held.range.to - held.range.from) * factor;
            const from = fixed - (((a + b) / 2 - props.left) / width) * length;
            state.setRange({ from, to: from + length });
        } else if (held.kind === "pan") {
            const by = (held.x - x) * perPixel;
            if (state.range.value && Math.abs(held.x - x) >= CLICK) state.setRange({ from: held.range.from + by, to: held.range.to + by });
        } else if (Math.abs(x - held.x) >= CLICK && !props.still) setSelecting({ a: held.x, b: x });
    };
    const up = (event: PointerEvent) => {
        fingers.current.delete(event.pointerId);
        const held = drag.current;
        if (!held || fingers.current.size > 0) return;
        drag.current = null;
        setSelecting(null);
        const { x, y } = point(event);
        if (held.kind === "pinch") return;
        if (Math.abs(x - held.x) < CLICK) {
            const hit = props.hit(x, y);
            if (hit) props.pick(hit);
            return;
        }
        if (held.kind !== "select" || props.still) return;
        const { scale, width } = span();
        const keep = (pixel: number) => scale.back(Math.min(props.left + width, Math.max(props.left, pixel)));
        state.setRange({ from: Math.min(keep(held.x), keep(x)), to: Math.max(keep(held.x), keep(x)) });
    };
    const cancel = (event: PointerEvent) => {
        fingers.current.delete(event.pointerId);
        drag.current = null;
        setSelecting(null);
    };
    const wheel = (event: WheelEvent) => {
        if (props.still) return;
        event.preventDefault();
        const { x } = point(event);
        if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
            const { from, to } = state.shownRange.value;
            const by = (((event.deltaX || event.deltaY) * (to - from)) / Math.max(1, span().width)) * (event.deltaMode === 1 ? 16 : 1);
            if (state.range.value) state.setRange({ from: from + by, to: to + by });
            return;
        }
        const step = event.deltaMode === 1 ? event.deltaY * 33 : event.deltaY;
        state.zoom(Math.exp(Math.max(-200, Math.min(200, step)) * WHEEL * 2), span().scale.back(Math.max(props.left, x)));
    };
    const key = (event: KeyboardEvent) => {
        if (!["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End", "Enter"].includes(event.key)) return;
        event.preventDefault();
        if (event.key === "Enter") {
            if (props.cursor) props.pick(props.cursor);
        } else props.onArrow?.(event.key);
    };
    const overlay = (painter: Painter) => {
        const colours = ink(dark.value);
        const { scale } = span(painter.width);
        props.marks?.(painter);
        const moment = state.hovered.value?.time;
        if (moment !== undefined && !selecting && !props.still) {
            const x = Math.round(scale(moment)) + 0.5;
            if (x >= props.left && x <= painter.width - props.right) painter.line(x, 0, x, painter.height, colours.mark, 1, 0.35, [3, 3]);
        }
        const framed = props.cursor?.frame ?? over?.hit?.frame;
        if (framed) painter.frame(framed.x - 0.5, framed.y - 0.5, framed.w + 1, framed.h + 1, colours.mark, 1.5);
        if (selecting) {
            const a = Math.min(selecting.a, selecting.b);
            const w = Math.abs(selecting.b - selecting.a);
            painter.rect(a, 0, w, painter.height, colours.mark, 0.14);
            const text = time(Math.abs(scale.back(selecting.b) - scale.back(selecting.a)));
            painter.text(a + w / 2, 10, text, { colour: colours.text, align: "center", bold: true });
        }
    };
    // What is hovered anywhere is marked here, too. An overlay with nothing on it is not drawn again and again.
    const isEmpty = !state.hovered.value && !selecting && !props.cursor?.frame && !over?.hit?.frame;
    const tip = over?.hit && !selecting ? over : null;
    return (
        <div class="time-canvas" ref={holder}>
            <div class="layer">
                <Canvas label="" draw={props.draw} onSize={props.onSize!} height={props.height!} />
            </div>
            <div class="layer">
                <Canvas
                    label={props.label}
                    height={props.height!}
                    draw={isEmpty ? drawNothing : overlay}
                    onWheel={wheel}
                    onKey={key}
                    cursor={selecting ? "ew-resize" : over?.hit ? "pointer" : "crosshair"}
                    events={{
                        pointerdown: down,
                        pointermove: move,
                        pointerup: up,
                        pointercancel: cancel,
                        dblclick: () => {
                            if (!props.still) state.setRange(null);
                        },
                        mouseleave: () => {
                            if (drag.current) return;
                            state.hovered.value = null;
                            setOver(null);
                        },
                    }}
                />
            </div>
            {tip && <Tip x={tip.x} y={tip.y} hit={tip.hit!} width={holder.current?.clientWidth ?? 0} height={holder.current?.clientHeight ?? 0} />}
            <p class="hidden" aria-live="polite">
                {props.cursor ? [props.cursor.title, ...props.cursor.lines].join(", ") : ""}
            </p>
        </div>
    );
}

function Tip({ x, y, hit, width, height }: { x: number; y: number; hit: Hit; width: number; height: number }) {
    const toLeft = x > width / 2;
    const above = y > height / 2;
    return (
        <div
            class="tip"
            role="tooltip"
            style={{
                left: toLeft ? "auto" : `${x + 14}px`,
                right: toLeft ? `${width - x + 14}px` : "auto",
                top: above ? "auto" : `${y + 14}px`,
                bottom: above ? `${height - y + 14}px` : "auto",
            }}
        >
            <b>{hit.title}</b>
            {hit.lines.map((line) => (
                <div>{line}</div>
            ))}
        </div>
    );
}
