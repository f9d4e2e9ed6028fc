// What a view shows while it loads, when there is nothing, and when something went wrong.
import type { ComponentChildren, VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { ApiError } from "../api";
import { filter, steps } from "../state";

export interface Answer<T> {
    value: T | null; // the newest answer; an older one while a new one is loading
    error: ApiError | Error | null;
    loading: boolean;
}

/** A request under way, or one that was answered. */
interface Asked {
    key: string;
    abort: AbortController;
}

/** Asks again whenever `key` changes; the request before is aborted. The request starts while the view is rendered, so that
 * the server works while the view is drawn with the data at hand. */
export function useAnswer<T>(key: string, asking: (signal: AbortSignal) => Promise<T>): Answer<T> {
    const [answer, setAnswer] = useState<{ value: T | null; error: Error | null; of: string | null }>({ value: null, error: null, of: null });
    const newest = useRef<Asked | null>(null);
    if (newest.current?.key !== key) {
        newest.current?.abort.abort();
        const own: Asked = { key, abort: new AbortController() };
        newest.current = own;
        asking(own.abort.signal).then(
            (value) => {
                if (own === newest.current) setAnswer({ value, error: null, of: key });
            },
            (error: Error) => {
                if (own === newest.current && !own.abort.signal.aborted) setAnswer({ value: null, error, of: key });
            },
        );
    }
    useEffect(
        () => () => {
            newest.current?.abort.abort();
            newest.current = null;
        },
        [],
    );
    return { value: answer.value, error: answer.error, loading: answer.of !== key };
}

/** A value that follows another when that has not changed for `ms`: for what need not be drawn at each step of a zoom. */
export function useSettled<T>(value: T, ms: number): T {
    const [settled, setSettled] = useState(value);
    useEffect(() => {
        if (ms === 0) return;
        const timer = setTimeout(() => setSettled(value), ms);
        return () => clearTimeout(timer);
    }, [value, ms]);
    return ms === 0 ? value : settled;
}

export function Loading({ what }: { what: string }) {
    const [late, setLate] = useState(false);
    useEffect(() => {
        const timer = setTimeout(() => setLate(true), 500);
        return () => clearTimeout(timer);
    }, []);
    return (
        <div class="state" role="status">
            {late && <progress aria-label={`Loading ${what}`} />}
            <p>Loading {what}…</p>
        </div>
    );
}

/** Nothing to show: says why, and what to do. */
export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
    return (
        <div class="state" role="status">
            <p class="state-title">{title}</p>
            {children && <div class="state-what">{children}</div>}
            {filter.value && (
                <p>
                    The filter may hide it.{" "}
                    <button type="button" onClick={() => (steps.value = steps.value.map((s) => ({ ...s, on: false })))}>
                        Switch the filter off
                    </button>
                </p>
            )}
        </div>
    );
}

export function Failed({ error }: { error: Error }) {
    const hint = error instanceof ApiError ? error.hint : "";
    return (
        <div class="state failed" role="alert">
            <p class="state-title">{error.message}</p>
            {hint && <p class="state-what">{hint}</p>}
        </div>
    );
}

/** Shows an answer, or the state of getting it. An older answer stays on screen while the next one loads. */
export function shown<T>(answer: Answer<T>, what: string, draw: (value: T) => VNode): VNode {
    if (answer.error) return <Failed error={answer.error} />;
    if (answer.value === null) return <Loading what={what} />;
    return (
        <div class={answer.loading ? "answer stale" : "answer"} aria-busy={answer.loading}>
            {draw(answer.value)}
        </div>
    );
}
