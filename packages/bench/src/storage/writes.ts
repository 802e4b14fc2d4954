import { alternate, type Figures, type Round } from "../harness/alternate.js"
import { atMost } from "../harness/bound.js"
import { figure, type Row } from "../harness/Section.js"

export const writesHead = [
  ...["Act", "Callers", "Contender", "Acts a second", "Times by hand", "CPU an act, µs", "Times by hand"]
]

const alone = atMost(3, " times the CPU", 2)
const grouped = atMost(2.5, " times the CPU", 1.7)

/**
 * An act by concurrent callers, compared with the same by hand in transactions of as many acts: one caller waits for each
 * commit, and many share one.
 */
export const writes = async (
  act: string,
  callers: number,
  contenders: { readonly byHand: Round; readonly ours: Round },
  size: { readonly acts: number; readonly rounds: number }
): Promise<ReadonlyArray<Row>> => {
  const { byHand, ours } = await alternate(contenders, size)
  const cells = (who: string, { cpu, wall }: Figures) => [
    ...[`\`${act}\``, String(callers), who, figure(1e6 / wall), figure(byHand.wall / wall)],
    ...[figure(cpu), figure(cpu / byHand.cpu)]
  ]
  return [
    { cells: cells("by hand", byHand) },
    { cells: cells("ours", ours), judged: [ours.cpu / byHand.cpu, callers === 1 ? alone : grouped] }
  ]
}
