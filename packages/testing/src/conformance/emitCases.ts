import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import type { Case } from "./Case.js"
import { groupOf } from "./groupOf.js"

/** Writes the cases as JSON, a file for each operation, and leaves alone what is already there. */
export const emitCases = (cases: ReadonlyArray<Case>, directory: URL): void => {
  const files = new Map<string, ReadonlyArray<Case>>()
  for (const one of cases) {
    const name = `${groupOf(one)}.json`
    files.set(name, [...(files.get(name) ?? []), one])
  }
  for (const [name, list] of files) {
    const file = new URL(name, directory)
    const text = `${JSON.stringify(list, null, 2)}\n`
    if (!existsSync(file) || readFileSync(file, "utf8") !== text) writeFileSync(file, text)
  }
  // An operation that is no more has no cases either.
  for (const name of readdirSync(directory)) {
    if (name.endsWith(".json") && !files.has(name)) rmSync(new URL(name, directory))
  }
}
