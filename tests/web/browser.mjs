// browser.mjs: a server of `triptych view` and a real browser for tests of the page.
//
//     import { begin, check, equal, end, folder, triptych } from "./browser.mjs";
//
//     const { page, open } = await begin(["heat.tri"]);   // starts the server and the browser
//     await open("view=profile");                         // a link of the page, after the #
//     equal(await page.title(), "Triptych", "the title");
//     await end();                                        // stops both, and fails if the browser found an error
//
// Results are written as TAP. Tests wait for facts on the page, never for time.
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";

const source = process.env["TRIPTYCH_SOURCE"] ?? path.resolve(import.meta.dirname, "../..");
const command = path.resolve(process.env["TRIPTYCH"] ?? "build/src/cmd/triptych");
const browser = process.env["CHROMIUM"] ?? ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find((file) => existsSync(file));
const packages = path.join(source, "web/node_modules/playwright-core");

/** What a sanitizer build needs when programs are compiled. */
export const flags = (process.env["TEST_CFLAGS"] ?? "").split(" ").filter(Boolean);

/** A new folder, removed at the end. */
export const folder = mkdtempSync(path.join(tmpdir(), "triptych-web-"));

let tests = 0;
let failed = 0;
let running = null;
let context = null;
const errors = [];

export function check(good, what, more = "") {
    tests++;
    if (!good) failed++;
    console.log(`${good ? "ok" : "not ok"} ${tests} - ${what.replaceAll("#", "")}`);
    if (!good && more) for (const line of String(more).split("\n")) console.log(`# ${line}`);
    return good;
}

export function equal(got, wanted, what) {
    const a = JSON.stringify(got);
    const b = JSON.stringify(wanted);
    return check(a === b, what, `got    ${a}\nwanted ${b}`);
}

/** Runs a command in the folder; its output. */
export function run(file, args, options = {}) {
    return execFileSync(file, args, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"], maxBuffer: 1 << 28, ...options });
}

export const triptych = (...args) => run(command, args);

/** What `triptych report --format json` says. */
export const report = (...args) => JSON.parse(triptych("report", "--format", "json", ...args));

/** Compiles an example, and measures it if an archive is named; the name. */
export function example(name, archive, args = [], options = []) {
    const where = path.join(source, "examples", name);
    const out = path.join(folder, name);
    run("make", ["-s", `O=${out}`, `CC=${command} cc gcc`, `CFLAGS=${["-O2", "-g", ...flags].join(" ")}`, `${out}/${name}`], { cwd: where });
    if (archive) triptych("run", "-q", ...options, "-o", archive, `${out}/${name}`, ...args);
    return archive;
}

function skip(why) {
    console.log(`1..0 # SKIP ${why}`);
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 }); // a view may still keep something
    process.exit(0);
}

async function serve(archives) {
    running = spawn(command, ["view", ...archives], { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
    let said = "";
    return new Promise((done, wrong) => {
        const hear = (data) => {
            said += data;
            const link = /http:\/\/\S+token=\w+/.exec(said);
            if (link) done(link[0]);
        };
        running.stdout.on("data", hear);
        running.stderr.on("data", hear);
        running.on("exit", () => wrong(new Error(`triptych view ended: ${said}`)));
    });
}

/** Ends the test with a plan that says why, when something that it needs is missing. */
export function need() {
    if (!browser) skip("there is no Chromium");
    if (!existsSync(packages)) skip("the packages of the page are not there: run scripts/page");
    const help = run(command, ["view", "--help"]);
    if (!/serves/i.test(help)) skip("this build has no server");
}

/** Starts the server and the browser. */
export async function begin(archives, size = { width: 1280, height: 720 }) {
    const link = await serve(archives);
    const { chromium } = createRequire(path.join(source, "web/"))("playwright-core");
    context = await chromium.launchPersistentContext(path.join(folder, "browser"), {
        executablePath: browser,
        headless: true,
        viewport: size,
        args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
    });
    context.setDefaultTimeout(20_000);
    const page = context.pages()[0] ?? (await context.newPage());
    page.on("console", (message) => {
        if (message.type() === "error") errors.push(message.text());
    });
    page.on("pageerror", (error) => errors.push(error.message));
    await page.goto(link);
    await page.locator(".app").waitFor();
    const base = new URL(link).origin;
    /** Opens a link of the page, as if it were typed. */
    const open = async (hash) => {
        await page.goto("about:blank");
        await page.goto(`${base}/#${hash}`);
        await page.locator(".app").waitFor();
    };
    return { page, open, base, link };
}

/** The errors that the browser found so far; they are forgotten. */
export function takeErrors() {
    return errors.splice(0);
}

/** Stops the browser and the server. */
export async function stop() {
    await context?.close();
    running?.removeAllListeners("exit");
    running?.kill("SIGTERM");
    await new Promise((done) => (running && running.exitCode === null && running.signalCode === null ? running.once("exit", done) : done()));
}

export async function end() {
    equal(takeErrors(), [], "the browser found no error, and nothing that its policy forbids");
    await stop();
    console.log(`1..${tests}`);
    rmSync(folder, { recursive: true, force: true });
    process.exit(failed > 0 ? 1 : 0);
}

/** Runs a test; an exception fails it, and everything is stopped. */
export async function main(test) {
    need();
    try {
        await test();
    } catch (error) {
        check(false, "no exception", error.stack);
    }
    await end();
}
