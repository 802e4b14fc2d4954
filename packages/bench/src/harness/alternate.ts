import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { median } from "./median.js"
import { takeTurns } from "./takeTurns.js"

/** Runs this many acts, in sequence or concurrently. */
export type Round = (acts: number) => Promise<void> | void

/** How many acts a round has, and how many rounds are counted. */
export interface Size {
  readonly acts: number
  readonly rounds: number
}

/** Microseconds per act: processor time of all threads of this process, and elapsed time. */
export interface Figures {
  readonly cpu: number
  readonly wall: number
}

// Garbage is collected before each round, so that no contender pays for another's.
setFlagsFromString("--expose-gc")
const sweep: (options?: { readonly type: "minor" }) => void = runInNewContext("gc")

/** Collects all garbage. */
export const collect = (): void => sweep()

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

/** The medians of contenders that take turns within this process. */
export const alternate = async <Name extends string>(
  contenders: Readonly<Record<Name, Round>>,
  { acts, rounds }: Size
): Promise<Readonly<Record<Name, Figures>>> => {
  const entries = Object.entries<Round>(contenders)
  const turns = new Map(entries.map(([name, round]) => [name, () => measure(round, acts)]))
  const taken = [...(await takeTurns(turns, { rounds, warmUp: WARM_UP }))]
  const middle = (of: ReadonlyArray<Figures>): Figures => ({
    cpu: median(of.map(({ cpu }) => cpu)),
    wall: median(of.map(({ wall }) => wall))
  })
  // `Object.fromEntries` loses the type of the names.
  return Object.fromEntries(taken.map(([name, of]) => [name, middle(of)])) as Record<Name, Figures>
}
