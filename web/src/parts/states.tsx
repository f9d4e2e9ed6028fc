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

/** Asks again whenever `key` changes; the request before is aborted. */
export function useAnswer<T>(key: string, asking: (signal: AbortSignal) => Promise<T>): Answer<T> {
    const [answer, setAnswer] = useState<Answer<T>>({ value: null, error: null, loading: true });
    const newest = useRef(0);
    useEffect(() => {
        const number = ++newest.current;
        const abort = new AbortController();
        setAnswer((old) => ({ ...old, loading: true }));
        asking(abort.signal).then(
            (value) => {
                if (number === newest.current) setAnswer({ value, error: null, loading: false });
            },
            (error: Error) => {
                if (number === newest.current && !abort.signal.aborted) setAnswer({ value: null, error, loading: false });
            },
        );
        return () => abort.abort();
    }, [key]);
    return answer;
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
