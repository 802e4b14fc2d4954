import { alternate, type Size } from "../harness/alternate.js"
import { atLeast, atMost } from "../harness/bound.js"
import { figure, type Row, type Section, section } from "../harness/Section.js"
import { cost, costsHead } from "./costs.js"
import type { Programs } from "./Programs.js"

const CALLERS = 64

/** What the audit entry of a change adds to it, in the same rounds. */
export const auditEntry = async (
  storage: string,
  { updateKey, updateKeyAudited }: Programs,
  size: Size,
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
  const head = [`\`updateKey\`, ${CALLERS} callers`, "Without an entry", "With its entry", "Times"]
  return section(`${storage}: the audit entry of a change`, head, rows)
}

const onCpu = atMost(2.5, " times the CPU", 2)

/** What an idempotency key adds to an audited change, and what it costs to give its answer again. */
export const idempotencyKey = async (
  storage: string,
  { updateKeyAgain, updateKeyAudited, updateKeyOnce }: Programs,
  size: Size
): Promise<Section> => {
  const rows = []
  for (const callers of [1, CALLERS]) {
    const updateKey = { byHand: updateKeyAudited(callers), ours: updateKeyOnce(callers) }
    rows.push(await cost(`\`updateKey\`, ${callers} at once`, updateKey, size, onCpu))
  }
  const again = { byHand: updateKeyAudited(CALLERS), ours: updateKeyAgain(CALLERS) }
  rows.push(await cost("its answer given again, 64 at once", again, size, onCpu))
  const head = costsHead.map((cell) => cell.replace("by hand", "without").replace("ours", "with"))
  return section(`${storage}: with an \`Idempotency-Key\`, beside the same change without`, head, rows)
}
