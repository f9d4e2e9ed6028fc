// What the server answers; see doc/view.md.

export type RunState = "running" | "ended" | "killed" | "unfinished" | "aborted";

export interface Run {
    run: number;
    name: string;
    path: string;
    command: string;
    state: RunState;
    start: string;
    length: number; // ns
    lanes: number;
    places: number;
    ranks: number;
    script?: boolean; // its places are nodes, its lanes cores
    events: number | null;
    clock: string;
    complete: boolean;
    live: boolean;
    version: string;
    state_text?: string;
    standalone?: string; // of a standalone file: what it holds
}

/** Names of a run's lanes, regions and nodes, as columns. Rows are the numbers used in windows. */
export interface Tables {
    library?: string; // that the program communicates by; without it: MPI
    script?: boolean; // of `triptych script`: places are nodes, lanes are cores, messages are what streams carried
    lanes: { label: string[]; name?: string[]; number?: number[]; place: number[]; rank: (number | null)[]; start: number[]; end: number[] };
    regions: {
        name: string[];
        label?: string[]; // as the displays call it: "loop 2 of sweep (solver.c:17)"
        kind: string[];
        file: (number | null)[]; // row in files
        line: (number | null)[]; // 0 or null: not known
        end_line?: number[];
        routine: (number | null)[]; // row of the routine that contains it; 0: none
        mpi: (string | boolean | null)[];
        class?: string[];
    };
    places?: { label: string[]; number: number[]; rank: (number | null)[]; host: string[]; pid: number[] };
    files: string[];
    wait_kinds?: string[]; // names of kinds of waits in MPI, by their numbers
    nodes: { region: number[]; parent: (number | null)[]; lane: (number | null)[] };
}

export interface ShowItem {
    label: string;
    region: number | null;
    class: string | null;
    lane: number | null;
    lanes: number | null;
    way: string | null;
    total: number | null;
}

/** A projection: one of ParaGraph's displays. */
export interface Show {
    subject: string;
    display: string;
    unit: string;
    by: string;
    source: string;
    missing?: string;
    unsized?: string; // what has bytes that are not known
    zero_ns: number;
    start_ns: number;
    length_ns: number;
    merged_cycles: number;
    merged_lanes: number;
    hidden_rows: number;
    rows: ShowItem[];
    columns: ShowItem[] | null;
    values: (number | null)[][];
    unknown?: [number, number][][];
    trouble?: string;
    collective?: boolean;
}

export interface ShowAnswer {
    archive: string;
    command: string;
    running: boolean;
    displays: Show[];
}

export interface QueryColumn {
    name: string;
    type: string;
    unit?: string | null;
    of?: string; // the table of a row number
}

export type Cell = string | number | boolean | null;

export interface QueryAnswer {
    columns: QueryColumn[];
    rows: Cell[][];
    more: boolean;
    cost?: Record<string, unknown>;
}

/** Waits of MPI calls for another rank, the longest first. */
export interface WaitList {
    total: number;
    kinds: { kind: string; time_ns: number; visits: number }[];
    at_least: boolean;
    unknown: number;
    partial: number;
    waits: { lane: number; start: number; until: number; kind: number; region: number; for_lane: number; for_region: number }[];
}

/** A step of the path that data travelled. */
export interface Hop {
    distance: number; // 0: the message that was asked for, -1: the step before it
    message: number | null; // row; null: a collective operation
    from: number | null; // rows of places; null: several
    to: number | null;
    sent: number | null; // ns
    received: number | null;
    bytes: number | null; // null: not known
    data: string;
    received_data: string;
    send: number | null; // regions: the calls
    receive: number | null;
}

export interface DataPath {
    hops: Hop[];
    cut: boolean; // there are more
}

export interface Completion {
    from: number;
    words: { text: string; note?: string }[];
}
