// screenshots.mjs: pictures of every view, light and dark, of example runs: `make screenshots`.
//
//     [ONLY=timeline,deadlock] node tests/web/screenshots.mjs FOLDER [WIDTHxHEIGHT...]
import { mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { begin, example, folder, need, run, stop, triptych } from "./browser.mjs";

const [to = "screenshots", ...sizes] = process.argv.slice(2);
const source = process.env["TRIPTYCH_SOURCE"] ?? path.resolve(import.meta.dirname, "../..");
const command = path.resolve(process.env["TRIPTYCH"] ?? "build/src/cmd/triptych");
const only = process.env["ONLY"]?.split(",");
const MPI = { OMPI_ALLOW_RUN_AS_ROOT: "1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM: "1", OMPI_MCA_rmaps_base_oversubscribe: "1" };

// What is taken: a name, the number of the run, the rest of the link, and keys that are pressed.
const PICTURES = [
    ["overview", 0, "view=overview"],
    ["profile", 0, "view=profile"],
    ["when-where", 0, "view=when"],
    ["what-when", 0, "view=when&.when.subject=execution&.when.display=what-when"],
    ["overall-what-when", 0, "view=when&.when.display=overall-what-when"],
    ["what-where", 0, "view=when&.when.subject=communication&.when.display=what-where"],
    ["overall-what-where", 0, "view=when&.when.display=overall-what-where"],
    ["lines", 0, "view=when&.when.subject=communication&.when.display=lines"],
    ["timeline", 0, "view=timeline"],
    ["timeline-near", 0, "view=timeline", ["w", "w", "w", "w", "w", "w", "w", "w", "w"]],
    ["movement", 0, "view=movement", ["w", "w", "w", "w", "w", "w", "w", "w"]],
    ["movement-tasks", 1, "view=movement"],
    ["synchronization", 1, "view=sync"],
    ["deadlock", 2, "view=sync"],
    ["loop-tree", 0, "view=loop-tree"],
    ["loop-tree-compared", 0, "view=loop-tree&.loops.first=3&.loops.least=0.1"],
    ["loop-tree-icicle", 0, "view=loop-tree&.loops.shape=icicle"],
    ["profile-loops", 0, "view=profile&.profile.table=loops"],
    ["profile-ranks", 0, "view=profile&.profile.routines.by=each"],
    ["routine", 0, "view=profile&.profile.routine=sweep"],
    ["not-timed", 0, "view=profile&.profile.table=untimed"],
    ["call-tree", 0, "view=profile&.profile.table=tree"],
    ["flame-graph", 0, "view=profile&.profile.table=flame"],
    ["communication", 0, "view=communication"],
    ["message-sizes", 0, "view=communication&.communication.part=sizes"],
    ["waits", 0, "view=communication&.communication.part=waits"],
    ["critical-path", 0, "view=communication&.communication.part=critical"],
    ["source", 0, "view=source"],
    ["compare", 0, "view=compare&.compare.with=3"],
    ["compare-difference", 0, "view=compare&.compare.with=3&.compare.look=difference"],
    ["compare-time", 0, "view=compare&.compare.with=3&.compare.part=time&.compare.timelook=difference&.compare.align=sweep"],
    ["compare-division", 0, "view=compare&.compare.with=3&.compare.part=division"],
    ["filter", 0, "view=timeline&filter=.filter(e+->+e.type+==+COMM)", ["/"]],
    ["side-by-side", 0, "view=timeline,when&order=timeline,when"],
    ["help", 0, "view=timeline", ["?"]],
];

/** Measures a program with several ranks; false if there is no MPI. */
function ranks(archive, number) {
    const out = path.join(folder, "jacobi");
    try {
        run("make", ["-s", `O=${out}`, "MPI=openmpi", `CC=${command} cc mpicc.openmpi`], { cwd: path.join(source, "examples/jacobi") });
        run(command, ["run", "-q", "--events", "-o", archive, "mpirun.openmpi", "-n", String(number), path.join(out, "jacobi")], { env: { ...process.env, ...MPI } });
        return true;
    } catch {
        return false;
    }
}

need();
mkdirSync(to, { recursive: true });
if (!ranks("jacobi.tri", 4)) example("heat", "jacobi.tri", [], ["--events"]);
if (!ranks("serial.tri", 1)) example("heat", "serial.tri", ["100"], ["--events"]);
example("tasks", "tasks.tri", ["8"], ["--events"]);
example("philosophers", null);
try {
    run(command, ["run", "-q", "--events", "-o", "philosophers.tri", "philosophers/philosophers"], { timeout: 3000, killSignal: "SIGTERM" });
} catch {
    // it never ends by itself
}
triptych("report", "philosophers.tri");
const { page, open } = await begin(["jacobi.tri", "tasks.tri", "philosophers.tri", "serial.tri"]);
for (const size of sizes.length > 0 ? sizes : ["1280x720", "3840x2160"]) {
    const [width, height] = size.split("x").map(Number);
    await page.setViewportSize({ width, height });
    for (const theme of ["light", "dark"])
        for (const [name, number, link, keys = []] of PICTURES.filter(([name]) => !only || only.includes(name))) {
            await open(`${link}&run=${number}&theme=${theme}`);
            await page.waitForLoadState("networkidle");
            for (const key of keys) await page.keyboard.press(key);
            await page.waitForLoadState("networkidle");
            await page.waitForTimeout(700);
            const file = path.join(to, `${name}-${theme}-${size}.png`);
            await page.screenshot({ path: file });
            console.log(file);
        }
}
await stop();
rmSync(folder, { recursive: true, force: true });
process.exit(0);
