// Views over time show what the report, the displays and queries say; selections hold in all views; the filter shell, links,
// running and deadlocked programs work.
import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { begin, check, equal, example, flags, folder, main, run, takeErrors, triptych } from "./browser.mjs";
import { count, percent, time } from "./words.mjs";

// Makes a step for each byte that it reads.
const STEPS = `#include <unistd.h>
static volatile int sum;
static void step(void) { for (int i = 0; i < 7; i++) sum += i; }
int main(void)
{
    char byte;
    while (read(0, &byte, 1) == 1)
        step();
    return 0;
}
`;

// Calls a routine that takes hardly longer than its probe; it is called so rarely that it stays timed.
const BRIEF = `static volatile int sum;
static void brief(int i) { sum += i; }
int main(void)
{
    for (int i = 0; i < 1000; i++)
        brief(i);
    return 0;
}
`;

// Two threads meet so often that their waits cannot be drawn one by one.
const MEETING = `#include <pthread.h>
static pthread_barrier_t meeting;
static void *work(void *with)
{
    for (int i = 0; i < 4000; i++)
        pthread_barrier_wait(&meeting);
    return with;
}
int main(void)
{
    pthread_t other;
    pthread_barrier_init(&meeting, 0, 2);
    pthread_create(&other, 0, work, 0);
    work(0);
    return pthread_join(other, 0);
}
`;

const TRIPTYCH = path.resolve(process.env["TRIPTYCH"] ?? "build/src/cmd/triptych");

/** Starts a program that is measured; it runs until the test ends. */
function start(archive, words) {
    const child = spawn(TRIPTYCH, ["run", "-q", "--events", "-o", archive, ...words], { cwd: folder, stdio: ["pipe", "ignore", "ignore"] });
    process.on("exit", () => child.kill("SIGTERM"));
    return child;
}

/** Waits until a query on an archive has an answer that fits. */
async function until(archive, query, fits) {
    for (let tries = 0; tries < 200; tries++) {
        try {
            const rows = ask(archive, query);
            if (fits(rows)) return rows;
        } catch {
            // the archive is not there yet
        }
        await new Promise((done) => setTimeout(done, 100));
    }
    throw new Error(`${archive}: ${query} never became what was expected`);
}

const ask = (archive, query) =>
    triptych("query", "--json", archive, query)
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line));

const show = (archive, ...words) => JSON.parse(triptych("show", archive, ...words, "--format", "json")).displays[0];

/** Cells of a hidden table, row by row. */
async function cells(page, name) {
    const table = page.getByRole("table", { name, includeHidden: true });
    await table.locator("tr").first().waitFor({ state: "attached" });
    return table.locator("tr").evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)));
}

const foot = (page, text) => page.locator(".foot").getByText(text).first().waitFor();

async function timeline(page, open) {
    await open("view=timeline&run=0");
    const canvas = page.getByRole("img", { name: /^Timeline of/ });
    await canvas.waitFor();
    const visits = ask("ranks.tri", "events.groupBy(e -> e.lane).count()").map((row) => [row.lane, row.count]);
    const rows = await cells(page, "Rows of the timeline");
    equal(rows.map((row, lane) => [lane, Number(row[3])]), visits.sort(), "timeline: as many visits began on each lane as the query counts");
    await foot(page, "3 messages");
    await page.getByText("message: late sender").waitFor();
    check(true, "timeline: messages, and that their senders were late");
    const waits = JSON.parse(triptych("report", "--format", "json", "ranks.tri")).comm_kinds;
    equal(await cells(page, "Waits by cause"), waits.map((row) => [row.kind, time(row.time_ns), String(row.visits)]), "timeline: waits by cause, with the report's sums");
    equal(rows.map((row) => row[0]), ["rank 0", "rank 1"], "timeline: lanes are named by their ranks");
    await canvas.focus();
    for (let i = 0; i < 2; i++) await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    const details = page.getByRole("complementary", { name: "Details" });
    await details.getByRole("heading").waitFor();
    const title = await details.getByRole("heading").innerText();
    check(/main|MPI_/.test(title), "timeline: arrow keys and Enter open a stretch", title);
    await details.getByText(/overlap this stretch/).waitFor();
    await page.keyboard.press("f");
    await page.waitForFunction(() => location.hash.includes("t="));
    check(true, "timeline: f zooms to what is selected");
    await page.keyboard.press("0");
    await page.waitForFunction(() => !location.hash.includes("t="));
    await page.keyboard.press("w");
    await page.waitForFunction(() => location.hash.includes("t="));
    const before = await page.getByRole("textbox", { name: "Time range" }).inputValue();
    await page.keyboard.press("d");
    await page.waitForFunction((old) => document.querySelector('[aria-label="Time range"]').value !== old, before);
    check(true, "timeline: w zooms, d moves, 0 shows the whole run");
    await page.keyboard.press("0");
    const box = await canvas.boundingBox();
    await page.mouse.move(box.x + box.width / 2, box.y + 60);
    await page.mouse.wheel(0, -300);
    await page.waitForFunction(() => /t=\d+-\d+/.test(location.hash));
    check(true, "timeline: the wheel zooms");
    await page.mouse.dblclick(box.x + box.width / 2, box.y + box.height - 4);
    await page.waitForFunction(() => !location.hash.includes("t="));
    await page.mouse.move(box.x + 300, box.y + box.height - 10);
    await page.mouse.down();
    await page.mouse.move(box.x + 400, box.y + box.height - 10, { steps: 3 });
    await page.mouse.up();
    await page.waitForFunction(() => /t=\d+-\d+/.test(location.hash));
    check(true, "timeline: dragging selects a stretch of time");
    await page.getByRole("textbox", { name: "Time range" }).fill("100 ms – 200 ms");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => location.hash.includes("t=100000000-200000000"));
    check(true, "timeline: the time range can be typed");
}

function words(value, unit) {
    if (value === null) return "not known";
    if (unit === "of the time" || unit === "s") return time(Math.round(value * 1e9));
    return unit.startsWith("bytes") ? `${value} byte${value === 1 ? "" : "s"}` : count(value);
}

async function displays(page, open) {
    for (const subject of ["utilisation", "communication", "execution"])
        for (const display of ["what-when", "overall-what-when", "when-where", "what-where", "overall-what-where"]) {
            const told = show("ranks.tri", subject, display);
            await open(`view=when&run=0&.when.subject=${subject}&.when.display=${display}`);
            await page.getByRole("img", { name: new RegExp(`^${subject}`, "i") }).waitFor();
            const rows = await cells(page, "Rows of the display");
            const small = (text) => text.replace(/(\d)\.\d+ kB/, "$1 kB");
            equal(
                rows.map((row) => [row[0], small(row[1])]),
                told.rows.map((row) => [row.lane === null ? row.label : row.label.replace(/^(\d+)\.0$/, "rank $1"), small(row.total !== null && /^bytes/.test(told.unit) && row.total >= 1000 ? `${(row.total / 1000).toFixed(2)} kB` : words(row.total, told.unit))]),
                `${subject} ${display}: rows and totals are those of triptych show`,
            );
        }
    await open("view=when&run=0");
    await page.getByRole("img", { name: "Ten levels from 0 to 100.0 %" }).waitFor();
    check(true, "heat map: a scale of ten levels");
    await page.getByRole("textbox", { name: "Only these places" }).fill("0");
    await page.keyboard.press("Tab");
    await page.waitForFunction(() => document.querySelectorAll('[aria-label="Rows of the display"] tr').length === 1);
    await page.waitForFunction(() => location.hash.includes("lanes=0"));
    check(true, "heat map: places can be selected, and the link keeps them");
    await page.keyboard.press("Escape");
    await page.getByLabel("Only these classes").fill("class:mpi_point_to_point");
    await page.keyboard.press("Tab");
    const told = show("ranks.tri", "utilisation", "when-where", "--region", "class:mpi_point_to_point");
    await page.waitForFunction((text) => document.querySelector('[aria-label="Rows of the display"] td')?.textContent === text, words(told.rows[0].total, "s"));
    check(true, "heat map: classes can be selected");
}

async function movement(page, open) {
    await open("view=movement&run=0");
    await page.getByRole("img", { name: /^Movement Chart: [1-9]/ }).waitFor();
    const marks = await cells(page, "Marks of the chart");
    const data = marks.filter((row) => row[0] === "D");
    equal(data.length, 3, "movement: three messages are three moves with data");
    check(data.some((row) => row[1].includes("8 bytes")) && data.some((row) => row[1].includes("4.10 kB")), "movement: with their sizes", data.join("\n"));
    await page.getByRole("img", { name: /^Movement Chart/ }).focus();
    await page.keyboard.press("Home");
    await page.keyboard.press("Enter");
    const details = page.getByRole("complementary", { name: "Details" });
    await details.getByText("late sender: the receiver waited").waitFor();
    await details.getByText("the message").waitFor();
    check(/tag/.test(await details.innerText()), "movement: a mark shows its message", await details.innerText());
    await details.getByText(/^path of the data: not known/).waitFor();
    await page.keyboard.press("Escape");
    equal((await numbers(page)).filter((row) => row.what === "message").map((row) => Number(row.bytes)), ask("ranks.tri", "messages.sorted(m -> m.startTime).map(m -> {m.bytes})").map((row) => row.bytes), "movement: the numbers have the messages");
    await open("view=movement&run=1");
    await page.getByRole("img", { name: /^Movement Chart: [1-9]/ }).waitFor();
    const finishes = ask("tasks.tri", "events.filter(e -> e.type == FINISH).count()")[0].count;
    equal((await cells(page, "Marks of the chart")).filter((row) => row[0] === "F").length, Math.min(finishes, 200), "movement: a mark for each finish");
}

async function deadlock(page, open) {
    await open("view=sync&run=2");
    const alert = page.getByRole("alert");
    await alert.getByText("Deadlock: 5 activities wait for each other in a circle.").waitFor();
    await alert.getByText(/^0-1 \S+ has waited .* held by 0-2 /).waitFor(); // as the rows of the chart are named
    equal(await alert.locator("li").count(), 6, "synchronization: the five and who waits for them");
    const waits = (await cells(page, "Waits of the chart")).filter((row) => row[4] === "still waits");
    equal(waits.map((row) => row[0]).sort(), ["0-0", "0-1", "0-2", "0-3", "0-4", "0-5"], "synchronization: who waits, while the program runs");
    equal(waits.map((row) => row[3]).sort(), ["0-1", "0-1", "0-2", "0-3", "0-4", "0-5"], "synchronization: for whom");
    await page.getByRole("img", { name: /^Synchronization Chart/ }).focus();
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    const details = page.getByRole("complementary", { name: "Details" });
    await details.getByText("it still waits").waitFor();
    check(/mutex forks\[\d\]/.test(await details.innerText()), "synchronization: a wait names its lock", await details.innerText());
    await open("view=sync&run=1");
    await page.getByRole("img", { name: /^Synchronization Chart/ }).waitFor();
    await page.getByRole("table", { name: "Waits of the chart", includeHidden: true }).locator("tr").first().waitFor({ state: "attached" });
    await page.getByRole("img", { name: /^Synchronization Chart/ }).focus();
    for (const row of await cells(page, "Waits of the chart")) {
        await page.keyboard.press("ArrowRight");
        if (row[1].startsWith("omp taskwait") || row[1].startsWith("implicit barrier")) break;
    }
    await page.keyboard.press("Enter");
    await details.getByText(/^who took part/).waitFor();
    check(true, "synchronization: who took part");
    await open("view=sync&run=0&filter=.filter(e+->+e.rank+==+1)");
    await page.getByRole("table", { name: "Waits of the chart", includeHidden: true }).locator("tr").first().waitFor({ state: "attached" });
    await page.getByRole("img", { name: /^Synchronization Chart/ }).focus();
    await page.keyboard.press("Home");
    await page.keyboard.press("Enter");
    await details.getByText("senders of the messages that the call received").waitFor();
    const sent = ask("ranks.tri", "messages.sorted(m -> m.startTime).limit(1)")[0];
    check((await details.innerText()).includes(`rank 0\t8 bytes\t${time(sent.startTime)}`), "synchronization: whose message a receive waited for", await details.innerText());
}

/** Saves the numbers of a view; its rows, as objects. */
async function numbers(page) {
    const [saved] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save" }).click().then(() => page.getByRole("menuitem", { name: "Numbers as CSV" }).click())]);
    const [head, ...rows] = readFileSync(await saved.path(), "utf8").trim().split("\n").map((line) => line.split(","));
    return rows.map((row) => Object.fromEntries(head.map((name, i) => [name, row[i]])));
}

/** Two fingers zoom, one finger moves. */
async function touch(page, open) {
    await open("view=timeline&run=0");
    const canvas = page.getByRole("img", { name: /^Timeline of/ });
    await canvas.waitFor();
    const { y } = await canvas.boundingBox();
    const session = await page.context().newCDPSession(page);
    const send = (type, ...fingers) => session.send("Input.dispatchTouchEvent", { type, touchPoints: fingers.map((x, id) => ({ x, y: y + 60, id })) });
    const shown = () => page.evaluate(() => (/t=(\d+)-(\d+)/.exec(location.hash) ?? []).slice(1).map(Number));
    await session.send("Emulation.setTouchEmulationEnabled", { enabled: true, maxTouchPoints: 2 });
    await send("touchStart", 500);
    await send("touchStart", 500, 600);
    for (let i = 1; i <= 10; i++) await send("touchMove", 500 - 15 * i, 600 + 15 * i);
    await send("touchEnd");
    await page.waitForFunction(() => /t=\d+-\d+/.test(location.hash));
    const before = await shown();
    await send("touchStart", 500);
    for (let i = 1; i <= 10; i++) await send("touchMove", 500 + 10 * i);
    await send("touchEnd");
    await page.waitForFunction((from) => Number(/t=(\d+)-/.exec(location.hash)?.[1]) < from, before[0]);
    const after = await shown();
    check(Math.abs(after[1] - after[0] - (before[1] - before[0])) <= 2, "timeline: two fingers zoom, one finger moves", `${before} ${after}`);
    await session.send("Emulation.setTouchEmulationEnabled", { enabled: false });
    await session.detach();
}

async function manyWaits(page, open) {
    await open("view=sync&run=4");
    const condition = 'e -> e.type in [FINISH, CLOCK, ATOMIC] && e.region.kind != "release"';
    const [{ n, t }] = ask("meeting.tri", `events.filter(${condition}).aggregate(n: count(), t: sum(e -> e.duration))`);
    await foot(page, new RegExp(`^${count(n)} waits · [\\d,]+ of them, each at most .* are merged`));
    const rows = await numbers(page);
    const sum = (name) => rows.reduce((total, row) => total + Number(row[name]), 0);
    equal([sum("waits"), sum("waited_ns")], [n, t], "synchronization: all waits are drawn, those that are too many are merged");
    await open("view=sync&run=0");
    const causes = JSON.parse(triptych("report", "--format", "json", "ranks.tri")).comm_kinds;
    for (const cause of causes) await page.getByRole("list", { name: "Legend" }).getByText(`${cause.kind} ${time(cause.time_ns)}`).waitFor();
    check(causes.length > 0, "synchronization: waits in MPI have the colours of their causes, with the report's sums");
    equal((await cells(page, "Waits of the chart")).some((row) => row[5] === causes[0].kind), true, "synchronization: a wait says its cause");
}

/** What was dropped is hatched in the charts, too. */
async function dropped(page, open) {
    for (const view of ["timeline", "movement", "sync"]) {
        await open(`view=${view}&run=5`);
        await foot(page, /hatched: events were dropped/);
    }
    check(true, "timeline, movement and synchronization: dropped events are said");
    await open("view=movement&run=4");
    await page.getByRole("img", { name: /^Movement Chart: 1 mark/ }).focus();
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    const details = page.getByRole("complementary", { name: "Details" });
    await details.getByText(/^who took part: the thread that was waited for/).waitFor();
    check(/0-1\tmeeting\.c:13\t/.test(await details.innerText()), "movement: a finish says who took part, and where it was created", await details.innerText());
}

/** Stretches in which measuring took more than 5 % are marked, and the foot says how many. */
async function costs(page, open) {
    const starts = ask("brief.tri", 'events.filter(e -> e.name == "brief").map(e -> {e.startTime})').map((row) => row.startTime).sort((x, y) => x - y);
    const spans = starts.slice(50).map((to, i) => ({ from: starts[i], to }));
    const { from, to } = spans.reduce((best, span) => (span.to - span.from < best.to - best.from ? span : best)); // where nothing interrupted the program
    const cost = ask("brief.tri", "places.mean(p -> p.costPair)")[0].mean;
    check(50 * cost > (to - from) * 0.05, "the program has a stretch that measuring made slower", `50 visits of ${cost} ns in ${to - from} ns`);
    await open(`view=timeline&run=6&t=${from}-${to}`);
    await foot(page, /stretch(es)? marked yellow: measuring took more than 5 % of the time/);
    check(true, "timeline: stretches where measuring took more than 5 % are marked");
}

async function shell(page, open) {
    await open("view=timeline&run=0");
    await page.getByRole("img", { name: /^Timeline of/ }).waitFor();
    await page.keyboard.press("/");
    const editor = page.getByRole("textbox", { name: "Filter", exact: true });
    await editor.waitFor();
    await page.waitForFunction(() => document.querySelector(".shell-editor")?.shadowRoot?.activeElement);
    await page.keyboard.type("events.filter(e -> e.type == COMM).");
    await page.getByRole("list", { name: "Steps of the filter" }).getByText(".filter(e -> e.type == COMM)").waitFor();
    await foot(page, "only what passes the filter is shown");
    const visits = ask("ranks.tri", "events.filter(e -> e.type == COMM).groupBy(e -> e.lane).count()").map((row) => row.count);
    const shown = (await cells(page, "Rows of the timeline")).map((row) => Number(row[3]));
    equal(shown, visits, "shell: a dot after a complete call filters the views");
    await page.getByRole("checkbox", { name: /\.filter/ }).uncheck();
    await foot(page, /^(?!.*filter).*bin/);
    await page.waitForFunction(() => location.hash.includes("off="));
    check(true, "shell: a step can be clicked off, and the link keeps it");
    await page.getByRole("button", { name: "Clear" }).click();
    await editor.click();
    await page.keyboard.type("events.fil");
    await page.getByRole("option", { name: /^filter\(/ }).waitFor();
    await page.keyboard.press("Enter");
    await page.keyboard.type("e -> e.rnk == 1)");
    await page.locator(".shell-editor .cm-lintRange-error").waitFor();
    check(true, "shell: words are completed, and an error is underlined");
    takeErrors(); // the browser reports the answer 400 to a wrong query
    await page.keyboard.press("Control+a");
    await page.keyboard.type("events.groupBy(e -> e.name).count(");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Run" }).click();
    const told = ask("ranks.tri", "events.groupBy(e -> e.name).count()");
    const result = page.locator(".result table");
    await result.waitFor();
    const body = () => result.locator("tbody tr").evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)));
    equal((await body()).map((row) => [row[0], Number(row[1])]), told.map((row) => [row.name, row.count]), "shell: the console shows the result");
    await result.getByRole("button", { name: /^count/ }).click();
    equal((await body()).map((row) => Number(row[1])), told.map((row) => row.count).sort((a, b) => b - a), "shell: results can be sorted");
    const [saved] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Download CSV" }).click()]);
    check(readFileSync(await saved.path(), "utf8").startsWith("name,count\n"), "shell: and downloaded");
    await page.getByRole("textbox", { name: "Name of the filter" }).fill("by name");
    await page.getByRole("button", { name: "Save filter" }).click();
    await page.getByText("by name:").waitFor();
    await page.getByRole("tab", { name: "History" }).click();
    await page.getByRole("button", { name: "Run" }).nth(1).click();
    await page.waitForFunction(() => document.querySelectorAll(".entry").length === 2);
    check(true, "shell: filters are saved, and an entry of the history runs again");
    await page.getByRole("button", { name: "Close the filter shell" }).click();
}

async function only(page, open) {
    await open("view=timeline&run=0");
    const canvas = page.getByRole("img", { name: /^Timeline of/ });
    await canvas.waitFor();
    await canvas.focus();
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    const details = page.getByRole("complementary", { name: "Details" });
    await details.getByRole("button", { name: "Without this" }).click();
    await page.waitForFunction(() => /filter=\.filter/.test(location.hash));
    check(decodeURIComponent(page.url()).includes("!(e."), "a click on “without this” writes the filter", page.url());
    await foot(page, "only what passes the filter is shown");
    await page.keyboard.press("3");
    await page.getByRole("tab", { name: "What × When × Where", selected: true }).waitFor();
    check((await page.locator(".chip.filter").count()) === 1, "the filter holds in the next view");
}

async function links(page, open) {
    await open("view=timeline,when&order=timeline,when&run=0&t=100000000-400000000&lanes=1&.when.subject=execution&theme=dark");
    await page.getByRole("img", { name: /^Timeline of 1 row/ }).waitFor();
    await page.getByRole("img", { name: /^Execution, When/ }).waitFor();
    equal(await page.getByRole("textbox", { name: "Time range" }).inputValue(), "100.0 ms – 400.0 ms", "a link reproduces the time range");
    equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark", "and the theme");
    check((await page.locator(".chips").innerText()).includes("rank 1"), "and the lanes, with two views side by side");
    await page.getByRole("img", { name: /^Timeline of 1 row/ }).hover({ position: { x: 300, y: 60 } });
    check(true, "hovering works with two views");
    await page.keyboard.press("Escape");
    const [picture] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save" }).click().then(() => page.getByRole("menuitem", { name: "Picture as SVG" }).click())]);
    check(readFileSync(await picture.path(), "utf8").startsWith("<svg"), "a view is saved as SVG");
    const [image] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save" }).click().then(() => page.getByRole("menuitem", { name: "Picture as PNG" }).click())]);
    equal([...readFileSync(await image.path()).subarray(1, 4)], [80, 78, 71], "and as PNG");
    const [numbers] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save" }).click().then(() => page.getByRole("menuitem", { name: "Numbers as CSV" }).click())]);
    check(/^(lane,start_ns|name,lane)/.test(readFileSync(await numbers.path(), "utf8")), "and its numbers as CSV");
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Help" }).waitFor();
    await page.keyboard.press("Escape");
    equal(await page.getByRole("dialog").count(), 0, "the help opens and closes by keys");
    await page.keyboard.press("t");
    equal(await page.evaluate(() => document.documentElement.dataset.theme), "light", "t changes the theme");
}

async function live(page, open, child) {
    await open("view=timeline&run=3");
    await page.getByText("live", { exact: true }).waitFor();
    await page.getByRole("img", { name: /^Timeline of 1 row/ }).waitFor();
    const begun = () => page.getByRole("table", { name: "Rows of the timeline", includeHidden: true }).locator("td").nth(2).textContent();
    const grown = async (least) => {
        await page.waitForFunction((number) => Number(document.querySelector('[aria-label="Rows of the timeline"] td:nth-of-type(3)')?.textContent) >= number, least);
    };
    const before = Number(await begun());
    child.stdin.write("xxxxxxxxxx");
    await grown(before + 10);
    check(true, "a running program's timeline grows while it runs");
    await page.getByRole("button", { name: "Pause" }).click();
    await page.getByText("paused", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Follow" }).click();
    await page.getByText("live", { exact: true }).waitFor();
    const sent = (number) => JSON.parse(readFileSync(path.join(folder, `steps.tri/filters/${number}.json`), "utf8")).text;
    await open(`view=timeline&run=3&filter=${encodeURIComponent('.filter(x -> x.name == "other")')}`);
    await page.getByRole("button", { name: "Send filter" }).click();
    await page.getByText(/^1 process logs only e -> e\.name == "other" from now on/).waitFor();
    equal(sent(1), 'e -> e.name == "other"', "the filter in force is sent to the running program");
    const count = () => ask("steps.tri", 'events.filter(e -> e.name == "step").count()')[0].count;
    const logged = count();
    child.stdin.write("xxxxx");
    await until("steps.tri", 'nodes.filter(n -> n.region.name == "step").sum(n -> n.visits)', (rows) => Number(Object.values(rows[0])[0]) >= logged + 5);
    equal(count(), logged, "which then logs nothing else");
    await open(`view=timeline&run=3&filter=${encodeURIComponent('.filter(e -> e.name == "step").within(0s, 1s)')}`);
    await page.getByRole("button", { name: "Send filter" }).click();
    await page.getByText(/The filter was not sent: .*not \.within\(0s, 1s\)/).waitFor();
    check(true, "a filter that a running program cannot evaluate is not sent, and the page says why");
    await page.getByRole("button", { name: "Log everything" }).click();
    await page.getByText(/^1 process logs every event from now on/).waitFor();
    equal(sent(2), "e -> true", "the program is told to log everything again");
    await open("view=timeline&run=3");
    await page.getByText("live", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Stop measuring" }).click();
    await page.getByText("Measuring was stopped").waitFor();
    check(child.exitCode === null, "measuring can be stopped; the program runs on");
    child.stdin.end();
}

async function nothing(page, open) {
    await open("view=timeline&run=0&filter=.filter(e+->+e.line+==+99999)");
    await page.getByText("No event passes the filter here.").waitFor();
    await page.getByRole("button", { name: "Switch the filter off" }).click();
    await foot(page, "3 messages");
    check(true, "filtered to nothing: the page says so, and how to go on");
    await open("view=movement&run=0&t=900000000-999000000");
    await page.getByText("No activity moved").waitFor();
    check(true, "an empty chart says why");
    await open("view=timeline&run=0&filter=.filter(e+->+e.nonsense)");
    await page.getByRole("alert").getByText("no field of events is called `nonsense`").waitFor();
    check(true, "a wrong filter in a link is an error with its reason");
    await page.waitForLoadState("networkidle"); // each request of the view is refused
    takeErrors();
}

async function standalone(page) {
    triptych("view", "--html", "alone.html", "ranks.tri");
    await page.goto("about:blank");
    await page.goto(`file://${path.join(folder, "alone.html")}#view=timeline`);
    await page.getByRole("img", { name: /^Timeline of 2 rows/ }).waitFor();
    await foot(page, "3 messages");
    await page.keyboard.press("5");
    await page.getByRole("img", { name: /^Movement Chart: 3/ }).waitFor();
    await page.keyboard.press("6");
    await page.getByRole("img", { name: /^Synchronization Chart: 2 activities/ }).waitFor();
    await page.keyboard.press("3");
    await page.getByRole("img", { name: /^Utilisation/ }).waitFor();
    equal((await cells(page, "Rows of the display")).length, 2, "a standalone file shows timeline, charts and displays without a server");
    check(percent(0.01) === "<0.1 %", "small shares are not zero");
}

await main(async () => {
    run(process.env["WRITE_SAMPLE"], ["ranks.tri", "ranks", "sealed"]);
    example("tasks", "tasks.tri", ["6"], ["--events"]);
    writeFileSync(path.join(folder, "steps.c"), STEPS);
    triptych("cc", "gcc", "-g", ...flags, "steps.c", "-o", "steps");
    example("philosophers", null);
    start("table.tri", ["philosophers/philosophers"]);
    const child = start("steps.tri", ["./steps"]);
    child.stdin.write("xxx");
    await until("steps.tri", 'events.filter(e -> e.name == "step").count()', (rows) => rows[0].count >= 3);
    await until("table.tri", "events.filter(e -> e.unfinished && e.type == ATOMIC).count()", (rows) => rows[0].count === 5);
    writeFileSync(path.join(folder, "meeting.c"), MEETING);
    run("gcc", ["-g", ...flags, "-pthread", "meeting.c", "-o", "meeting"]);
    triptych("run", "-q", "--events", "-o", "meeting.tri", "./meeting");
    triptych("run", "-q", "--events", "--max-size", "20k", "-o", "dropped.tri", "./meeting");
    writeFileSync(path.join(folder, "brief.c"), BRIEF);
    triptych("cc", "gcc", "-g", ...flags, "brief.c", "-o", "brief");
    triptych("run", "-q", "--events", "-o", "brief.tri", "./brief");
    const { page, open } = await begin(["ranks.tri", "tasks.tri", "table.tri", "steps.tri", "meeting.tri", "dropped.tri", "brief.tri"]);
    await timeline(page, open);
    await displays(page, open);
    await movement(page, open);
    await deadlock(page, open);
    await touch(page, open);
    await manyWaits(page, open);
    await dropped(page, open);
    await costs(page, open);
    await shell(page, open);
    await only(page, open);
    await links(page, open);
    await live(page, open, child);
    await nothing(page, open);
    await standalone(page);
});
