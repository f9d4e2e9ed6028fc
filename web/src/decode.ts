// Decodes the binary answers of the server: windows and messages. Every length is checked.

/** A stretch of one lane in which all bins have the same data. */
export interface WindowLane {
    lane: number; // row in tables.lanes
    bin: Uint32Array; // first bin of each run; it covers the bins up to the next run's
    node: Uint32Array; // row in tables.nodes; NOTHING where nothing is known
    begun: Uint32Array; // visits that began
    class: Uint8Array;
    busy: Uint8Array; // share of the bin, 0 to 255
    flags: Uint16Array;
}

export interface Window {
    start: number; // ns
    level: number;
    width: number; // ns of a bin
    bins: number;
    filtered: boolean;
    live: boolean;
    merged: boolean;
    lanes: WindowLane[];
}

export interface Messages {
    total: number;
    thinned: boolean;
    sent: Float64Array; // ns
    received: Float64Array;
    from: Uint32Array; // lanes
    to: Uint32Array;
    bytes: Float64Array; // NaN: not known
    region: Uint32Array;
    flags: Uint32Array;
}

export const NOTHING = 0xffffffff;
export const MESSAGE_LATE_SENDER = 1;
export const MESSAGE_LATE_RECEIVER = 2;
export const MESSAGE_COLLECTIVE = 4;

class Reader {
    private readonly view: DataView;
    at = 0;
    constructor(buffer: ArrayBuffer) {
        this.view = new DataView(buffer);
    }
    need(bytes: number): void {
        if (this.at + bytes > this.view.byteLength) throw new Error("The server's answer is cut short.");
    }
    magic(word: string): void {
        this.need(4);
        for (let i = 0; i < 4; i++)
            if (this.view.getUint8(this.at + i) !== word.charCodeAt(i))
                throw new Error(`The server's answer is not of the kind ${word}.`);
        this.at += 4;
    }
    u8(): number {
        this.need(1);
        return this.view.getUint8(this.at++);
    }
    u16(): number {
        this.need(2);
        this.at += 2;
        return this.view.getUint16(this.at - 2, true);
    }
    u32(): number {
        this.need(4);
        this.at += 4;
        return this.view.getUint32(this.at - 4, true);
    }
    /** Reads 64 bits as a number; above 2^53 it is rounded. */
    u64(): number {
        this.need(8);
        this.at += 8;
        return this.view.getUint32(this.at - 8, true) + this.view.getUint32(this.at - 4, true) * 2 ** 32;
    }
    /** A number of bytes; NaN, if all of its bits are set: it is not known. */
    bytesOrNaN(): number {
        const number = this.u64();
        return number < 2 ** 64 ? number : NaN;
    }
    align(to: number): void {
        this.at = Math.ceil(this.at / to) * to;
    }
    version(): void {
        const version = this.u32();
        if (version !== 1)
            throw new Error(`The server's answer has version ${version}, but this page reads version 1: load it again.`);
    }
}

const RUN_BYTES = 16;

function decodeLane(reader: Reader, lane: number, bins: number): WindowLane {
    const runs = reader.u32();
    reader.need(runs * RUN_BYTES);
    const result: WindowLane = {
        lane,
        bin: new Uint32Array(runs),
        node: new Uint32Array(runs),
        begun: new Uint32Array(runs),
        class: new Uint8Array(runs),
        busy: new Uint8Array(runs),
        flags: new Uint16Array(runs),
    };
    let before = -1;
    for (let i = 0; i < runs; i++) {
        const bin = reader.u32();
        if (bin <= before || bin >= bins) throw new Error("The server's answer has bins out of order.");
        before = bin;
        result.bin[i] = bin;
        result.node[i] = reader.u32();
        result.begun[i] = reader.u32();
        result.class[i] = reader.u8();
        result.busy[i] = reader.u8();
        result.flags[i] = reader.u16();
    }
    return result;
}

export function decodeWindow(buffer: ArrayBuffer): Window {
    const reader = new Reader(buffer);
    reader.magic("TRIW");
    reader.version();
    const start = reader.u64();
    const level = reader.u32();
    const count = reader.u32();
    const bins = reader.u32();
    const flags = reader.u32();
    if (level > 63) throw new Error("The server's answer has a level that cannot be.");
    reader.need(count * 4);
    const rows: number[] = [];
    for (let i = 0; i < count; i++) rows.push(reader.u32());
    reader.align(8);
    const lanes = rows.map((row) => decodeLane(reader, row, bins));
    return {
        start,
        level,
        width: 2 ** level,
        bins,
        filtered: (flags & 1) !== 0,
        live: (flags & 2) !== 0,
        merged: (flags & 4) !== 0,
        lanes,
    };
}

/** Stretches in which a row's lanes waited in MPI for another rank. */
export interface WaitLane {
    lane: number; // the (first) lane
    bin: Uint32Array;
    bins: Uint32Array; // how many
    kind: Uint8Array; // of most of the waits: row of tables.wait_kinds
    share: Uint8Array; // of the time of all lanes of the row, 1 to 255
}

export interface Waits {
    start: number; // ns
    width: number; // ns of a bin
    bins: number;
    atLeast: boolean; // events are missing, there may be more waits
    time: number[]; // ns by kind, in the range
    calls: number[];
    lanes: WaitLane[];
}

const WAIT_BYTES = 12;

function decodeWaitLane(reader: Reader, lane: number, most: number): WaitLane {
    const runs = reader.u32();
    reader.need(runs * WAIT_BYTES);
    const result: WaitLane = { lane, bin: new Uint32Array(runs), bins: new Uint32Array(runs), kind: new Uint8Array(runs), share: new Uint8Array(runs) };
    for (let i = 0, before = 0; i < runs; i++) {
        const bin = reader.u32();
        const bins = reader.u32();
        if (bin < before || bins === 0 || bin + bins > most) throw new Error("The server's answer has bins out of order.");
        before = bin + bins;
        result.bin[i] = bin;
        result.bins[i] = bins;
        result.kind[i] = reader.u8();
        result.share[i] = reader.u8();
        reader.u16();
    }
    return result;
}

export function decodeWaits(buffer: ArrayBuffer): Waits {
    const reader = new Reader(buffer);
    reader.magic("TRID");
    reader.version();
    const start = reader.u64();
    const level = reader.u32();
    const count = reader.u32();
    const bins = reader.u32();
    const flags = reader.u32();
    const kinds = reader.u32();
    reader.u32();
    if (level > 63 || kinds > 255) throw new Error("The server's answer has a level that cannot be.");
    reader.need(kinds * 16 + count * 4);
    const time: number[] = [];
    const calls: number[] = [];
    for (let i = 0; i < kinds; i++) {
        time.push(reader.u64());
        calls.push(reader.u64());
    }
    const rows: number[] = [];
    for (let i = 0; i < count; i++) rows.push(reader.u32());
    return { start, width: 2 ** level, bins, atLeast: (flags & 1) !== 0, time, calls, lanes: rows.map((lane) => decodeWaitLane(reader, lane, bins)) };
}

const MESSAGE_BYTES = 40;

export function decodeMessages(buffer: ArrayBuffer): Messages {
    const reader = new Reader(buffer);
    reader.magic("TRIM");
    reader.version();
    const count = reader.u32();
    const flags = reader.u32();
    const total = reader.u64();
    reader.need(count * MESSAGE_BYTES);
    const result: Messages = {
        total,
        thinned: (flags & 1) !== 0,
        sent: new Float64Array(count),
        received: new Float64Array(count),
        from: new Uint32Array(count),
        to: new Uint32Array(count),
        bytes: new Float64Array(count),
        region: new Uint32Array(count),
        flags: new Uint32Array(count),
    };
    for (let i = 0; i < count; i++) {
        result.sent[i] = reader.u64();
        result.received[i] = reader.u64();
        result.from[i] = reader.u32();
        result.to[i] = reader.u32();
        result.bytes[i] = reader.bytesOrNaN();
        result.region[i] = reader.u32();
        result.flags[i] = reader.u32();
    }
    return result;
}
