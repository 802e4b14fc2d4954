import type { NewHold, Tollgate } from "@tollgate/node"
import type { Round } from "../../harness/alternate.js"
import { byCallers } from "../groupCommit.js"
import { COST, HELD } from "../scopesOf.js"
import { PROVIDER, type Spender } from "./tenants.js"

const usd = (nano: bigint) => Number(nano) / 1e9

/** Whose credentials a request may use. */
export type Credential = "own" | "any"

/** What a gateway asks for, as plain values. */
export const askedOf = (key: string, credential: Credential) => ({
  key,
  amount: usd(HELD),
  models: ["acme/writer"],
  provider: PROVIDER,
  credential
})

/** The path of the run that a request is in. */
type Run = NonNullable<NewHold["run"]>

/** How a request ends. */
export const settlement = { cost: usd(COST), credential_id: null, model: "acme/writer" }

/**
 * `gate.spending.authorize` and `settle`, as a gateway awaits them: from the text of a key to the plain values of the answer. `runOf` gives each
 * request the run that it is in. Without it, none is in a run.
 */
export const pairsOf = (gate: Tollgate, spenders: ReadonlyArray<Spender>) => {
  let next = 0
  return (callers: number, credential: Credential, runOf?: () => Run): Round => {
    const inputs = spenders.map(({ secret }) => askedOf(secret, credential))
    const act = async () => {
      const asked = inputs[next++ % inputs.length]
      if (asked === undefined) throw new Error("There is no key")
      const { id } = (await gate.spending.authorize(runOf === undefined ? asked : { ...asked, run: runOf() })).data
      const { state } = await gate.spending.settle(id, settlement)
      if (state !== "settled") throw new Error(`A hold is ${state}`)
    }
    return (acts) => byCallers(callers, acts, act)
  }
}
