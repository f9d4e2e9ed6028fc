// The help: the table of keys, and what the mouse does.
import { useEffect, useRef } from "preact/hooks";
import { keys, viewKeys } from "../keys";
import { helpOpen } from "../state";

export function Help() {
    const box = useRef<HTMLDivElement>(null);
    useEffect(() => {
        if (helpOpen.value) box.current?.focus();
    }, [helpOpen.value]);
    if (!helpOpen.value) return null;
    const groups = [...new Set(keys.map((key) => key.group))];
    return (
        <div class="curtain" onClick={() => (helpOpen.value = false)}>
            <div class="help" ref={box} tabIndex={-1} role="dialog" aria-modal="true" aria-label="Help" onClick={(event) => event.stopPropagation()}>
                <h2>Keys</h2>
                <div class="help-groups">
                    {groups.map((group) => (
                        <section>
                            <h3>{group}</h3>
                            <dl>
                                {[
                                    ...keys.filter((key) => key.group === group),
                                    ...(group === "Selection" ? viewKeys : []),
                                ].map((key) => (
                                    <>
                                        <dt>
                                            <kbd>{key.shown}</kbd>
                                        </dt>
                                        <dd>{key.what}</dd>
                                    </>
                                ))}
                            </dl>
                        </section>
                    ))}
                </div>
                <h2>Mouse and touch</h2>
                <ul>
                    <li>Drag in a picture to select a stretch of time; it holds in all views.</li>
                    <li>The wheel zooms round the pointer; with Shift, or sideways, it moves. Two fingers do the same.</li>
                    <li>Hold the middle button, or Shift, and drag to move.</li>
                    <li>Click a thing for its details; its region or lane is then marked in all views.</li>
                    <li>“Only this” and “Without this” in the details write a step of the filter.</li>
                    <li>The address keeps everything: send it to somebody who has the same server or archive.</li>
                </ul>
                <button type="button" onClick={() => (helpOpen.value = false)}>
                    Close
                </button>
            </div>
        </div>
    );
}
