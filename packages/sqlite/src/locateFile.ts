import { lstatSync, readlinkSync, realpathSync } from "node:fs"
import { basename, dirname, join, resolve } from "node:path"

/** As many links as Linux follows. */
const MAX_LINKS = 40

/**
 * Where a path leads: links in the place of the file are followed, also one that leads to nothing yet. SQLite does the
 * same, and keeps its log beside the file, not beside the link. Throws the system's error, as for links in a circle.
 */
export const locateFile = (path: string): string => {
  let file = resolve(path)
  for (let links = 0; lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true; links++) {
    if (links === MAX_LINKS) throw Object.assign(new Error(`too many links: ${path}`), { code: "ELOOP" })
    // A relative link begins in the folder that really holds it.
    const holder = realpathSync(dirname(file))
    file = resolve(holder, readlinkSync(join(holder, basename(file))))
  }
  return file
}
