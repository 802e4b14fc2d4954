import type { Fields } from "../Change.js"
import { badRequest, conflict, type Expectation, notFound, record, refusedFor } from "../Expectation.js"
import { uuid } from "../Ids.js"
import type { Run } from "../Run.js"

/** The id of a hold in a path. */
export const holdId = uuid(({ OTHER_HOLD_ID }) => OTHER_HOLD_ID)

/** The hold of the account. */
export const given = ({ account }: Run) => ({ own: account.HOLD_ID })

/** An open hold of a key that other holds have, too. */
export const fresh = async ({ made }: Run) => ({ own: await made.hold() })

/** Success with one hold, some of whose fields are given. */
export const hold = record

/** Success with a hold and these corrections, oldest first. */
export const withCorrections = (fields: Fields, ...corrections: ReadonlyArray<Fields>): Expectation => {
  const { json, status } = hold(fields)
  const listed = corrections.flatMap((correction, i) =>
    Object.entries(correction).map(([name, value]) => [`corrections.${i}.${name}`, value])
  )
  return { status, json: { ...json, "corrections.length": corrections.length, ...Object.fromEntries(listed) } }
}

/** Reads a hold, which has these fields and corrections. */
export const readHold = ({ api, gateway }: Run, id: string, fields: Fields, ...corrections: ReadonlyArray<Fields>) =>
  api.get(`/holds/${id}`, withCorrections(fields, ...corrections), gateway)

/** A request about a hold. */
export const act = ({ api, gateway }: Run, id: string, name: string, expect: Expectation, fields?: object) =>
  api.post(`/holds/${id}/${name}`, fields, expect, gateway)

/** A settlement that states its credential: the gateway's own. */
export const settle = (run: Run, id: string, cost: number, expect: Expectation) =>
  act(run, id, "settle", expect, { cost, credential_id: null })

/** The refusal of a usage, because the book has no price for the model of the holds. */
export const unpriced = (provider: string | null, model = "acme/writer"): Expectation => ({
  ...badRequest,
  json: {
    "error.metadata.reason": "price_unknown",
    "error.metadata.provider": provider,
    "error.metadata.model": model,
    "error.metadata.providers": []
  }
})

/** The refusal of a cost for which a counter has no room. */
export const tooLarge = refusedFor("cost_too_large")

/** The refusal of an unknown hold. */
export const noHold: Expectation = { ...notFound, json: { "error.metadata.reason": "hold_not_found" } }

/** The refusal of an act on a hold that has ended. */
export const ended = conflict("hold_ended")

/** The refusal of a key that cannot spend. */
export const keyRefused = (key_state: string): Expectation => ({
  status: 403,
  message: "The key cannot spend",
  json: { "error.metadata": { reason: "key_refused", key_state } }
})
