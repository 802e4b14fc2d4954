import { writeReadme } from "./harness/readme.js"
import { surroundings } from "./harness/surroundings.js"
import { onSqlite } from "./storage/onSqlite.js"

/** What storage costs beside hand-written code. Only a strict run fails where a bound is missed. */
export const report = async (options: { readonly strict: boolean; readonly write: boolean }): Promise<boolean> => {
  const before = surroundings()
  const sections = await onSqlite()
  const text = [before, ...sections.map(({ text }) => text)].join("\n")
  process.stdout.write(`${text}\n`)
  if (options.write) writeReadme("storage", text)
  return !options.strict || sections.every(({ held }) => held)
}
