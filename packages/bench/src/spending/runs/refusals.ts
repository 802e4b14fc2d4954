import { BudgetExceeded, TooManyInFlight } from "@tollgate/core"
import type { Tollgate } from "@tollgate/node"
import { alternate, type Figures, type Round } from "../../harness/alternate.js"
import { atMost } from "../../harness/bound.js"
import type { Row } from "../../harness/Section.js"
import { callRow, type Took } from "../calls/callRow.js"
import { askedOf } from "../calls/pairs.js"
import { byCallers } from "../groupCommit.js"
import { count } from "../heapRow.js"
import type { AskedOfRuns } from "./AskedOfRuns.js"
import type { Storage } from "./storages.js"

/** How many callers open the other holds. */
const OPENERS = 64
/** Longer than a measure takes, so that none ends. */
const LEASE_SECONDS = 86_400

/** What refuses a request that asks for $0.01: a limit below that, one that a hold takes most of, and a place that it takes. */
const refusing = {
  budget_spent: { terms: { limit: 0.001 }, held: 0 },
  budget_held: { terms: { limit: 0.015 }, held: 1 },
  too_many_in_flight: { terms: { max_in_flight: 1 }, held: 1 }
}
type Reason = keyof typeof refusing
/** Why a request was refused. */
const reasonOf = (answer: unknown) =>
  answer instanceof TooManyInFlight ? "too_many_in_flight" : answer instanceof BudgetExceeded ? answer.reason : null
const reasons: ReadonlyArray<Reason> = ["budget_spent", "budget_held", "too_many_in_flight"]

/** Requests of an organization that are refused, while others hold as much as they like. */
const refusalsOf = async (gate: Tollgate, callers: number, others: number) => {
  const { organization } = await gate.createOrganization({ name: "Tenant", owner_user_id: "ada" })
  const { keys } = gate.asOrganization(organization.id)
  const asked = (key: string) => ({ ...askedOf(key, "own"), lease_seconds: LEASE_SECONDS })
  const open = (key: string) => gate.spending.authorize(asked(key))
  const { key: other } = await keys.create({ name: "Other" })
  await byCallers(OPENERS, others, async () => void (await open(other)))
  const roundOf = async (reason: Reason): Promise<Round> => {
    const { held, terms } = refusing[reason]
    const { key } = await keys.create({ name: "Spender", ...terms })
    // After the others, so that its lease ends after theirs.
    for (let n = 0; n < held; n++) await open(key)
    const refused = async () => {
      if (reasonOf(await open(key).catch((refusal: unknown) => refusal)) !== reason)
        throw new Error(`It is not ${reason}`)
    }
    return (acts) => byCallers(callers, acts, refused)
  }
  return {
    budget_spent: await roundOf("budget_spent"),
    budget_held: await roundOf("budget_held"),
    too_many_in_flight: await roundOf("too_many_in_flight")
  }
}

const took = ({ cpu, wall }: Figures): Took => ({ cpu, perSecond: 1e6 / wall })

/** Requests that are refused in an organization with many open holds, beside one that has none but those that refuse. */
export const refusals = async (
  { callers, name, open }: Storage,
  { many, size }: AskedOfRuns
): Promise<ReadonlyArray<Row>> => {
  const [empty, crowded] = [await open("empty"), await open("crowded")]
  try {
    const others = Math.ceil(many / 2)
    const beside = await refusalsOf(empty.gate, callers, 0)
    const ours = await refusalsOf(crowded.gate, callers, others)
    const rows: Array<Row> = []
    for (const reason of reasons) {
      const of = await alternate({ beside: beside[reason], ours: ours[reason] }, size)
      const names = [
        `${name}, refused: \`${reason}\`, ${count(others)} other open holds`,
        "no other open holds"
      ] as const
      const bound = atMost(2, " times the CPU")
      rows.push(callRow(names, { beside: took(of.beside), ours: took(of.ours) }, ["cpu", bound]))
    }
    return rows
  } finally {
    await empty.gate.close()
    await crowded.gate.close()
  }
}
