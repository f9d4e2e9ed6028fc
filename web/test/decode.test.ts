import { expect, test } from "vitest";
import { decodeMessages, decodeWindow, NOTHING } from "../src/decode";

class Writer {
    private bytes: number[] = [];
    text(word: string): this {
        for (const c of word) this.bytes.push(c.charCodeAt(0));
        return this;
    }
    number(value: number, size: number): this {
        for (let i = 0, rest = value; i < size; i++, rest = Math.floor(rest / 256)) this.bytes.push(rest % 256);
        return this;
    }
    u32(...values: number[]): this {
        for (const value of values) this.number(value, 4);
        return this;
    }
    u64(value: number): this {
        return this.number(value, 8);
    }
    align(to: number): this {
        while (this.bytes.length % to) this.bytes.push(0);
        return this;
    }
    get buffer(): ArrayBuffer {
        return new Uint8Array(this.bytes).buffer;
    }
}

function run(to: Writer, bin: number, node: number, begun: number, kind: number, busy: number, flags: number): Writer {
    return to.u32(bin, node, begun).number(kind, 1).number(busy, 1).number(flags, 2);
}

function window(): Writer {
    const to = new Writer().text("TRIW").u32(1).u64(4096).u32(10, 3, 8, 1 | 4).u32(7, 1, 0).align(8);
    to.u32(2);
    run(to, 0, 5, 3, 2, 255, 0);
    run(to, 4, NOTHING, 0, 8, 0, 1);
    to.u32(0);
    to.u32(1);
    run(to, 7, 9, 70000, 0, 128, 513);
    return to;
}

test("a window is decoded", () => {
    const got = decodeWindow(window().buffer);
    expect(got).toMatchObject({ start: 4096, level: 10, width: 1024, bins: 8, filtered: true, live: false, merged: true });
    expect(got.lanes.map((lane) => lane.lane)).toEqual([7, 1, 0]);
    expect([...got.lanes[0]!.bin]).toEqual([0, 4]);
    expect([...got.lanes[0]!.node]).toEqual([5, NOTHING]);
    expect([...got.lanes[0]!.class]).toEqual([2, 8]);
    expect(got.lanes[1]!.bin.length).toBe(0);
    expect(got.lanes[2]!.begun[0]).toBe(70000);
    expect(got.lanes[2]!.busy[0]).toBe(128);
    expect(got.lanes[2]!.flags[0]).toBe(513);
});

test("a window that is cut anywhere is refused", () => {
    const whole = window().buffer;
    for (let size = 0; size < whole.byteLength; size++) expect(() => decodeWindow(whole.slice(0, size))).toThrow();
});

test("bins out of order or range, other kinds and versions are refused", () => {
    const head = () => new Writer().text("TRIW").u32(1).u64(0).u32(0, 1, 4, 0).u32(0).align(8);
    expect(() => decodeWindow(run(run(head().u32(2), 2, 0, 0, 0, 0, 0), 2, 0, 0, 0, 0, 0).buffer)).toThrow(/order/);
    expect(() => decodeWindow(run(head().u32(1), 4, 0, 0, 0, 0, 0).buffer)).toThrow(/order/);
    expect(() => decodeWindow(new Writer().text("TRIM").buffer)).toThrow(/kind/);
    expect(() => decodeWindow(new Writer().text("TRIW").u32(2).buffer)).toThrow(/version 2/);
    expect(() => decodeWindow(new Writer().text("TRIW").u32(1).u64(0).u32(0, 0xffffffff, 1, 0).buffer)).toThrow(/short/);
});

test("messages are decoded, with times above 2^32", () => {
    const to = new Writer().text("TRIM").u32(1, 1, 1).u64(2 ** 40);
    to.u64(5_000_000_000).u64(5_000_000_123).u32(3, 4).u64(2 ** 33 + 1).u32(51, 1);
    const got = decodeMessages(to.buffer);
    expect(got).toMatchObject({ total: 2 ** 40, thinned: true });
    expect(got.sent[0]).toBe(5_000_000_000);
    expect(got.received[0]).toBe(5_000_000_123);
    expect([got.from[0], got.to[0], got.bytes[0], got.region[0], got.flags[0]]).toEqual([3, 4, 2 ** 33 + 1, 51, 1]);
    expect(() => decodeMessages(to.buffer.slice(0, 60))).toThrow(/short/);
    const unknown = new Writer().text("TRIM").u32(1, 1, 0).u64(1).u64(1).u64(2).u32(0, 1, 0xffffffff, 0xffffffff, 51, 0);
    expect(decodeMessages(unknown.buffer).bytes[0]).toBeNaN();
});
