import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { median } from "./median.js"
import { takeTurns } from "./takeTurns.js"

/** So many acts, one after another or all at once: whatever is being compared. */
export type Round = (acts: number) => Promise<void> | void

/** Microseconds that one act took: of the processor, in all threads of this process, and on the wall. */
export interface Figures {
  readonly cpu: number
  readonly wall: number
}

// What one leaves behind is swept away before the next, so that nobody pays for the other's garbage.
setFlagsFromString("--expose-gc")
const sweep: (options: { readonly type: "minor" }) => void = runInNewContext("gc")

const measure = async (round: Round, acts: number): Promise<Figures> => {
  sweep({ type: "minor" })
  const cpu = process.cpuUsage()
  const began = performance.now()
  await round(acts)
  const wall = 1000 * (performance.now() - began)
  const { system, user } = process.cpuUsage(cpu)
  return { cpu: (user + system) / acts, wall: wall / acts }
}

const WARM_UP = 3

/** The medians of contenders within this process, who take turns. */
export const alternate = async <Name extends string>(
  contenders: Readonly<Record<Name, Round>>,
  { acts, rounds }: { readonly acts: number; readonly rounds: number }
): Promise<Readonly<Record<Name, Figures>>> => {
  const entries = Object.entries<Round>(contenders)
  const turns = new Map(entries.map(([name, round]) => [name, () => measure(round, acts)]))
  const taken = [...(await takeTurns(turns, { rounds, warmUp: WARM_UP }))]
  const middle = (of: ReadonlyArray<Figures>): Figures => ({
    cpu: median(of.map(({ cpu }) => cpu)),
    wall: median(of.map(({ wall }) => wall))
  })
  // The names are those of the contenders, which Object.fromEntries forgets.
  return Object.fromEntries(taken.map(([name, of]) => [name, middle(of)])) as Record<Name, Figures>
}
