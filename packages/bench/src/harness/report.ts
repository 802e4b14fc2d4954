import { statfsSync } from "node:fs"
import { availableParallelism, cpus, loadavg, tmpdir } from "node:os"
import { writeResults } from "./results.js"
import type { Section } from "./Section.js"

/** The parts of a measure, in order. Each can be measured alone. */
export type Parts = Readonly<Record<string, () => Promise<ReadonlyArray<Section>>>>

/** Options of a run. */
export interface Options {
  /** Whether a missed bound fails the run. */
  readonly strict: boolean
  /** Whether to write the tables into the page of results. */
  readonly write: boolean
}

/** The name of a part, as it is asked for. */
export const titleOf = (measure: string, part: string): string => `${measure} --on ${part}`

/** Measures a part of this title, prints its tables, and returns whether the run succeeded. `titles` are those of all parts. */
export const report = async (
  title: string,
  { strict, write }: Options,
  measure: () => Promise<ReadonlyArray<Section>>,
  titles: ReadonlyArray<string>
): Promise<boolean> => {
  const before = surroundings()
  const sections = await measure()
  const text = [before, ...sections.map(({ text }) => text)].join("\n")
  process.stdout.write(`${text}\n`)
  if (write) writeResults(titles, title, text)
  return !strict || sections.every(({ held }) => held)
}

/** Kinds of file systems by their magic numbers (statfs(2)). */
const kinds: Readonly<Record<number, string>> = {
  61267: "ext4",
  1481003842: "xfs",
  2435016766: "btrfs",
  16914836: "tmpfs"
}

/** The machine of a run, the file system of its temporary files, and its load before the run. */
const surroundings = (): string => {
  const model = cpus()[0]?.model.replaceAll(/\s+/g, " ") ?? "unknown processors"
  const load = loadavg()[0]?.toFixed(1) ?? "unknown"
  const disk = kinds[statfsSync(tmpdir()).type] ?? "another file system"
  return `Node.js ${process.versions.node}, ${availableParallelism()} cores (${model}), load before the run ${load}, files in ${tmpdir()} (${disk}).\n`
}
