// Scales of bars: automatic, following the scroll, or typed, which stays while scrolling. Each view of bars has them.
import type { VNode } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { readTime } from "../../format";
import * as state from "../../state";
import { barOf, fullWidth, type Bar } from "../profile/bars";
import { MEASURES, type Measure } from "./report";
import { formatMeasure, readMax } from "./values";

function manualOf(name: string): number | null {
    const typed = Number(state.setting(name, ""));
    return Number.isFinite(typed) && typed > 0 ? typed : null;
}

/** The setting of a scale in the link. */
export function scaleName(id: string, measure: Measure): string {
    return `${id}.max.${measure}`;
}

/** The value that fills the width: what was typed, or the largest of the visible rows. */
export function fullOf(id: string, measure: Measure, values: readonly (number | null)[], topmost: number, end: number): number {
    return fullWidth(values, topmost, Math.max(topmost + 1, end), manualOf(scaleName(id, measure)));
}

/** A box for the maximum of a scale; empty: automatic. The pin keeps the maximum that is in force. */
export function ScaleBox(props: { id: string; measure: Measure; full: number; narrow?: boolean; title?: string }) {
    const name = scaleName(props.id, props.measure);
    const manual = manualOf(name);
    const title = props.title ?? MEASURES[props.measure].title;
    const [wrong, setWrong] = useState(false);
    const set = (input: HTMLInputElement): void => {
        const typed = input.value.trim();
        const max = typed ? readMax(props.measure, typed, readTime) : null;
        setWrong(typed !== "" && max === null);
        if (!typed || max !== null) state.setSetting(name, max === null ? "" : String(max), "");
    };
    return (
        <span class={props.narrow ? "scale-box narrow" : "scale-box"}>
            <input
                type="text"
                class={wrong ? "wrong" : ""}
                aria-label={`Maximum of the scale of ${title}`}
                aria-invalid={wrong}
                title={
                    MEASURES[props.measure].unit === "ns"
                        ? "The time that fills the width, such as 20ms or 1.5s; empty: the topmost visible bar fills it"
                        : "The number that fills the width; empty: the topmost visible bar fills it"
                }
                placeholder={props.narrow ? "auto" : `auto: ${formatMeasure(props.measure, props.full)}`}
                value={manual ? formatMeasure(props.measure, manual) : ""}
                onChange={(event) => set(event.currentTarget)}
                onKeyDown={(event) => {
                    if (event.key === "Enter") set(event.currentTarget);
                }}
            />
            {manual ? (
                <button type="button" class="plain" aria-label={`Automatic scale of ${title}`} title="Automatic scale" onClick={() => state.setSetting(name, "", "")}>
                    ×
                </button>
            ) : (
                <button type="button" class="plain" aria-label={`Keep the scale of ${title}`} title="Keep this scale while scrolling" onClick={() => state.setSetting(name, String(props.full), "")}>
                    ⊢
                </button>
            )}
        </span>
    );
}

export interface Seen {
    topmost: number; // row
    end: number; // after the lowest row that is seen
}

/** Which rows of a scrolled table are seen: elements of `rows` inside the element of `ref`. */
export function useSeen(rows: string, count: number): { ref: { current: HTMLDivElement | null }; seen: Seen; onScroll: () => void } {
    const ref = useRef<HTMLDivElement | null>(null);
    const [seen, setSeen] = useState<Seen>({ topmost: 0, end: count });
    const measure = (): void => {
        const element = ref.current;
        if (!element) return;
        const box = element.getBoundingClientRect();
        const head = element.querySelector("thead")?.getBoundingClientRect().height ?? 0;
        const list = [...element.querySelectorAll(rows)].map((row) => row.getBoundingClientRect());
        const topmost = list.findIndex((row) => row.top + row.height / 2 >= box.top + (element.scrollTop > 0 ? head : 0));
        const end = list.findIndex((row) => row.top >= box.bottom);
        const next = { topmost: Math.max(0, topmost), end: end < 0 ? list.length : end };
        setSeen((old) => (old.topmost === next.topmost && old.end === next.end ? old : next));
    };
    useLayoutEffect(() => {
        const element = ref.current;
        if (!element) return;
        const observer = new ResizeObserver(measure);
        observer.observe(element);
        measure();
        return () => observer.disconnect();
    }, [count]);
    return { ref, seen, onScroll: measure };
}

export interface BarScale {
    full: number;
    box: VNode;
    bar: (value: number | null) => Bar | null;
}

/** The scale of one column of bars, and its box for the head of the column. */
export function barScale(id: string, measure: Measure, values: readonly (number | null)[], seen: Seen, title?: string): BarScale {
    const full = fullOf(id, measure, values, seen.topmost, seen.end);
    return {
        full,
        box: <ScaleBox id={id} measure={measure} full={full} {...(title ? { title } : {})} />,
        bar: (value) => barOf(value, full),
    };
}

/** A bar in a cell of a table. */
export function Meter({ bar, tone }: { bar: Bar | null; tone?: string }) {
    return (
        <span class="meter" data-share={bar?.share.toFixed(4)}>
            {bar && <i class={`${tone ?? ""} ${bar.beyond ? "beyond" : ""}`} style={{ width: `${bar.share * 100}%` }} />}
        </span>
    );
}
