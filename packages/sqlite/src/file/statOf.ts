import { type Stats, statSync } from "node:fs"

/** The stats of a path, with links followed; undefined if nothing exists there. Throws the system's error. */
export const statOf = (path: string): Stats | undefined => statSync(path, { throwIfNoEntry: false })
