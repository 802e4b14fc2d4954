import { writeReadme } from "./readme.js"
import type { Section } from "./Section.js"
import { surroundings } from "./surroundings.js"

/** What a run is asked beside what to measure. */
export interface Options {
  /** Whether a bound that is missed fails the run. */
  readonly strict: boolean
  /** Whether the README gets the tables. */
  readonly write: boolean
}

/** Measures, prints the tables, and says whether the run has succeeded. */
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
