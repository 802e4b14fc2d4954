import { alternate, type Figures, type Round } from "../../harness/alternate.js"
import { atMost } from "../../harness/bound.js"
import type { Row } from "../../harness/Section.js"
import { callRow, type Took } from "../calls/callRow.js"
import { pairsOf } from "../calls/pairs.js"
import { tenantsOf } from "../calls/tenants.js"
import { count } from "../heapRow.js"
import type { AskedOfRuns } from "./AskedOfRuns.js"
import type { Storage } from "./storages.js"

/** Each request states the limits of its runs, as in `withRun`. None is reached. */
const limit_usd = 100_000
const max_in_flight = 1_000_000
const inOne = [{ id: "job-7", limit_usd }]
const inThree = [...inOne, { id: "researcher", limit_usd }, { id: "reader", limit_usd }]
const inLimited = [{ id: "job-7", limit_usd, max_in_flight }]

/** Each contender has rounds that are not counted, and that make runs, too. */
const WARM_UP = 3

const took = ({ cpu, wall }: Figures): Took => ({ cpu, perSecond: 1e6 / wall })

const row = (
  call: string,
  beside: string,
  of: { readonly beside: Figures; readonly ours: Figures },
  limit: number
): Row =>
  callRow([call, beside], { beside: took(of.beside), ours: took(of.ours) }, ["cpu", atMost(limit, " times the CPU")])

/** `authorize` and `settle` in runs, beside the same without, and with limits of requests in flight, beside the same without. */
export const pairsInRuns = async (
  { callers, name, open }: Storage,
  { many, size, tenants }: AskedOfRuns
): Promise<ReadonlyArray<Row>> => {
  const { gate } = await open("pairs")
  try {
    const pairs = pairsOf(gate, await tenantsOf(gate, tenants))
    const limited = pairsOf(gate, await tenantsOf(gate, { ...tenants, max_in_flight }))
    const without = pairs(callers, "own")
    const existing = {
      without,
      one: pairs(callers, "own", () => inOne),
      three: pairs(callers, "own", () => inThree),
      limited: limited(callers, "own", () => inLimited)
    }
    const { limited: inFlight, one, three, without: none } = await alternate(existing, size)
    let made = 0
    const inNew: Round = pairs(callers, "own", () => [{ id: `job-${++made}`, limit_usd }])
    const fresh = await alternate({ without, inNew }, { ...size, acts: Math.ceil(many / (size.rounds + WARM_UP)) })
    return [
      row(`${name}, in one run that exists`, "without runs", { beside: none, ours: one }, 1.1),
      row(`${name}, in three that exist`, "without runs", { beside: none, ours: three }, 1.2),
      row(`${name}, in one run, \`max_in_flight\` on five scopes`, "in one run", { beside: one, ours: inFlight }, 1.02),
      row(
        `${name}, in a new run each time, ${count(many)} of them`,
        "without runs",
        { beside: fresh.without, ours: fresh.inNew },
        1.9
      )
    ]
  } finally {
    await gate.close()
  }
}
