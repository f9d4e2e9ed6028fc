// What views offer for saving.
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";

/** What a view offers for saving, while it is on screen. */
export interface Savable {
    name: string; // of the file, without its ending
    svg?: () => string;
    csv?: () => string;
}

export const savables = signal<Record<string, Savable>>({});

/** A view calls this to offer its picture and its numbers for saving. The functions are called when the user saves. */
export function useSavable(id: string, savable: Savable): void {
    useEffect(() => {
        savables.value = { ...savables.peek(), [id]: savable };
    });
    useEffect(
        () => () => {
            const { [id]: _gone, ...rest } = savables.peek();
            savables.value = rest;
        },
        [id],
    );
}
