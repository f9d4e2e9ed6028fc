// The Movement Chart and the Synchronization Chart of programs with `#pragma tri` show the moves and finishes that queries find, and a
// click on a mark shows its details: variables, sizes and paths; who took part in a finish, and who came last. What activities did otherwise is
// compared.
import path from "node:path";
import { begin, check, equal, flags, folder, main, run, triptych } from "./browser.mjs";
import { time } from "./words.mjs";

const source = process.env["TRIPTYCH_SOURCE"] ?? path.resolve(import.meta.dirname, "../..");
const command = path.resolve(process.env["TRIPTYCH"] ?? "build/src/cmd/triptych");

/** Builds an example, and measures it at some places. */
function measure(example, name, archive, places, ...words) {
    const out = path.join(folder, "built");
    run("make", ["-s", `O=${out}`, `CC=${command} cc gcc`, `CFLAGS=${["-O2", "-g", ...flags].join(" ")}`], { cwd: path.join(source, "examples", example) });
    run(command, ["run", "-q", "--events=tasks,sync,comm", "-o", archive, path.join(out, name), ...words], { env: { ...process.env, TRI_PLACES: String(places) } });
}

const ask = (archive, query) =>
    triptych("query", "--json", archive, query)
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line));

/** Cells of a hidden table, row by row. */
async function cells(page, name) {
    const table = page.getByRole("table", { name, includeHidden: true });
    await table.locator("tr").first().waitFor({ state: "attached" });
    return table.locator("tr").evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)));
}

const chart = (page) => page.getByRole("img", { name: /^(Movement|Synchronization) Chart: [1-9]/ });
const details = (page) => page.getByRole("complementary", { name: "Details" });

async function press(page, ...keys) {
    await chart(page).focus();
    for (const key of keys) await page.keyboard.press(key);
}

async function relay(page, open) {
    await open("view=movement&run=0");
    await chart(page).waitFor();
    equal((await cells(page, "Marks of the chart")).map((row) => [row[0], row[1]]), [["D", "D: 96 bytes from place 0 to place 1"], ["D", "D: 96 bytes from place 1 to place 2"]], "relay: two moves with data");
    await press(page, "End", "Enter");
    await details(page).getByText("variables, and the places that they travelled through").waitFor();
    const words = await details(page).innerText();
    check(/values\tdouble\[10\]\t80 bytes\tcopied; one element is used\t0 -> 1 -> 2/.test(words), "a mark has the variables, their sizes and their paths", words);
    check(/activity path\s+main/.test(words), "and the path of the activity", words);
    await open("view=movement&run=0&.movement.rows=activities");
    await chart(page).waitFor();
    equal((await cells(page, "Marks of the chart")).length, 2, "rows can be activities");
    await open(`view=movement&run=0&filter=${encodeURIComponent(".filter(e -> e.sourcePlace == 1)")}`);
    await chart(page).waitFor();
    equal((await cells(page, "Marks of the chart")).map((row) => row[1]), ["D: 96 bytes from place 1 to place 2"], "the filter holds for moves");
}

async function kmeans(page, open) {
    await open("view=movement&run=1");
    await page.locator(".foot").getByText("64 moves · 6 finishes").waitFor();
    const same = ask("kmeans.tri", "moves.filter(m -> m.sourcePlace == m.targetPlace).count()")[0].count;
    await page.getByText(`to the same place (${same})`).waitFor();
    await page.getByText("F: finish (6)").waitFor();
    check(true, "k-means: all moves and finishes, and how many moves led to the same place");
    const marks = await cells(page, "Marks of the chart");
    check(["M", "D", "F"].every((letter) => marks.some((row) => row[0] === letter)), "k-means has marks of all kinds", marks.join("\n"));
    await open("view=sync&run=1");
    await chart(page).waitFor();
    await cells(page, "Waits of the chart");
    await press(page, "Home");
    const waits = await cells(page, "Waits of the chart");
    for (let i = 0; i < waits.findIndex((row) => row[1].startsWith("finish")); i++) await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await details(page).getByText(/^who took part/).waitFor();
    const [first] = ask("kmeans.tri", "finishes.sorted(f -> f.waitTime).limit(1)");
    const words = await details(page).innerText();
    check(words.includes(first.late > 0 ? `${first.lastNumber}, ${time(first.late)} after all others` : `${first.lastNumber}; nobody waited for it`), "synchronization: who came last, and by how much", words);
    const taking = ask("kmeans.tri", `participants.filter(p -> p.finish == ${first.row}).map(p -> {p.activityNumber, p.activityPath})`);
    check(taking.length === 4 && taking.every((one) => words.includes(`${one.activityNumber}\t${one.activityPath}`)), "and all who took part", words);
}

async function standalone(page) {
    triptych("view", "--html", "alone.html", "relay.tri");
    await page.goto("about:blank");
    await page.goto(`file://${path.join(folder, "alone.html")}#view=movement`);
    await chart(page).waitFor();
    await cells(page, "Marks of the chart");
    await press(page, "End", "Enter");
    await details(page).getByText("0 -> 1 -> 2").first().waitFor();
    check(true, "a standalone file has the moves and their details");
}

async function changes(page, open) {
    await open("view=compare&run=1&.compare.with=2&.compare.part=changes");
    const table = page.getByRole("table", { name: "What activities did otherwise" });
    await table.waitFor();
    const shown = await table.locator("tbody tr").evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)));
    const told = JSON.parse(triptych("compare", "--as", "changes", "--format", "json", "kmeans.tri", "more.tri")).activities;
    equal(shown, told.map((r) => [r.change, r.directive, r.source, String(r.activities), r.path, r.before, r.after]), "compare: what activities did otherwise is what `triptych compare` says");
    check(told.some((r) => r.change === "new" && r.directive === "async at of assign" && r.activities === 4), "compare: activities of more points are new", told);
}

await main(async () => {
    measure("relay", "relay", "relay.tri", 3);
    measure("kmeans-places", "kmeans", "kmeans.tri", 4, "20", "2");
    measure("kmeans-places", "kmeans", "more.tri", 4, "22", "2");
    const { page, open } = await begin(["relay.tri", "kmeans.tri", "more.tri"]);
    await relay(page, open);
    await kmeans(page, open);
    await changes(page, open);
    await standalone(page);
});
