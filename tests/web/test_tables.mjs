// Views of tables show what the report says, and clicks and keys do what they should.
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { begin, check, equal, example, flags, folder, main, report, run, triptych } from "./browser.mjs";
import { count, percent, time } from "./words.mjs";

const STEPS = 20;
const CELLS = 40;

const HOSTILE = `<img src=x onerror="document.title='owned'">\u202etxt.exe`;
const PROGRAM = `#include <triptych/triptych.h>
#include <stdio.h>
static int twice(int x) { return 2 * x; }
int main(void)
{
    int sum = 0;
    TRI_REGION(${JSON.stringify(HOSTILE).replaceAll("\u202e", "\\u202e")}) {
        for (int i = 0; i < 10; i++)
            sum += twice(i);
    }
    printf("%d\\n", sum);
    return sum != 90;
}
`;

/** Gives the messages of a sealed archive data: texts that it has, since there is no source to read them from. */
function nameData(archive) {
    const tables = path.join(folder, archive, "tables");
    rmSync(path.join(folder, archive, "manifest")); // it has the checksums
    const words = readFileSync(path.join(tables, "strings/bytes.u8")).toString().split("\0");
    for (const [column, word] of [["data", "ring.c"], ["received_data", "main"]]) {
        const file = path.join(tables, "messages", `${column}.u32`);
        const rows = readFileSync(file).length / 4;
        writeFileSync(file, Buffer.from(Uint32Array.from({ length: rows }, () => words.indexOf(word)).buffer));
    }
}

const PLAIN = `#include <stdio.h>
int main(int argc, char **argv)
{
    double sum = argc;
    for (int i = 0; i < 12345; i++)
        sum = sum * 0.5 + i;
    return printf("%g\\n", sum) < 0;
}
`;

function archives() {
    example("heat", "heat.tri", [String(CELLS), String(STEPS)], ["--events"]);
    run(process.env["WRITE_SAMPLE"], ["ranks.tri", "ranks", "sealed"]);
    nameData("ranks.tri");
    run(process.env["WRITE_SAMPLE"], ["sample.tri"]);
    run(process.env["WRITE_SAMPLE"], ["threads.tri", "threads"]);
    writeFileSync(path.join(folder, "hostile.c"), PROGRAM);
    triptych("cc", "gcc", "-g", ...flags, "-I", path.join(process.env["TRIPTYCH_SOURCE"], "include"), "hostile.c", "-o", "hostile");
    triptych("run", "-q", "-o", "hostile.tri", "./hostile");
    triptych("run", "-q", "--events", "-o", "longer.tri", path.join(folder, "heat/heat"), String(CELLS), String(2 * STEPS));
    triptych("run", "-q", "--filter", 'e -> e.name == "main"', "-o", "filtered.tri", path.join(folder, "heat/heat"), String(CELLS), String(STEPS));
    writeFileSync(path.join(folder, "plain.c"), PLAIN);
    run("gcc", ["-O1", "-g", ...flags, "plain.c", "-o", "plain"]);
    triptych("loops", "-q", "-o", "counted.tri", "./plain");
    return ["heat.tri", "ranks.tri", "sample.tri", "hostile.tri", "longer.tri", "threads.tri", "filtered.tri", "counted.tri"];
}

/** Texts of all rows of a grid, also of those that are not drawn yet. */
async function labels(page, name) {
    const grid = page.getByRole("grid", { name, exact: true });
    await grid.waitFor();
    const found = new Map();
    const all = Number(await grid.getAttribute("aria-rowcount"));
    for (let guard = 0; found.size < all && guard < 50; guard++) {
        for (const row of await grid.getByRole("row").all()) found.set(await row.getAttribute("aria-rowindex"), await row.getAttribute("aria-label"));
        if (found.size < all) await grid.evaluate((element) => (element.scrollTop += 200));
    }
    await grid.evaluate((element) => (element.scrollTop = 0));
    return [...found.values()];
}

async function overview(page, open) {
    const told = report("heat.tri");
    await open("view=overview");
    const view = page.getByRole("tabpanel", { name: "Overview" });
    await view.getByText("time of the run").waitFor();
    const text = await view.innerText();
    check(text.includes(time(told.run.time_ns)), "overview: the time of the run", text);
    check(/complete/i.test(text) && text.includes("ended with exit status 0"), "overview: the run is complete", text);
    const hottest = told.routines.filter((r) => r.exclusive_ns !== null).sort((a, b) => b.exclusive_ns - a.exclusive_ns)[0];
    const row = await view.getByRole("table", { name: "Hottest routines" }).getByRole("row").first().innerText();
    check(row.includes(hottest.name) && row.includes(time(hottest.exclusive_ns)), "overview: the hottest routine", row);
    await open("view=overview&run=2");
    await view.getByText("not complete").first().waitFor();
    check((await view.innerText()).includes("1 of 2 places"), "overview: a killed place makes the run incomplete");
    await open("view=overview&run=6");
    await view.getByText("ended with exit status 0").waitFor();
    const filtered = await view.innerText();
    check(!/not complete/i.test(filtered) && filtered.includes("filtered"), "overview: a filtered run is complete, and says what was filtered", filtered);
    await open("view=overview&run=5");
    await view.getByRole("heading", { name: "Deadlock: who waits for whom" }).waitFor();
    equal(await view.locator(".alarm li").count(), report("threads.tri").waits.length, "overview: a deadlock, and each wait of it");
    await open("view=overview&run=1");
    await view.getByRole("table", { name: "Efficiency factors" }).waitFor();
    const factors = await view.getByRole("table", { name: "Efficiency factors" }).innerText();
    const efficiency = report("ranks.tri").efficiency;
    check(efficiency.every((r) => r.percent === null || factors.includes(percent(r.percent))), "overview: efficiency factors", factors);
    const advice = report("ranks.tri").advice;
    const findings = await view.locator(".finding-title").allInnerTexts();
    equal(findings, advice.map((r) => r.title), "overview: the advice, in its order");
    if (advice.length > 0) {
        await view.getByRole("button", { name: /^Show: / }).first().click();
        await page.getByRole("tabpanel", { name: /Communication|Profile/ }).waitFor();
        check(true, "overview: a finding leads to its evidence");
    }
}

async function bars(page, open) {
    const told = report("heat.tri");
    await open("view=profile");
    const rows = await labels(page, "Routines");
    equal(rows.length, told.routines.length, "routines: all of them");
    const wrong = told.routines.filter((r) => {
        const label = rows.find((text) => text.startsWith(`${r.name}, `));
        const mark = r.time_at_least ? "≥" : r.estimated ? "~" : "";
        const inclusive = r.time_ns === null ? "inclusive time not timed" : `inclusive time ${mark}${time(r.time_ns)} (${percent(r.percent)})`;
        return !label?.includes(inclusive) || !label.endsWith(`visits ${count(r.visits)}`);
    });
    equal(wrong.map((r) => r.name), [], "routines: time, share and visits are the report's");
    check(rows.find((text) => text.startsWith("step, "))?.endsWith(`visits ${STEPS}`), "routines: visits known by hand");
    await page.getByRole("button", { name: /^Loops/ }).click();
    await page.getByRole("group", { name: "Bars to show" }).getByRole("button", { name: "trips" }).click();
    const loops = await labels(page, "Loops");
    const inner = loops.find((text) => text.startsWith("loop 2 of step, "));
    check(inner?.endsWith(`visits ${count(STEPS * CELLS)}, trips ${count(STEPS * CELLS * CELLS)}`), "loops: visits and trips known by hand", inner);
    await page.getByRole("button", { name: /^I\/O/ }).click();
    const io = await labels(page, "I/O");
    equal(io.length, told.io.length, "I/O statements: all of them");
    await page.getByRole("button", { name: /^Not timed/ }).click();
    const untimed = await page.getByRole("table", { name: "Not timed" }).innerText();
    check([...told.untimed, ...told.never].every((r) => untimed.includes(r.reason || "never visited")), "not timed: each with its reason", untimed);
}

async function scales(page, open) {
    await page.setViewportSize({ width: 1280, height: 420 });
    await open("view=profile");
    const grid = page.getByRole("grid", { name: "Routines", exact: true });
    await grid.getByRole("row").first().waitFor();
    const share = (index) => grid.locator(`[aria-rowindex="${index}"] .bar-fill.time`).getAttribute("data-share");
    equal(await share(1), "1.0000", "automatic scale: the topmost bar fills the width");
    const before = Number(await share(4));
    await grid.evaluate((element) => (element.scrollTop = 3 * 26));
    await page.waitForFunction(() => document.querySelector('[aria-rowindex="4"] .bar-fill.time')?.getAttribute("data-share") === "1.0000");
    check(before < 1, "automatic scale: it follows the scroll", String(before));
    const box = page.getByRole("textbox", { name: "Maximum of the scale of inclusive time" });
    await box.fill("1000s");
    await box.press("Enter");
    await page.waitForFunction(() => Number(document.querySelector('[aria-rowindex="4"] .bar-fill.time')?.getAttribute("data-share")) < 0.9);
    const manual = await share(4);
    await grid.evaluate((element) => (element.scrollTop = 0));
    await page.waitForFunction(() => document.querySelector('[aria-rowindex="1"] .bar-fill.time') !== null);
    equal(await share(4), manual, "manual scale: it stays while scrolling");
    await page.waitForURL(/max\.time/);
    check(true, "manual scale: a link keeps it");
    await box.fill("much");
    await box.press("Enter");
    equal(await box.getAttribute("aria-invalid"), "true", "manual scale: nonsense is marked, and changes nothing");
    equal(await share(4), manual, "manual scale: it is as before");
    await page.setViewportSize({ width: 1280, height: 720 });
}

async function clicks(page, open) {
    await open("view=profile");
    const grid = page.getByRole("grid", { name: "Routines", exact: true });
    await grid.getByRole("row", { name: /^step, / }).click();
    const parts = page.getByRole("table", { name: "Parts of step" });
    await parts.waitFor();
    const told = report("--routine", "step", "--lanes", "heat.tri");
    const text = await parts.innerText();
    check(told.parts.filter((r) => r.lane === null).every((r) => r.time_ns === null || text.includes(time(r.time_ns))), "a routine: its parts have the report's times", text);
    const shares = await page.getByRole("img", { name: /^all: / }).getAttribute("aria-label");
    const sum = [...shares.matchAll(/([\d.]+) %/g)].reduce((total, match) => total + Number(match[1]), 0);
    check(Math.abs(sum - 100) < 0.5, "a routine: own code, loops, calls, I/O and communication are 100 %", shares);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Backspace");
    await grid.waitFor();
    check(true, "a routine: Backspace leads back");
    await page.getByRole("button", { name: /^Loops/ }).click();
    const loop = page.getByRole("grid", { name: "Loops", exact: true }).getByRole("row", { name: /^loop 2 of step, / });
    const at = await loop.boundingBox();
    await page.mouse.move(at.x + 60, at.y + at.height / 2);
    await page.mouse.down({ button: "right" });
    const tip = page.getByRole("tooltip");
    await tip.waitFor();
    const trips = await tip.innerText();
    check(trips.includes(count(STEPS * CELLS * CELLS)) && trips.includes(String(CELLS)), "a loop: holding the right button shows total and mean trips", trips);
    await page.mouse.up({ button: "right" });
    await tip.waitFor({ state: "detached" });
    check(true, "a loop: they go when the button is released");
    await loop.click();
    const source = page.getByRole("grid", { name: /^Source of .*solver\.c$/ });
    await source.waitFor();
    const line = report("heat.tri").loops.find((r) => r.routine === "step" && r.seq === 2).line;
    equal(await source.getByRole("row", { selected: true }).getAttribute("aria-rowindex"), String(line), "a loop: a left click opens its source at its line");
    const label = await source.locator(`[aria-rowindex="${line}"]`).getAttribute("aria-label");
    check(label.includes(`visits ${count(STEPS * CELLS)}, trips ${count(STEPS * CELLS * CELLS)}, mean trips ${CELLS}`), "source: visits and trips beside the line", label);
    check((await source.locator(".t-keyword").count()) > 0, "source: it is coloured");
    await page.goBack();
    await page.getByRole("grid", { name: "Loops", exact: true }).waitFor();
    await page.getByRole("grid", { name: "Loops", exact: true }).getByRole("button", { name: "solver.c:" }).first().click();
    await source.waitFor();
    check(true, "a loop: file and line are clickable");
}

async function keys(page, open) {
    await open("view=profile");
    const grid = page.getByRole("grid", { name: "Routines", exact: true });
    await grid.getByRole("row").first().waitFor();
    await grid.focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    const marked = await grid.getAttribute("aria-activedescendant");
    const name = (await page.locator(`[id="${marked}"]`).getAttribute("aria-label")).split(",")[0];
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name, exact: true }).first().waitFor();
    check(true, "keys: arrows and Enter open a routine");
    await open("view=profile&.profile.table=flame");
    const tree = page.getByRole("tree", { name: /^Flame graph/ });
    await tree.getByRole("treeitem").first().waitFor();
    await tree.focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    const crumbs = page.getByRole("navigation", { name: "Path of the zoomed box" });
    await crumbs.getByRole("button", { name: "solve", exact: true }).waitFor();
    check(true, "keys: the flame graph zooms into the marked box");
    await page.keyboard.press("Backspace");
    await crumbs.getByRole("button", { name: "solve", exact: true }).waitFor({ state: "detached" });
    check(true, "keys: and back");
}

async function trees(page, open) {
    const told = report("--tree", "--min-percent", "0", "heat.tri").tree;
    await open("view=profile&.profile.table=tree");
    await page.getByRole("searchbox").fill("step");
    const tree = page.getByRole("tree", { name: "Call tree" });
    const step = told.find((r) => r.name === "step");
    const label = await tree.getByRole("treeitem", { name: /^routine step: / }).getAttribute("aria-label");
    check(label.includes(time(step.time_ns)) && label.includes(`visits ${STEPS}`), "call tree: the report's numbers", label);
    await open("view=loop-tree&.loops.least=0");
    const loops = page.getByRole("tree", { name: "Loop tree" });
    const loop = loops.getByRole("treeitem", { name: /^loop loop at line/ }).and(loops.locator(".loop"));
    await loop.first().waitFor();
    const round = await loop.first().locator("rect").first().getAttribute("rx");
    const square = await loops.locator(".function rect").first().getAttribute("rx");
    check(Number(round) > 10 && Number(square) < 5, "loop tree: loops are round, functions square", `${round} ${square}`);
    const inner = report("heat.tri").loops.find((r) => r.routine === "step" && r.seq === 2);
    const all = await loop.evaluateAll((items) => items.map((item) => item.getAttribute("aria-label")));
    check(all.some((text) => text.includes(`visits ${count(inner.visits)}`) && text.includes(`mean trips ${CELLS}`)), "loop tree: visits and mean trips", all.join("\n"));
}

async function communication(page, open) {
    const told = report("ranks.tri");
    await open("view=communication&run=1");
    const cells = page.getByRole("table", { name: /^Messages between ranks/ });
    await cells.waitFor({ state: "attached" });
    const texts = (await cells.locator("td").allTextContents()).sort();
    equal(texts.length, told.comm_matrix.length, "communication: a cell for each pair of ranks with messages");
    const first = told.comm_matrix[0];
    check(texts.some((text) => text.startsWith(`from rank ${first.source} to rank ${first.target}: ${first.messages} messages`)), "communication: the matrix has the report's messages", texts.join("\n"));
    check(texts.every((text) => text.endsWith("mostly of ring.c")), "communication: the matrix names the data", texts.join("\n"));
    await page.getByRole("button", { name: "Data", exact: true }).click();
    const data = await page.getByRole("table", { name: "Data of messages" }).getByRole("row").allInnerTexts();
    equal(data.length - 1, told.comm_data.length, "communication: the data of messages");
    const most = told.comm_data[0];
    check(["ring.c", "main", count(most.messages)].every((word) => data[1].includes(word)), "communication: which data, and how many messages", data.join("\n"));
    await page.getByRole("button", { name: "ring.c" }).click();
    await page.getByRole("complementary").getByText("received as").waitFor();
    check(true, "communication: details of the data");
    await page.getByRole("button", { name: "Waits" }).first().click();
    const kinds = await page.getByRole("table", { name: "Kinds of waits" }).innerText();
    check(told.comm_kinds.every((r) => kinds.includes(r.kind) && kinds.includes(time(r.time_ns))), "communication: kinds of waits", kinds);
    const waits = await page.getByRole("table", { name: "Waits", exact: true }).getByRole("row").allInnerTexts();
    equal(waits.length - 1, told.comm_waits.length, "communication: each wait, and who caused it");
    await open("view=communication");
    await page.getByText("This run has no ranks.").waitFor();
    check(true, "communication: a run without ranks says so");
}

async function compare(page, open) {
    await open("view=compare&.compare.with=4&.compare.measure=visits");
    const table = page.getByRole("table", { name: "Comparison of routines" });
    await table.waitFor();
    const row = table.getByRole("row", { name: /^step/ });
    equal((await row.innerText()).trim().split(/\s+/).slice(-4), [String(STEPS), String(2 * STEPS), `+${STEPS}`, "×2"], "compare: two runs side by side, their difference and ratio");
    await page.getByRole("button", { name: "Difference" }).click();
    await table.getByText("less ← second run → more").waitFor();
    equal(await row.locator(".diverging i.more").count(), 1, "compare: or as a difference, more to the right");
    await page.getByRole("button", { name: "Division of loops" }).click();
    const divided = await page.getByRole("table", { name: "Division of loops" }).innerText();
    const loops = JSON.parse(triptych("compare", "--as", "division", "--format", "json", "heat.tri", "longer.tri")).loops;
    check(loops.every((r) => r.before === null || (divided.includes(count(r.before)) && divided.includes(r.verdict))), "compare: trips and verdicts of loops are those of `triptych compare`", divided);
    await page.getByRole("combobox", { name: "Least share that is listed" }).selectOption("0");
    const all = JSON.parse(triptych("compare", "--as", "division", "--format", "json", "--min-percent", "0", "heat.tri", "longer.tri")).loops;
    equal((await page.getByRole("table", { name: "Division of loops" }).getByRole("row").count()) - 1, all.length, "compare: loops of any share");
    await page.getByRole("button", { name: "Changes", exact: true }).click();
    const changed = await page.getByRole("table", { name: "What changed" }).innerText();
    const changes = JSON.parse(triptych("compare", "--as", "changes", "--format", "json", "heat.tri", "longer.tri")).changes;
    const counted = changes.filter((r) => r.measure === "visits" || r.measure === "trips");
    check(counted.length > 0 && counted.every((r) => changed.includes(r.region) && changed.includes(count(r.after))), "compare: what changed is what `triptych compare` says", changed);
    await page.getByRole("button", { name: "Call paths", exact: true }).click();
    await page.getByRole("table", { name: "What changed" }).getByText("main > ").first().waitFor();
    check(true, "compare: what changed, by call path");
    await page.getByRole("button", { name: "Time", exact: true }).click();
    await page.getByRole("img", { name: /on one time axis$/ }).waitFor();
    check(true, "compare: both runs on one time axis");
    await page.getByRole("combobox", { name: "Aligned at" }).selectOption("step");
    await page.waitForURL(/compare\.align=step/);
    const zeros = ["heat.tri", "longer.tri"].map((name) => Number(triptych("query", "--csv", name, 'events.filter(e -> e.name == "step").aggregate(first: min(e -> e.startTime))').trim().split("\n").at(-1)));
    await page.getByRole("img", { name: `aligned at the first visit of step: ${zeros.map(time).join(" and ")}` }).waitFor();
    equal(await page.locator(".warning").count(), 0, "compare: aligned at the first visit of a routine, where the query finds it");
    await page.getByRole("button", { name: "With the difference" }).click();
    await page.getByRole("img", { name: /and their difference, on one time axis/ }).waitFor();
    check(true, "compare: the difference over time");
    await open("view=compare&.compare.with=3&.compare.measure=visits&.compare.look=difference");
    await table.waitFor();
    const twice = table.getByRole("row", { name: /^twice/ });
    const told = report("hostile.tri").routines.find((r) => r.name === "twice").visits;
    equal((await twice.innerText()).trim().split(/\s+/).slice(-5), ["not", "there", String(told), "new:", `+${told}`], "compare: a region of one run only is new, with all of its visits");
    equal(await twice.locator(".diverging i.more.only").count(), 1, "compare: and has a bar that says so");
    const coverage = await page.getByRole("status", { name: "What both runs have" }).innerText();
    const keys = (name) => report(name).routines.map((r) => `${r.name} ${r.file}`);
    const gone = keys("heat.tri").filter((key) => !keys("hostile.tri").includes(key)).length;
    check(coverage.includes(`${gone} regions are only in heat.tri`), "compare: how many regions only one run has", coverage);
}

/** Loops of a binary that was not rebuilt. */
async function counted(page, open) {
    const told = report("counted.tri").loops.find((r) => r.routine === "main");
    await open("view=source&run=7");
    const grid = page.getByRole("grid", { name: /^Source of .*plain\.c$/ });
    await grid.waitFor();
    const label = await grid.locator(`[aria-rowindex="${told.line}"]`).getAttribute("aria-label");
    check(label.includes(`instructions ${count(told.instructions)}`) && label.includes(`trips ${count(told.trips)}`), "source of a counted binary: instructions and trips beside the line", label);
    await open("view=loop-tree&run=7&.loops.least=0");
    await page.getByRole("treeitem", { name: new RegExp(`total trips ${count(told.trips)}`) }).first().waitFor();
    check(true, "loop tree of a counted binary: its trips");
}

const SAVED = [
    "overview",
    "profile",
    "profile&.profile.table=loops",
    "profile&.profile.table=io",
    "profile&.profile.table=untimed",
    "profile&.profile.table=tree",
    "profile&.profile.table=flame",
    "profile&run=1&.profile.table=comm",
    "profile&.profile.routine=step",
    "profile&.profile.routine=step&.profile.routine.tab=loops",
    "when",
    "when&.when.subject=execution&.when.display=what-when",
    "when&.when.display=what-where",
    "when&run=1&.when.subject=communication",
    "timeline",
    "timeline&run=1",
    "movement&run=1",
    "sync&run=1",
    "loop-tree",
    "loop-tree&.loops.shape=icicle",
    "source&source=6:solver.c",
    "communication&run=1",
    "communication&run=1&.communication.measure=wait",
    "communication&run=1&.communication.part=sizes",
    "communication&run=1&.communication.part=ranks",
    "communication&run=1&.communication.part=waits",
    "communication&run=1&.communication.part=critical",
    "compare&.compare.with=4",
    "compare&.compare.with=4&.compare.look=difference",
    "compare&.compare.with=4&.compare.part=changes",
    "compare&.compare.with=4&.compare.part=time",
    "compare&.compare.with=4&.compare.part=division",
];

/** Fields of each line of a CSV text. */
function csvRows(text) {
    const rows = [[]];
    for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n|$)/g)) {
        rows.at(-1).push(quoted ?? plain);
        if (end === "\n") rows.push([]);
        if (end === "") break;
    }
    return rows.filter((row) => row.length > 1 || row[0] !== "");
}

/** What is wrong with a saved file; empty: nothing. */
async function faultOf(page, kind, bytes) {
    const text = bytes.toString("utf8");
    if (kind === "PNG") {
        const good = bytes.subarray(1, 4).toString() === "PNG" && bytes.readUInt32BE(16) > 100 && bytes.readUInt32BE(20) > 50 && bytes.length > 1000;
        return good ? "" : `${bytes.length} bytes`;
    }
    if (kind === "SVG") {
        const found = await page.evaluate((svg) => {
            const tree = new DOMParser().parseFromString(svg, "image/svg+xml");
            return tree.querySelector("parsererror") ? "is no XML" : tree.querySelectorAll("rect, path, line, image, circle").length > 0 && tree.querySelector("text") ? "" : "is empty";
        }, text);
        return found || (/NaN|undefined|Infinity/.test(text) ? "has a number that is none" : "");
    }
    const rows = csvRows(text);
    if (rows.length < 2) return `${rows.length} lines: ${text.slice(0, 80)}`;
    const ragged = rows.find((row) => row.length !== rows[0].length);
    return ragged ? `a line with ${ragged.length} fields, the first has ${rows[0].length}: ${ragged}` : /NaN|undefined/.test(text) ? "has a number that is none" : "";
}

/** Every view can be saved as two kinds of pictures and as numbers. Chromium makes a PNG between two frames, and after a second if none is drawn:
 * frames are asked for all the time. */
async function saving(page, open) {
    const wrong = [];
    for (const view of SAVED) {
        await open(`view=${view}`);
        await page.locator(".header button:has-text('Save'):not([disabled])").waitFor();
        await page.waitForLoadState("networkidle");
        await page.evaluate(() => {
            const again = () => requestAnimationFrame(again);
            again();
        });
        for (const kind of ["SVG", "PNG", "CSV"]) {
            await page.locator(".header button:has-text('Save'):not([disabled])").click();
            const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("menuitem", { name: new RegExp(`${kind}$`) }).click()]);
            const fault = await faultOf(page, kind, readFileSync(await download.path()));
            if (fault) wrong.push(`${view} ${kind}: ${fault}`);
        }
    }
    equal(wrong, [], "each view can be saved as SVG, PNG and CSV, and the files are whole");
    await open("view=profile");
    await page.getByRole("grid", { name: "Routines", exact: true }).waitFor();
    await page.getByRole("button", { name: "Save" }).click();
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("menuitem", { name: /CSV$/ }).click()]);
    const rows = readFileSync(await download.path(), "utf8").trim().split("\n").map((line) => line.split(","));
    const told = report("heat.tri").routines;
    const column = rows[0].indexOf("inclusive_ns");
    equal(rows.slice(1).map((row) => [row[0], row[column]]).sort(), told.map((r) => [r.name, r.time_ns === null ? "" : String(r.time_ns)]).sort(), "the CSV of the routines has the report's times");
}

/** A page in one file, without a server. */
async function standalone(page) {
    triptych("view", "--html", "page.html", "heat.tri", "ranks.tri");
    const file = `file://${path.join(folder, "page.html")}`;
    const told = report("heat.tri");
    await page.goto(`${file}#view=profile`);
    const rows = await labels(page, "Routines");
    check(rows.find((text) => text.startsWith("step, "))?.endsWith(`visits ${STEPS}`), "standalone: the profile", rows.join("\n"));
    await page.getByRole("grid", { name: "Routines", exact: true }).getByRole("row", { name: /^step, / }).click();
    await page.getByRole("table", { name: "Parts of step" }).waitFor();
    for (const [view, what] of [
        ["overview", page.getByText(time(told.run.time_ns)).first()],
        ["loop-tree", page.getByRole("tree", { name: "Loop tree" }).getByRole("treeitem").first()],
        ["source", page.getByRole("grid", { name: /^Source of/ })],
        ["profile&.profile.table=flame", page.getByRole("tree", { name: /^Flame graph/ }).getByRole("treeitem").first()],
        ["communication&run=1", page.getByRole("table", { name: /^Messages between ranks/ })],
        ["compare", page.getByRole("table", { name: "Comparison of routines" })],
    ]) {
        await page.goto("about:blank");
        await page.goto(`${file}#view=${view}`);
        await what.waitFor({ state: "attached" });
        check(true, `standalone: ${view}`);
    }
}

async function linked(page, open) {
    await open("view=profile,source&order=profile,source&source=1:solver.c");
    const row = page.getByRole("grid", { name: "Routines", exact: true }).getByRole("row", { name: /^step, / });
    await row.hover();
    await page.locator(".source-row.lit").first().waitFor();
    check(true, "hovering a routine lights its line in the source beside it");
    await open("view=profile&.profile.routines.search=step");
    const grid = page.getByRole("grid", { name: "Routines", exact: true });
    await grid.waitFor();
    equal(await grid.getAttribute("aria-rowcount"), "1", "a link reproduces the search");
    await page.getByRole("searchbox").fill("nothing like this");
    await page.getByText("Nothing in this table matches").waitFor();
    await page.getByRole("button", { name: "Clear the search" }).click();
    await grid.waitFor();
    check(Number(await grid.getAttribute("aria-rowcount")) > 1, "a search without a result says so, and can be cleared");
    const length = report("heat.tri").run.time_ns;
    await open(`view=profile&t=0-${length}&filter=${encodeURIComponent('.filter(e -> e.name == "step")')}`);
    await grid.waitFor();
    const labels = await grid.getByRole("row").evaluateAll((rows) => rows.map((each) => each.getAttribute("aria-label")));
    check(labels.length === 1 && labels[0].endsWith(`visits ${STEPS}`), "the filter in force narrows the bars", labels.join("\n"));
    await page.getByRole("button", { name: "Tables of the whole run" }).click();
    await page.waitForFunction((all) => document.querySelector('[role="grid"]')?.getAttribute("aria-rowcount") === all, String(report("heat.tri").routines.length));
    check(true, "and the whole run can be shown all the same");
}

async function hostile(page, open) {
    await open("view=profile&run=3&.profile.table=user");
    const row = page.getByRole("grid", { name: "Regions", exact: true }).getByRole("row").first();
    await row.waitFor();
    const text = await row.innerText();
    check(text.includes("<img src=x") && text.includes("txt.exe") && !text.includes("\u202e"), "a hostile name is shown as text, without characters that turn it round", text);
    equal(await page.locator("img").count(), 0, "it makes no element");
    equal(await page.title(), await page.title().then((title) => title.replace("owned", "")), "and runs no script");
    await open("view=profile&run=3&.profile.table=flame");
    await page.getByRole("treeitem").first().waitFor();
    equal(await page.locator("img").count(), 0, "nor in the flame graph");
}

await main(async () => {
    const { page, open } = await begin(archives());
    for (const part of [overview, bars, scales, clicks, keys, trees, communication, compare, counted, linked, hostile, saving, standalone]) await part(page, open);
});
