import { isNotFound, type RefusalTag } from "./errorTable.js"
import type { Operation } from "./Operation.js"
import { operations } from "./operations.js"

/**
 * The refusal of an operation for an object that a parameter of its path names, and that is not there; null if the parameter names no object.
 * Operations on the path before it refuse what is named there, and what the input names.
 */
export const refusalOfName = ({ path, refuses }: Operation, parameter: string): RefusalTag | null => {
  const [before = ""] = path.split(`{${parameter}}`)
  const whole = `${before}{${parameter}}`
  const refusedAt = (isThere: (path: string) => boolean) =>
    new Set(operations.filter(({ path }) => isThere(path)).flatMap(({ refuses }) => refuses))
  const above = refusedAt((path) => whole.startsWith(`${path}/`))
  const here = refusedAt((path) => path === whole)
  const missing = refuses.filter((tag) => isNotFound(tag) && !above.has(tag))
  return missing.find((tag) => here.has(tag)) ?? missing[0] ?? null
}
