import { badRequest } from "../answers.js"
import type { Expectation } from "../Case.js"
import { json } from "../requests.js"
import type { Family } from "../Subject.js"

const refusedFor = (reason: string): Expectation => ({
  ...badRequest,
  json: { "error.metadata.reason": reason, "error.metadata.issues.0.path": ["Idempotency-Key"] }
})

const replayed = (expect: Expectation, isReplayed: boolean): Expectation => ({
  ...expect,
  headers: { ...expect.headers, "idempotency-replayed": String(isReplayed) }
})

/** `Idempotency-Key`: a change is done once under each key, and its answer is given again. */
export const idempotency: Family = ({ asks, caller, good, operation, request, spares, success, takesBody }) => {
  if (!operation.takesIdempotencyKey) return []
  const named = (key: string) => ({ headers: { ...caller, ...(takesBody && json), "Idempotency-Key": key } })
  const once = { ...good, ...named("{IDEMPOTENCY_KEY}") }
  const { body } = success
  const setup = [...(success.setup ?? []), "idempotency-key"] as const
  const before = [{ request: request(once), expect: replayed(success.expect, false) }]
  // Saved and followed up by the case of the operation itself.
  const { save: _, ...again } = success.expect
  return [
    spares("an Idempotency-Key of 256 characters is 400", named("{a*256}"), refusedFor("idempotency_key_invalid")),
    asks("the answer under an Idempotency-Key is given again", once, replayed(again, true), { setup, before }),
    ...(body === undefined
      ? []
      : [
          asks(
            "another body under the same Idempotency-Key is 400",
            { ...once, body: `${body} ` },
            refusedFor("idempotency_key_reused"),
            { setup, before }
          )
        ])
  ]
}
