// The filter in force as an option of `triptych run`, and as a condition for a program that runs.

import { splitSteps } from "./chain";

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** A condition on `e`, from a step such as .filter(x -> x.rank == 3); null if the step is none. */
export function conditionOf(step: string): string | null {
    const match = /^\.\s*filter\(\s*([A-Za-z_]\w*)\s*->\s*([^]*)\)$/.exec(step.trim());
    if (!match) return null;
    const [, name, condition] = match as unknown as [string, string, string];
    return name === "e" ? condition.trim() : condition.trim().replace(new RegExp(`\\b${name}\\.`, "g"), "e.");
}

/** The condition that a running program can take, and the steps that it cannot have; null without any. */
export function conditionForProbes(steps: readonly { text: string; on: boolean }[]): { lambda: string | null; left: string[] } {
    const on = steps.filter((step) => step.on).flatMap((step) => splitSteps(step.text));
    const conditions = on.map(conditionOf);
    const known = conditions.filter((condition) => condition !== null);
    const lambda = known.length === 1 ? `e -> ${known[0]}` : `e -> ${known.map((condition) => `(${condition})`).join(" && ")}`;
    return { lambda: known.length > 0 ? lambda : null, left: on.filter((_, i) => conditions[i] === null) };
}

/** The command that logs only what passes the steps that are on, and the steps that it cannot have. */
export function runCommand(steps: readonly { text: string; on: boolean }[], program: string): { command: string; left: string[] } {
    const { lambda, left } = conditionForProbes(steps);
    return { command: lambda !== null ? `triptych run --filter ${quoted(lambda)} ${program}` : `triptych run --events ${program}`, left };
}
