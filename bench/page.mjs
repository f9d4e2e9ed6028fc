// page.mjs: how fast the page draws, in headless Chromium: node bench/page.mjs RUN.tri [STEPS]
//
// Prints JSON: ms from opening the page to the first picture of the timeline, ms from a key to the frame that is drawn
// (first with the data at hand, then with the data of the new window), and the page's heap.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";

const [archive, steps = "60"] = process.argv.slice(2);
const source = path.resolve(import.meta.dirname, "..");
const command = path.resolve(process.env["TRIPTYCH"] ?? "build/src/cmd/triptych");
const browser = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find((file) => existsSync(file));
const { chromium } = createRequire(path.join(source, "web/"))("playwright-core");
const folder = mkdtempSync(path.join(tmpdir(), "triptych-page-"));

const server = spawn(command, ["view", archive], { stdio: ["ignore", "pipe", "pipe"] });
const link = await new Promise((done, wrong) => {
    let said = "";
    const hear = (data) => {
        said += data;
        const found = /http:\/\/\S+token=\w+/.exec(said);
        if (found) done(found[0]);
    };
    server.stdout.on("data", hear);
    server.stderr.on("data", hear);
    server.on("exit", () => wrong(new Error(said)));
});

const context = await chromium.launchPersistentContext(folder, {
    executablePath: browser,
    headless: true,
    viewport: { width: 1280, height: 720 },
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--enable-precise-memory-info", "--js-flags=--expose-gc"],
});
const page = context.pages()[0];
const begun = performance.now();
await page.goto(`${link}#view=timeline`);
await page.getByRole("img", { name: /^Timeline of \d/ }).waitFor();
const first = performance.now() - begun;

/** Presses a key in the page; ms until the frame after the first drawing, and after the one with the new data. */
async function step(key) {
    return page.evaluate(async (pressed) => {
        const holder = document.querySelector('[aria-label="Timeline"] .fill, .view .fill');
        const canvas = holder.querySelectorAll("canvas")[1];
        const channel = new MessageChannel();
        /** The moment after the next frame was drawn: a message that is sent before a frame arrives after it. */
        const frame = () =>
            new Promise((done) => {
                channel.port1.onmessage = () => done(performance.now());
                requestAnimationFrame(() => channel.port2.postMessage(0));
            });
        const before = canvas.getAttribute("aria-label");
        const start = performance.now();
        document.dispatchEvent(new KeyboardEvent("keydown", { key: pressed, bubbles: true }));
        let now = 0;
        let shown = 0;
        for (;;) {
            now = await frame();
            if (!shown && canvas.getAttribute("aria-label") !== before) shown = now;
            if (shown && holder.getAttribute("aria-busy") === "false") break; // false only if the picture has the data of its range
            if (now - start > 10_000) break;
        }
        return { shown: shown - start, whole: now - start };
    }, key);
}

const shown = [];
const whole = [];
const keys = ["w", "w", "w", "d", "w", "d", "a", "w", "s", "d", "w", "w", "a", "a", "s", "s", "s", "d", "s", "s"];
for (let i = 0; i < Number(steps); i++) {
    const took = await step(keys[i % keys.length]);
    if (took.shown <= 0) continue; // nothing to move: the whole run is shown
    shown.push(took.shown);
    whole.push(took.whole);
}
const at = (values, share) => [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))];
const heap = await page.evaluate(() => {
    globalThis.gc?.();
    return performance.memory.usedJSHeapSize;
});
const round = (value) => Math.round(value * 10) / 10;
console.log(
    JSON.stringify({
        first_ms: round(first),
        steps: shown.length,
        shown_median_ms: round(at(shown, 0.5)),
        shown_95_ms: round(at(shown, 0.95)),
        whole_median_ms: round(at(whole, 0.5)),
        whole_95_ms: round(at(whole, 0.95)),
        heap_mb: round(heap / 1e6),
    }),
);
await context.close();
server.removeAllListeners("exit");
server.kill("SIGTERM");
rmSync(folder, { recursive: true, force: true });
