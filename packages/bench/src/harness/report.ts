import { writeReadme } from "./readme.js"
import type { Section } from "./Section.js"
import { surroundings } from "./surroundings.js"

/** Options of a run. */
export interface Options {
  /** Whether a missed bound fails the run. */
  readonly strict: boolean
  /** Whether to write the tables into the README. */
  readonly write: boolean
}

/** Measures, prints the tables, and returns whether the run succeeded. */
export const report = async (
  name: string,
  { strict, write }: Options,
  measure: () => Promise<ReadonlyArray<Section>>
): Promise<boolean> => {
  const before = surroundings()
  const sections = await measure()
  const text = [before, ...sections.map(({ text }) => text)].join("\n")
  process.stdout.write(`${text}\n`)
  if (write) writeReadme(name, text)
  return !strict || sections.every(({ held }) => held)
}
