import { alternate } from "../harness/alternate.js"
import { atLeast, atMost } from "../harness/bound.js"
import { figure, type Row, type Section, section } from "../harness/Section.js"
import type { Programs } from "./Programs.js"

const CALLERS = 64
const head = ["`updateKey`, 64 callers", "Without an entry", "With its entry", "Times"]

/** What the audit entry of a change costs, in the same rounds. */
export const audited = async (
  storage: string,
  { updateKey, updateKeyAudited }: Programs,
  size: { readonly acts: number; readonly rounds: number },
  { leastThroughput, mostCpu }: { readonly leastThroughput: number; readonly mostCpu: number | null }
): Promise<Section> => {
  const { alone, both } = await alternate({ alone: updateKey(CALLERS), both: updateKeyAudited(CALLERS) }, size)
  const [cpu, throughput] = [both.cpu / alone.cpu, alone.wall / both.wall]
  const rows: ReadonlyArray<Row> = [
    {
      cells: ["CPU an act, µs", figure(alone.cpu), figure(both.cpu), figure(cpu)],
      ...(mostCpu !== null && { judged: [cpu, atMost(mostCpu, " times the CPU")] as const })
    },
    {
      cells: ["Acts a second", figure(1e6 / alone.wall), figure(1e6 / both.wall), figure(throughput)],
      judged: [throughput, atLeast(leastThroughput, " times the acts")]
    }
  ]
  return section(`${storage}: the audit entry of a change`, head, rows)
}
