// Loads the list of runs and their names, and follows runs that are still growing.
import { effect, signal } from "@preact/signals";
import { forget, getRuns, getTables, idle, standalone } from "./api";
import { tables } from "./names";
import * as state from "./state";
import type { Run } from "./types";

export const startError = signal<Error | null>(null);

/** Counts up whenever the run on screen grew: views that show live data put it into the key of their request. */
export const growth = signal(0);

/** Loads the names of a run, unless they are there. */
export async function loadTables(run: number, fresh = false): Promise<void> {
    if (tables.peek()[run] && !fresh) return;
    try {
        const names = await getTables(run);
        tables.value = { ...tables.peek(), [run]: names };
    } catch (error) {
        if (!fresh) startError.value = error as Error;
    }
}

function grown(run: Run): void {
    state.runs.value = state.runs.peek().map((old) => (old.run === run.run ? run : old));
    forget(run.run);
    void loadTables(run.run, true).then(() => growth.value++);
}

const LONGEST_WAIT = 3000; // ms: then the next state is shown although an answer is outstanding

/** Follows a run. A new state is shown when the answers for the one before are there, so that a slow machine or a large run
 * is shown less often, not never. */
function follow(run: number): () => void {
    const events = new EventSource(`/api/${run}/live`);
    let newest: Run | null = null;
    let planned = false;
    const show = async () => {
        if (planned || state.paused.peek()) return;
        planned = true;
        await idle(LONGEST_WAIT);
        planned = false;
        const next = newest;
        newest = null;
        if (next && !state.paused.peek()) grown(next);
        else newest = next;
    };
    events.addEventListener("run", (event) => {
        newest = JSON.parse((event as MessageEvent<string>).data) as Run;
        void show();
    });
    const resume = effect(() => {
        if (!state.paused.value && newest) queueMicrotask(() => void show());
    });
    return () => {
        events.close();
        resume();
    };
}

export async function start(): Promise<void> {
    try {
        state.runs.value = await getRuns();
        if (!state.run.value && state.runs.value.length > 0) state.runNumber.value = state.runs.value[0]!.run;
    } catch (error) {
        startError.value = error as Error;
        return;
    }
    effect(() => void loadTables(state.runNumber.value));
    let followed = -1;
    let end: (() => void) | null = null;
    effect(() => {
        const now = state.run.value;
        const wanted = now?.live && !standalone() ? now.run : -1;
        if (wanted === followed) return;
        end?.();
        followed = wanted;
        end = wanted >= 0 ? follow(wanted) : null;
    });
}
