// Everything can be done with the keyboard alone, and with the mouse alone.
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { begin, check, equal, example, folder, main, run, takeErrors, triptych } from "./browser.mjs";

const VIEWS = ["Overview", "Profile", "What × When × Where", "Timeline", "Movement", "Synchronization", "Loop tree", "Communication", "Source", "Compare"];
const MOST_STEPS = 160; // presses of Tab until the focus must have come round

function archives() {
    example("heat", "heat.tri", ["40", "20"], ["--events"]);
    triptych("run", "-q", "--events", "-o", "longer.tri", path.join(folder, "heat/heat"), "40", "40");
    run(process.env["WRITE_SAMPLE"], ["ranks.tri", "ranks", "sealed"]);
    run(process.env["WRITE_SAMPLE"], ["beside.tri"]);
    return ["heat.tri", "ranks.tri", "longer.tri"];
}

/** What has the focus: its role or element, and its name. */
const focused = (page) =>
    page.evaluate(() => {
        let at = document.activeElement;
        while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
        if (!at || at === document.body) return "";
        const name = at.getAttribute("aria-label") || at.closest("label")?.textContent || at.textContent || "";
        return `${at.getAttribute("role") ?? at.tagName.toLowerCase()} ${name.replace(/\s+/g, " ").trim().slice(0, 60)}`;
    });

/** Presses Tab until something whose role and name match has the focus. */
async function tabTo(page, wanted) {
    const seen = [];
    for (let i = 0; i < MOST_STEPS; i++) {
        const now = await focused(page);
        if (wanted.test(now)) return true;
        seen.push(now);
        await page.keyboard.press("Tab");
    }
    return check(false, `Tab leads to ${wanted}`, [...new Set(seen)].join("\n"));
}

async function panel(page, title) {
    const view = page.getByRole("tabpanel", { name: title, exact: true });
    await view.waitFor();
    await view.locator(".view-body > *").first().waitFor({ state: "attached" });
    await page.waitForFunction((name) => {
        const body = document.querySelector(`[role=tabpanel][aria-label="${name}"]`);
        return body && !body.querySelector("[aria-busy=true]") && !/^Loading/.test(body.innerText.trim());
    }, title);
    return view;
}

/** Names of the controls of a view that Tab does not reach, unless arrows do inside a list or picture. */
async function unreached(page) {
    await page.evaluate(() => {
        document.activeElement?.blur();
        for (const element of document.querySelectorAll("[data-walked]")) element.removeAttribute("data-walked");
    });
    for (let i = 0, out = 0; i < MOST_STEPS && out < 2; i++) {
        await page.keyboard.press("Tab");
        const state = await page.evaluate(() => {
            const at = document.activeElement;
            if (!at || at === document.body) return "out";
            if (at.hasAttribute("data-walked")) return "again";
            at.setAttribute("data-walked", "");
            return "new";
        });
        if (state === "again") break;
        if (state === "out") out++;
    }
    return page.evaluate(() =>
        [...document.querySelectorAll("[role=tabpanel] :is(button, select, input, canvas, [role=grid], [role=tree])")]
            .filter((element) => element.checkVisibility() && !element.disabled && !element.closest("[aria-hidden=true]") && !element.hasAttribute("data-walked"))
            .filter((element) => !element.closest("[role=grid], [role=tree], .minimap") || element.matches("[role=grid], [role=tree]"))
            .filter((element) => !(element.tagName === "CANVAS" && !element.hasAttribute("tabindex")))
            .map((element) => element.getAttribute("aria-label") || element.textContent || element.tagName),
    );
}

/** Names of controls that a screen reader could not name. */
const nameless = (page) =>
    page.evaluate(() =>
        [...document.querySelectorAll("button, select, input, canvas, [role=grid], [role=tree], [role=tree] [role=treeitem]")]
            .filter((element) => element.checkVisibility() && !element.closest("[aria-hidden=true]") && !(element.getAttribute("aria-label") || element.textContent.trim() || element.closest("label")?.textContent.trim() || element.title))
            .map((element) => element.outerHTML.slice(0, 120)),
    );

const WHERE = {
    Communication: "run=1",
    Compare: ".compare.with=2",
};

async function everyView(page, open) {
    const lost = [];
    const without = [];
    for (const [i, title] of VIEWS.entries()) {
        await open(`view=overview&${WHERE[title] ?? ""}`);
        await panel(page, "Overview");
        if (i < 9) await page.keyboard.press(String(i + 1));
        else await page.keyboard.press("[");
        await panel(page, title);
        lost.push(...(await unreached(page)).map((name) => `${title}: ${name}`));
        without.push(...(await nameless(page)).map((what) => `${title}: ${what}`));
    }
    equal(lost, [], "keyboard: Tab leads to each control of each view");
    equal(without, [], "screen readers: each control of each view has a name");
    await open("view=overview");
    await panel(page, "Overview");
    for (const title of [...VIEWS.slice(1), VIEWS[0]]) {
        await page.keyboard.press("]");
        await panel(page, title);
    }
    check(true, "keyboard: ] goes round all views");
    await page.keyboard.press("Alt+0");
    await page.getByRole("tabpanel", { name: "Compare", exact: true }).waitFor();
    equal(await page.getByRole("tabpanel").count(), 2, "keyboard: Alt and a number open a view beside the others");
    await page.keyboard.press("Alt+0");
    await page.getByRole("tabpanel", { name: "Compare", exact: true }).waitFor({ state: "detached" });
}

/** After a view was chosen by its number, arrows go to its picture or list at once. */
async function arrowsAtOnce(page, open) {
    await open("view=overview&run=0");
    await panel(page, "Overview");
    for (const [key, title, wanted] of [
        ["4", "Timeline", /^img Timeline of/],
        ["5", "Movement", /^img Movement Chart/],
        ["7", "Loop tree", /Loop tree/],
    ]) {
        await page.keyboard.press(key);
        await panel(page, title);
        await page.keyboard.press("ArrowRight");
        check(wanted.test(await focused(page)), `${title}: an arrow key goes to it`, await focused(page));
        await page.evaluate(() => document.activeElement?.blur());
    }
}

async function profileByKeys(page, open) {
    await open("view=profile");
    await panel(page, "Profile");
    await tabTo(page, /^button Loops/);
    await page.keyboard.press("Enter");
    const loops = page.getByRole("grid", { name: "Loops", exact: true });
    await loops.waitFor();
    await tabTo(page, /^input Maximum of the scale of inclusive time/);
    await page.keyboard.type("1s");
    await page.keyboard.press("Enter");
    await page.waitForURL(/max\.time=1000000000/);
    check(true, "keyboard: the maximum of a scale is typed");
    await tabTo(page, /^grid Loops/);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.down("m");
    await page.getByRole("tooltip").getByText("total trips").waitFor();
    await page.keyboard.up("m");
    await page.getByRole("tooltip").waitFor({ state: "detached" });
    check(true, "keyboard: m shows total and mean trips while it is held");
    await page.keyboard.press("Space");
    await page.getByRole("complementary", { name: "Details" }).getByRole("heading").waitFor();
    await tabTo(page, /^button Only this/);
    await page.keyboard.press("Enter");
    await page.waitForURL(/filter=/);
    check(true, "keyboard: “Only this” writes a step of the filter");
    await open("view=profile&.profile.table=loops");
    await panel(page, "Profile");
    await tabTo(page, /^grid Loops/);
    await page.keyboard.press("Enter");
    await page.getByRole("grid", { name: /^Source of/ }).waitFor();
    check(true, "keyboard: Enter on a loop opens its source");
    await tabTo(page, /^grid Source/);
    await page.keyboard.press("n");
    await page.keyboard.press("Enter");
    await page.getByRole("complementary", { name: "Details" }).getByText("source line").waitFor();
    check(true, "keyboard: n goes to the next line with a cost, Enter selects it");
}

async function shellByKeys(page, open) {
    await open("view=profile");
    await panel(page, "Profile");
    await page.keyboard.press("/");
    await page.waitForFunction(() => document.activeElement?.shadowRoot?.activeElement !== null && document.activeElement?.shadowRoot !== null);
    await page.keyboard.type('events.filter(e -> e.name == "step").');
    await page.getByRole("list", { name: "Steps of the filter" }).getByRole("checkbox").waitFor();
    check(true, "keyboard: “.” after a complete call applies the chain");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await tabTo(page, /^input \.filter/);
    await page.keyboard.press("Space");
    await page.waitForURL(/off=/);
    await page.keyboard.press("Space");
    await page.waitForURL(/filter=/);
    check(true, "keyboard: a step is switched off, and on again");
    await tabTo(page, /^button Save filter|^input Name of the filter/);
    await page.keyboard.type("mine");
    await page.keyboard.press("Enter");
    await page.getByRole("tab", { name: "Saved" }).and(page.locator("[aria-selected=true]")).waitFor();
    check(await page.getByText("mine:").isVisible(), "keyboard: a filter is saved by name");
    await tabTo(page, /^button Close the filter shell/);
    await page.keyboard.press("Enter");
    await page.getByRole("region", { name: "Filter shell" }).waitFor({ state: "detached" });
    check(true, "keyboard: the shell is closed");
    takeErrors(); // the browser reports the answer 400 to a query that is still being typed
}

async function headerByKeys(page, open) {
    await open("view=profile");
    await panel(page, "Profile");
    await tabTo(page, /^button Save$/);
    await page.keyboard.press("Enter");
    await tabTo(page, /^menuitem Numbers as CSV/);
    const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
    check(readFileSync(await download.path(), "utf8").startsWith("name,"), "keyboard: numbers are saved");
    await page.keyboard.press("w");
    await page.waitForURL(/t=\d/);
    await page.keyboard.press("0");
    await page.waitForFunction(() => !/[#&]t=/.test(location.hash));
    check(true, "keyboard: w zooms into time, 0 shows the whole run");
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Help" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog", { name: "Help" }).waitFor({ state: "detached" });
    check(true, "keyboard: help, and out of it");
    await page.keyboard.press("t");
    await page.waitForURL(/theme=/);
    await page.keyboard.press("i");
    await page.getByRole("complementary", { name: "Details" }).waitFor({ state: "detached" });
    await page.keyboard.press("i");
    await page.getByRole("complementary", { name: "Details" }).waitFor();
    check(true, "keyboard: light or dark, details shown or hidden");
    await tabTo(page, /^select Run/);
    await page.keyboard.press("ArrowDown");
    await page.waitForURL(/run=1/);
    check(true, "keyboard: another run is chosen");
}

/** Clicks each button of a view once, found anew each time; returns what went wrong. */
async function clickAll(page, title, open, link) {
    const wrong = [];
    const view = await panel(page, title);
    const names = await view.locator(".bar button:not([disabled]), .crumbs button").evaluateAll((all) => all.filter((b) => b.checkVisibility()).map((b) => b.getAttribute("aria-label") || b.textContent));
    for (const [i, name] of names.entries()) {
        const button = view.locator(".bar button:not([disabled]), .crumbs button").filter({ visible: true }).nth(i);
        if ((await button.count()) === 0) continue;
        await button.click();
        await page.waitForFunction(() => !document.querySelector("[role=tabpanel] [aria-busy=true]"));
        if ((await page.locator(".state.failed").count()) > 0) wrong.push(`${title}, ${name}: ${await page.locator(".state.failed").first().innerText()}`);
        const shown = await page.getByRole("tabpanel").first().getAttribute("aria-label");
        if (shown !== title || /⇄|Exchange/.test(name)) {
            await open(link);
            await panel(page, title);
        }
    }
    return wrong;
}

async function everyViewByMouse(page, open) {
    await open("view=overview");
    const wrong = [];
    for (const title of VIEWS) {
        const id = await page.getByRole("tab", { name: title, exact: true }).getAttribute("id");
        const link = `view=${id.replace("tab-", "")}&${WHERE[title] ?? ""}`;
        await open(`view=overview&${WHERE[title] ?? ""}`);
        await page.getByRole("tab", { name: title, exact: true }).click();
        wrong.push(...(await clickAll(page, title, open, link)));
    }
    const errors = takeErrors().filter((text) => !/status of 409/.test(text)); // a display without data is a state
    equal([...wrong, ...errors], [], "mouse: each button of each view does what it says, without an error");
    await open("view=timeline");
    await page.getByRole("button", { name: "Open Profile beside" }).click();
    equal(await page.getByRole("tabpanel").count(), 2, "mouse: a view opens beside another");
    await page.getByRole("tabpanel", { name: "Profile" }).getByRole("button", { name: "Close Profile" }).click();
    equal(await page.getByRole("tabpanel").count(), 1, "mouse: and is closed");
}

async function drag(page, box, from, to) {
    await page.mouse.move(box.x + box.width * from, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * ((from + to) / 2), box.y + box.height / 2, { steps: 4 });
    await page.mouse.move(box.x + box.width * to, box.y + box.height / 2, { steps: 4 });
    await page.mouse.up();
}

async function workByMouse(page, open) {
    await open("view=profile");
    await panel(page, "Profile");
    const grid = page.getByRole("grid", { name: "Routines", exact: true });
    await page.getByRole("button", { name: "Keep the scale of inclusive time" }).click();
    await page.waitForURL(/max\.time=\d/);
    await page.getByRole("button", { name: "Automatic scale of inclusive time" }).click();
    await page.waitForFunction(() => !/max\.time/.test(location.hash));
    check(true, "mouse: a scale is kept, and automatic again");
    await grid.getByRole("row", { name: /^step, / }).click();
    await page.getByRole("button", { name: "Only this" }).click();
    await page.waitForURL(/filter=/);
    await page.getByRole("button", { name: /^filter: 1 of 1 step/ }).click();
    await page.getByRole("list", { name: "Steps of the filter" }).getByRole("checkbox").click();
    await page.waitForURL(/off=/);
    await page.getByRole("button", { name: /^Remove the step/ }).click();
    await page.waitForFunction(() => !/off=|filter=/.test(location.hash));
    check(true, "mouse: a filter is made, switched off and removed");
    await page.getByRole("button", { name: "Back to all routines" }).click();
    await page.getByRole("tab", { name: "Timeline", exact: true }).click();
    const canvas = page.getByRole("tabpanel", { name: "Timeline" }).locator("canvas").first();
    await canvas.waitFor();
    await panel(page, "Timeline");
    await drag(page, await canvas.boundingBox(), 0.4, 0.7);
    await page.waitForURL(/t=\d/);
    await page.getByRole("button", { name: "Show the whole run" }).click();
    await page.waitForFunction(() => !/[#&]t=/.test(location.hash));
    check(true, "mouse: a stretch of time is dragged, and left again");
    await page.getByRole("button", { name: "Help" }).click();
    await page.getByRole("dialog", { name: "Help" }).getByRole("button", { name: "Close" }).click();
    await page.getByRole("button", { name: /^Change to/ }).click();
    await page.waitForURL(/theme=/);
    await page.getByRole("button", { name: "Open", exact: true }).click();
    await page.getByRole("group", { name: "Archives beside those that are open" }).getByRole("button", { name: "beside.tri" }).click();
    await page.waitForURL(/run=3/);
    check(true, "mouse: an archive that lies beside the open ones is opened");
}

async function strangeLinks(page, open) {
    await open("view=profile,nonsense&.profile.table=nonsense&.profile.routines.by=never&.unknown=1&.profile.routines.max.time=-3");
    await page.getByRole("grid", { name: "Routines", exact: true }).waitFor();
    check((await page.getByRole("status").allInnerTexts()).some((text) => text.includes("does not have: nonsense")), "a link with unknown views and settings shows what is known, and says what is not");
    for (const link of ["view=compare&.compare.part=x&.compare.table=y&.compare.look=z&.compare.with=99", "view=communication&run=1&.communication.part=x", "view=loop-tree&.loops.shape=x&.loops.least=x", "view=source&source=9:/no/such/file.c", "view=profile&run=77", "view=profile&region=99999&lanes=500-600"]) {
        await open(link);
        await page.locator("[role=tabpanel] .view-body > *").first().waitFor();
        await page.waitForFunction(() => !/^Loading/.test(document.querySelector("[role=tabpanel]").innerText.trim()));
        const text = await page.getByRole("tabpanel").innerText();
        check(text.trim().length > 40 && (await page.locator(".state.failed").count()) === 0, `a link with nonsense shows a view: ${link}`, text);
    }
}

/** A large window is filled with larger rows and larger text, and what is under the pointer is what is drawn there. */
async function largeWindow(page, open) {
    const facts = () => page.evaluate(() => [document.getElementById("page").currentCSSZoom, document.documentElement.scrollWidth <= window.innerWidth, document.documentElement.scrollHeight <= window.innerHeight]);
    await page.setViewportSize({ width: 3840, height: 2160 });
    await open("view=timeline&run=1");
    const view = await panel(page, "Timeline");
    const box = await view.locator("canvas").last().boundingBox();
    equal(await facts(), [1.5, true, true], "4K: the page is magnified, and fits into the window");
    await page.mouse.move(box.x + box.width / 2, box.y + 80);
    const near = await view.locator(".tip").boundingBox();
    const away = Math.max(Math.abs(near.x - box.x - box.width / 2), Math.abs(near.y - box.y - 80));
    check(away < 40 || Math.abs(near.x + near.width - box.x - box.width / 2) < 40, "4K: the tip is at the pointer", JSON.stringify([box, near]));
    await drag(page, box, 0.25, 0.75);
    await page.waitForURL(/t=\d/);
    const [from, to] = /[#&]t=(\d+)-(\d+)/.exec(page.url()).slice(1).map(Number);
    await page.getByRole("button", { name: "Show the whole run" }).click();
    await drag(page, box, 0.1, 0.9);
    await page.waitForFunction((old) => location.hash.includes("t=") && !location.hash.includes(old), `t=${from}-${to}`);
    const [first, last] = /[#&]t=(\d+)-(\d+)/.exec(page.url()).slice(1).map(Number);
    check(Math.abs((last - first) / (to - from) - 0.8 / 0.5) < 0.05, "4K: a stretch of time is where it was dragged", JSON.stringify([from, to, first, last]));
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.waitForFunction(() => document.getElementById("page").currentCSSZoom === 1);
    equal(await facts(), [1, true, true], "in a usual window it is not magnified");
}

/** `triptych view --open` starts the browser on a file that leads to the link. */
async function fromFile(page, link) {
    const file = path.join(folder, "open.html");
    writeFileSync(file, `<!doctype html><meta http-equiv="refresh" content="0;url=${link}">`);
    await page.context().clearCookies();
    await page.goto(`file://${file}`);
    await page.waitForURL(/#view=overview/);
    await page.locator(".app").waitFor();
    equal([page.url().includes("token"), (await page.context().cookies()).length], [false, 1], "a file leads to the page, and the token does not stay in the address");
}

await main(async () => {
    const { page, open, link } = await begin(archives());
    await fromFile(page, link);
    for (const part of [everyView, arrowsAtOnce, profileByKeys, shellByKeys, headerByKeys, strangeLinks, everyViewByMouse, largeWindow, workByMouse]) await part(page, open);
});
