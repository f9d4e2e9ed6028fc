// A canvas that fills its parent, heeds the screen's pixel ratio, and is drawn again when its size or data change.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { magnified } from "../magnify";
import { CanvasPainter, type Painter } from "./painter";

export interface CanvasProps {
    label: string; // for screen readers: what the picture shows
    draw: (painter: Painter) => void;
    height?: number; // pixels; otherwise that of the parent
    onSize?: (width: number, height: number) => void;
    events?: Partial<Record<"click" | "dblclick" | "mousemove" | "mouseleave" | "mousedown" | "contextmenu" | "pointerdown" | "pointermove" | "pointerup" | "pointercancel", (event: PointerEvent) => void>>;
    onWheel?: (event: WheelEvent) => void;
    onKey?: (event: KeyboardEvent) => void;
    cursor?: string;
}

export function Canvas(props: CanvasProps) {
    const ref = useRef<HTMLCanvasElement>(null);
    const [size, setSize] = useState({ width: 0, height: 0 });
    useLayoutEffect(() => {
        const parent = ref.current!.parentElement!;
        const measure = () => {
            const next = { width: Math.floor(parent.clientWidth), height: Math.floor(props.height ?? parent.clientHeight) };
            setSize((old) => (old.width === next.width && old.height === next.height ? old : next));
        };
        measure();
        const observer = new ResizeObserver(measure);
        observer.observe(parent);
        return () => observer.disconnect();
    }, [props.height]);
    useEffect(() => {
        if (size.width > 0) props.onSize?.(size.width, size.height);
    }, [size]);
    const drawing = useRef<{ frame: number; draw: () => void }>({ frame: 0, draw: () => {} });
    useLayoutEffect(() => {
        if (size.width === 0 || size.height === 0) return;
        // Several answers may arrive within one frame: the picture is drawn once, just before the frame is shown.
        drawing.current.draw = () => {
            const canvas = ref.current;
            if (!canvas) return;
            const ratio = (window.devicePixelRatio || 1) * magnified.value;
            const width = Math.round(size.width * ratio);
            const height = Math.round(size.height * ratio);
            if (canvas.width !== width || canvas.height !== height) {
                canvas.width = width;
                canvas.height = height;
                canvas.style.width = `${size.width}px`;
                canvas.style.height = `${size.height}px`;
            }
            const to = canvas.getContext("2d")!;
            to.setTransform(ratio, 0, 0, ratio, 0, 0);
            to.clearRect(0, 0, size.width, size.height);
            props.draw(new CanvasPainter(to, size.width, size.height));
        };
        drawing.current.frame ||= requestAnimationFrame(() => {
            drawing.current.frame = 0;
            drawing.current.draw();
        });
    }, [props.draw, size, window.devicePixelRatio, magnified.value]);
    useEffect(() => () => cancelAnimationFrame(drawing.current.frame), []);
    useEffect(() => {
        const canvas = ref.current!;
        const wheel = props.onWheel;
        if (!wheel) return;
        canvas.addEventListener("wheel", wheel, { passive: false });
        return () => canvas.removeEventListener("wheel", wheel);
    });
    const on = props.events ?? {};
    return (
        <canvas
            ref={ref}
            role={props.label ? "img" : "presentation"}
            tabIndex={props.label ? 0 : -1}
            aria-label={props.label || undefined}
            aria-hidden={props.label === ""}
            style={{ cursor: props.cursor ?? "default" }}
            onClick={on.click as never}
            onDblClick={on.dblclick as never}
            onMouseMove={on.mousemove as never}
            onMouseLeave={on.mouseleave as never}
            onMouseDown={on.mousedown as never}
            onContextMenu={on.contextmenu as never}
            onPointerDown={on.pointerdown}
            onPointerMove={on.pointermove}
            onPointerUp={on.pointerup}
            onPointerCancel={on.pointercancel}
            onKeyDown={props.onKey}
        />
    );
}
