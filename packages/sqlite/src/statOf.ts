import { type Stats, statSync } from "node:fs"

/** What the system knows of a path, links followed; undefined where nothing is there. Throws the system's error. */
export const statOf = (path: string): Stats | undefined => statSync(path, { throwIfNoEntry: false })
