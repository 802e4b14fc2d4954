import { lstatSync, readlinkSync, realpathSync } from "node:fs"
import { basename, dirname, join, resolve } from "node:path"

/** The same limit as Linux. */
const MAX_LINKS = 40

/**
 * Resolves links in place of the file, including a link to a missing file. SQLite does the same, and keeps its log
 * beside the target. Throws the system's error, for example for circular links.
 */
export const locateFile = (path: string): string => {
  let file = resolve(path)
  for (let links = 0; lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true; links++) {
    if (links === MAX_LINKS) throw Object.assign(new Error(`too many links: ${path}`), { code: "ELOOP" })
    // A relative link is relative to the real folder that contains it.
    const holder = realpathSync(dirname(file))
    file = resolve(holder, readlinkSync(join(holder, basename(file))))
  }
  return file
}
