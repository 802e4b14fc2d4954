import { badRequest, notFound, record } from "../answers.js"
import type { Expectation, Step } from "../Case.js"
import type { CaseRequest } from "../CaseRequest.js"
import { uuid } from "../Ids.js"
import { asGateway, get, json } from "../requests.js"

export const OWN = "{HOLD_ID}"

/** The id of a hold in a path. */
export const holdId = uuid(OWN, "{OTHER_HOLD_ID}")

/** An open hold of a key that other holds have, too. */
export const setup = ["spender", "hold-open"] as const

/** An open hold of a key, in a workspace, that has no other. */
export const alone = ["hold-alone"] as const

/** Success with one hold, some of whose fields are given. */
export const hold = (fields: Readonly<Record<string, unknown>> = {}): Expectation => record("Hold", fields)

const read = (id: string): CaseRequest => get(`/holds/${id}`, asGateway)

/** Success with a hold and its corrections, oldest first. */
export const withCorrections = (
  { body, ...shown }: Expectation,
  ...corrections: ReadonlyArray<unknown>
): Expectation => ({ ...shown, body: { ...Object(body), corrections } })

/** Reads a hold, which has these corrections. */
export const reading = (shown: Expectation, id = OWN, ...corrections: ReadonlyArray<unknown>): Step => ({
  request: read(id),
  expect: withCorrections(shown, ...corrections)
})

/** A request about the hold. */
export const act = (name: string, body?: object): CaseRequest => ({
  method: "POST",
  path: `/holds/${OWN}/${name}`,
  headers: body === undefined ? asGateway : { ...asGateway, ...json },
  ...(body !== undefined && { body: JSON.stringify(body) })
})

/** The refusal of a cost for which a counter has no room. */
export const tooLarge: Expectation = { ...badRequest, json: { "error.metadata.reason": "cost_too_large" } }

/** The refusal of an unknown hold. */
export const noHold: Expectation = { ...notFound, json: { "error.metadata.reason": "hold_not_found" } }

/** The refusal of an act on a hold that has ended. */
export const ended: Expectation = {
  status: 409,
  message: "Conflict",
  json: { "error.metadata.reason": "hold_ended" }
}
