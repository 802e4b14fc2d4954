import { readFileSync } from "node:fs"
import { basename } from "node:path"

/** The names that tests may mention: the module's own, and what it exports, without short ones such as `layer`. */
const namesOf = (root, file) => {
  const exported = readFileSync(root + file, "utf8").matchAll(
    /^export (?:const|class|function\*?|abstract class) (\w+)/gm
  )
  return new Set([basename(file, ".ts"), ...[...exported].map(([, name]) => name).filter((name) => name.length > 6)])
}

/** How often a test file mentions a source or what it exports: the more, the sooner it notices a mutant. */
export const mentions = (root, file) => {
  const names = [...namesOf(root, file)]
  return (test) => {
    const text = test + readFileSync(root + test, "utf8")
    return names.reduce((sum, name) => sum + text.split(name).length - 1, 0)
  }
}

/** Whether a test file starts processes, whose code no record sees. */
export const startsProcesses = (root, test) =>
  /child_process|support\/processes/.test(readFileSync(root + test, "utf8"))
