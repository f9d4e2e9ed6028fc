// Small controls that the views of tables share.
import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";
import { magnified } from "../../magnify";
import * as state from "../../state";

export interface Choice {
    id: string;
    title: string;
    what?: string;
    count?: number | null;
}

/** One of several: a row of buttons. */
export function Segments(props: { label: string; choices: readonly Choice[]; value: string; onChange: (id: string) => void }) {
    return (
        <span class="segments" role="group" aria-label={props.label}>
            {props.choices.map((choice) => (
                <button
                    key={choice.id}
                    type="button"
                    aria-pressed={choice.id === props.value}
                    title={choice.what}
                    onClick={() => props.onChange(choice.id)}
                >
                    {choice.title}
                    {choice.count !== undefined && choice.count !== null && <span class="count">{choice.count}</span>}
                </button>
            ))}
        </span>
    );
}

export function Search(props: { value: string; label: string; onChange: (text: string) => void }) {
    return (
        <input
            type="search"
            class="search"
            aria-label={props.label}
            placeholder="Search"
            value={props.value}
            onInput={(event) => props.onChange(event.currentTarget.value)}
            onKeyDown={(event) => {
                if (event.key === "Escape" && props.value) {
                    event.stopPropagation();
                    event.preventDefault();
                    props.onChange("");
                }
            }}
        />
    );
}

/** A setting that is kept in the link. */
export function useSetting(name: string, standard: string): [string, (value: string) => void] {
    return [state.setting(name, standard), (value) => state.setSetting(name, value, standard)];
}

/** A setting that is one of several; a link may have another value, of a newer page or by mistake: it is the standard. */
export function useChoice(name: string, standard: string, choices: readonly string[]): [string, (value: string) => void] {
    const [value, set] = useSetting(name, standard);
    return [choices.includes(value) ? value : standard, set];
}

const TAIL = 9; // characters

/** A name that is shortened in its middle where it does not fit: its end tells it from others. */
export function Name({ text }: { text: string }) {
    if (text.length <= TAIL + 4) return <span class="text">{text}</span>;
    return (
        <span class="text middle" title={text}>
            <span class="head">{text.slice(0, -TAIL)}</span>
            <span>{text.slice(-TAIL)}</span>
        </span>
    );
}

export interface Tip {
    x: number;
    y: number;
    content: ComponentChildren;
}

/** A box beside the pointer; it stays within the window. */
export function useTip(): { show: (event: MouseEvent | { x: number; y: number }, content: ComponentChildren) => void; hide: () => void; node: ComponentChildren } {
    const [tip, setTip] = useState<Tip | null>(null);
    const ref = useRef<HTMLDivElement>(null);
    const place = (element: HTMLDivElement | null): void => {
        ref.current = element;
        if (!element || !tip) return;
        const box = element.getBoundingClientRect();
        const left = Math.max(4, Math.min(tip.x + 14, window.innerWidth - box.width - 8));
        const top = Math.max(4, tip.y + 18 + box.height > window.innerHeight ? tip.y - box.height - 10 : tip.y + 18);
        element.style.left = `${left / magnified.value}px`;
        element.style.top = `${top / magnified.value}px`;
    };
    return {
        show: (event, content) => {
            const at = event instanceof MouseEvent ? { x: event.clientX, y: event.clientY } : event;
            setTip({ ...at, content });
        },
        hide: () => setTip(null),
        node: tip && (
            <div class="tip" role="tooltip" ref={place}>
                {tip.content}
            </div>
        ),
    };
}

/** Names and values in a tip. */
export function Facts({ title, rows }: { title: string; rows: [string, string][] }) {
    return (
        <>
            <strong>{title}</strong>
            <dl>
                {rows.map(([name, value]) => (
                    <>
                        <dt>{name}</dt>
                        <dd>{value}</dd>
                    </>
                ))}
            </dl>
        </>
    );
}
