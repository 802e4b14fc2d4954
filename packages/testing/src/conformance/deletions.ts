import { about, pathOf, sparing, type Way } from "./about.js"
import { notFound, ok } from "./answers.js"
import type { Expectation } from "./Case.js"
import type { Draft } from "./Draft.js"
import { general } from "./families/general.js"
import { ids } from "./families/ids.js"
import { LIMIT, limited } from "./families/rateLimit.js"
import type { Ids } from "./Ids.js"
import { asManager, get } from "./requests.js"
import type { Family } from "./Subject.js"
import type { State } from "./states.js"

interface Deletion extends Pick<Way, "path"> {
  readonly ids: Ids
  /** The states that provide what is deleted. */
  readonly setup: ReadonlyArray<State>
  /** @default `{ "deleted": true }` */
  readonly answer?: Expectation
}

const deleted = ok({ deleted: true })

const deletion: Family = ({ asks, at, ids, request, success: { expect, setup = [] } }) => {
  const unknown = at(ids?.unknownId ?? "")
  return [
    asks(
      "of concurrent deletions, one succeeds",
      { concurrent: 10 },
      { ...expect, tally: { "200": 1, "404": 9 } },
      { basis: "derived", setup }
    ),
    asks("rate limit: an unknown id counts", unknown, limited, {
      setup: [`rate-limit:${LIMIT}`],
      before: [{ request: { ...request(unknown), repeat: LIMIT }, expect: notFound }],
      follow: [{ request: get("/presets"), expect: { status: 200 } }]
    })
  ]
}

/** The cases of an operation that deletes a record: those of every deletion, and more. */
export const deletions = (
  operationId: string,
  { answer = deleted, setup, ...way }: Deletion,
  ...more: ReadonlyArray<Family>
): ReadonlyArray<Draft> => {
  const again = { method: "DELETE", path: pathOf(operationId, way), headers: asManager }
  const success = { expect: answer, setup, follow: [{ request: again, expect: notFound }] }
  return about(operationId, { ...way, success }, sparing(general, ids), deletion, ...more)
}
