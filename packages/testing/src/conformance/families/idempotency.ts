import type { Target } from "../Change.js"
import { type Expectation, refusedFor } from "../Expectation.js"
import type { Given } from "../Given.js"
import { freshName } from "../Made.js"
import { json } from "../Sent.js"
import type { Family } from "../Subject.js"

const replayed = (expect: Expectation, isReplayed: boolean): Expectation => ({
  ...expect,
  headers: { ...expect.headers, "idempotency-replayed": String(isReplayed) }
})

/** `Idempotency-Key`: a change is done once under each key, and its answer is given again. */
export const idempotency: Family = ({ operation, spares, takesBody, test, way }) => {
  if (!operation.takesIdempotencyKey) return []
  const named = ({ caller }: Given<Target>, key: string) => ({
    headers: { ...caller, ...(takesBody && json), "Idempotency-Key": key }
  })
  return [
    spares(
      "an Idempotency-Key of 256 characters is 400",
      (given) => named(given, "a".repeat(256)),
      refusedFor("idempotency_key_invalid", "Idempotency-Key")
    ),
    test("the answer under an Idempotency-Key is given again", async (given) => {
      const once = named(given, freshName())
      await given.ask(once, replayed(given.expect, false))
      await given.ask(once, replayed(given.expect, true))
    }),
    ...(way.body === undefined
      ? []
      : [
          test("another body under the same Idempotency-Key is 400", async (given) => {
            const once = named(given, freshName())
            await given.ask(once, replayed(given.expect, false))
            const other = { ...once, body: `${given.good.body} ` }
            await given.ask(other, refusedFor("idempotency_key_reused", "Idempotency-Key"))
          })
        ])
  ]
}
