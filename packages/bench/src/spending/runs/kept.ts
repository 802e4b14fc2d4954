import { setImmediate, setTimeout } from "node:timers/promises"
import { atMost, type Bound } from "../../harness/bound.js"
import { quantile } from "../../harness/median.js"
import { figure, type Row } from "../../harness/Section.js"
import { askedOf, pairsOf, settlement } from "../calls/pairs.js"
import { tenantsOf } from "../calls/tenants.js"
import { count } from "../heapRow.js"
import type { AskedOfRuns } from "./AskedOfRuns.js"
import type { Storage } from "./storages.js"

/** Runs are kept for 32 days after the day of their latest charge. */
const LATER_MS = 33 * 86_400_000
/** How long requests are measured that nothing is beside, in milliseconds: about as long as the deletion takes. */
const ALONE_MS = 2_000

export const keptHead = ["What", "Before", "After", "Times"]

/** Callers that call until a task is done, each at least once. Returns how long each call took, in milliseconds. */
const during = async (task: Promise<unknown>, callers: number, call: (n: number) => Promise<unknown>) => {
  let isDone = false
  const done = task.finally(() => {
    isDone = true
  })
  const waited: Array<number> = []
  let next = 0
  const inTurn = async () => {
    do {
      const began = performance.now()
      await call(next++)
      waited.push(performance.now() - began)
      // In memory, a call is over before the event loop turns.
      await setImmediate()
    } while (!isDone)
  }
  await Promise.all([done, ...Array.from({ length: callers }, inTurn)])
  return waited
}

/** What many runs take, what is left of that 33 days later, and what requests without a run notice while they are deleted. */
export const kept = async (
  { bytesOfRun, callers, name, open, returnsSpace }: Storage,
  { many, tenants }: AskedOfRuns
): Promise<ReadonlyArray<Row>> => {
  const { bytes, gate } = await open("kept")
  try {
    const spenders = await tenantsOf(gate, tenants)
    const pairs = pairsOf(gate, spenders)
    const without = pairs(callers, "own")
    let made = 0
    const inNew = pairs(callers, "own", () => [{ id: `job-${++made}`, limit_usd: 5 }])
    // What is there once takes its place first, such as the scopes of each key.
    const few = Math.max(many / 10, spenders.length)
    await without(few)
    const first = await bytes()
    await without(many)
    const before = await bytes()
    await inNew(many)
    const after = await bytes()
    const pair = async (n: number) => {
      const { id } = (await gate.spending.authorize(askedOf(spenders[n % spenders.length]?.secret ?? "", "own"))).data
      await gate.spending.settle(id, settlement)
    }
    // The process's clock is put ahead, and stays so.
    const present = Date.now
    Date.now = () => present() + LATER_MS
    await without(few)
    const alone = await during(setTimeout(ALONE_MS), callers, pair)
    const beside = await during(gate.pruneLedger(), callers, pair)
    const last = await bytes()
    // In memory, requests without runs take bytes, too: their holds.
    const ofRequests = (requests: number) => ((before - first) / many) * requests
    const ofRun = (after - before - ofRequests(many)) / many
    const left = (last - before - ofRequests(many + few + alone.length + beside.length)) / many
    const p99 = [quantile(alone, 0.99), quantile(beside, 0.99)] as const
    const row = (what: string, one: number | null, other: number, bound: Bound | null): Row => {
      const times = one === null ? other : other / one
      const cells = [
        `${name}: ${what}`,
        one === null ? "" : figure(one),
        figure(other),
        one === null ? "" : figure(times)
      ]
      return bound === null ? { cells } : { cells, judged: [times, bound] }
    }
    return [
      row(`bytes of a run, of ${count(many)}`, null, ofRun, bytesOfRun === null ? null : atMost(bytesOfRun, " bytes")),
      row(
        "bytes of a run, and what is left of them 33 days later",
        ofRun,
        left,
        returnsSpace ? atMost(0.1, " times") : null
      ),
      row("p99 of a request without a run, ms, while runs are deleted", ...p99, atMost(1.25, " times"))
    ]
  } finally {
    await gate.close()
  }
}
