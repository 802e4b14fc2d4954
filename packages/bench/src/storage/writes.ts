import { alternate, type Figures, type Round } from "../harness/alternate.js"
import { atLeast, atMost } from "../harness/bound.js"
import { figure, type Row } from "../harness/Section.js"

export const writesHead = ["Callers", "Contender", "Acts a second", "Times by hand", "CPU an act, µs", "Times by hand"]

/** Writes of concurrent callers, compared with a transaction by hand for each and with one by hand for all of them. */
export const writes = async (
  callers: number,
  contenders: { readonly alone: Round; readonly grouped: Round; readonly ours: Round },
  size: { readonly acts: number; readonly rounds: number }
): Promise<ReadonlyArray<Row>> => {
  const { alone, grouped, ours } = await alternate(contenders, size)
  const cells = (who: string, { cpu, wall }: Figures) => [
    ...[String(callers), who, figure(1e6 / wall), figure(alone.wall / wall), figure(cpu), figure(cpu / alone.cpu)]
  ]
  const row = { cells: cells("ours", ours) }
  const judged = (): Row => {
    if (callers === 1) return { ...row, judged: [ours.cpu / alone.cpu, atMost(4, " times the CPU", 2.5)] }
    if (callers === 64) return { ...row, judged: [alone.wall / ours.wall, atLeast(1.5, " times as many", 3)] }
    return row
  }
  return [
    { cells: cells("by hand, a transaction each", alone) },
    ...(callers === 1 ? [] : [{ cells: cells("by hand, one for all", grouped) }]),
    judged()
  ]
}
