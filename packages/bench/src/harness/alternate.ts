import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"

/** So many acts, one after another or all at once: whatever is being compared. */
export type Round = (acts: number) => Promise<void> | void

/** Microseconds that one act took: of the processor, in all threads of this process, and on the wall. */
export interface Figures {
  readonly cpu: number
  readonly wall: number
}

const median = (values: ReadonlyArray<number>): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

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

/**
 * The medians of contenders who take turns round by round, each going first as often as the others, so that whatever
 * slows the machine down meanwhile slows all of them.
 */
export const alternate = async <Name extends string>(
  contenders: Readonly<Record<Name, Round>>,
  { acts, rounds }: { readonly acts: number; readonly rounds: number }
): Promise<Readonly<Record<Name, Figures>>> => {
  const taken = new Map<string, Array<Figures>>()
  const entries = Object.entries<Round>(contenders)
  for (let i = -WARM_UP; i < rounds; i++) {
    const first = Math.abs(i) % entries.length
    for (const [name, round] of [...entries.slice(first), ...entries.slice(0, first)]) {
      const figures = await measure(round, acts)
      if (i >= 0) taken.set(name, [...(taken.get(name) ?? []), figures])
    }
  }
  const middle = (name: string): Figures => {
    const of = taken.get(name) ?? []
    return { cpu: median(of.map(({ cpu }) => cpu)), wall: median(of.map(({ wall }) => wall)) }
  }
  // The names are those of the contenders, which Object.fromEntries forgets.
  return Object.fromEntries(entries.map(([name]) => [name, middle(name)])) as Record<Name, Figures>
}
