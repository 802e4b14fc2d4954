import { readFileSync, statSync } from "node:fs"
import { fileURLToPath } from "node:url"

/** Written beside the bundle in a checkout. It is not part of the package, so an installed command checks nothing. */
const bundled = new URL("../bundle/sources.json", import.meta.url)

const modifiedAt = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY

/** Whether a file that the bundle was made from has changed, or is gone, since `list` was written with the bundle. */
export const isStale = (list = bundled) => {
  const bundledAt = statSync(list, { throwIfNoEntry: false })?.mtimeMs
  if (bundledAt === undefined) return false
  // Paths, because a URL for each of a thousand sources takes longer than looking at it.
  const folder = fileURLToPath(new URL(".", list))
  const sources = JSON.parse(readFileSync(list, "utf8"))
  return sources.some((source) => modifiedAt(folder + source) > bundledAt)
}
