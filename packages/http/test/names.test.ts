import { afterAll, describe, expect, it } from "@effect/vitest"
import { operations } from "@tollgate/http"
import { Effect, Exit, Option, Scope } from "effect"
import { readJsonBody } from "../src/request/readJsonBody.js"
import { api, ask, bearer, json, openAccount, serve } from "./account.js"

const many = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${"x".repeat(i % 9)}${i}`, 1]))

describe("a body of more names than any has", () => {
  it.effect("is judged by the first of them", () =>
    Effect.gen(function* () {
      const headers = { "content-type": "application/json" }
      const read = (count: number) => readJsonBody(headers, new TextEncoder().encode(JSON.stringify(many(count))))
      expect(yield* read(100)).toEqual(many(100))
      expect(yield* read(4_000)).toEqual(many(100))
    })
  )

  const scope = Effect.runSync(Scope.make())
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

  /** One service for all operations: what they refuse changes nothing. */
  const opened = Effect.gen(function* () {
    const account = yield* openAccount
    return { ...account, ...(yield* serve(account.stores, 0)) }
  }).pipe(Scope.extend(scope), Effect.cached, Effect.runSync)

  const reading = operations.filter(({ endpoint }) => Option.isSome(endpoint.payloadSchema))

  it.effect.each(reading)(
    "is refused by $id with the same answer as one of a few too many",
    ({ access, method, path }) =>
      Effect.gen(function* () {
        const { gatewayKey, guardrail, handler, hash, managementKey } = yield* opened
        const key = access.startsWith("gateway") ? gatewayKey : managementKey
        const target = api(
          path.replace("{hash}", hash).replace("{id}", path.includes("guardrails") ? guardrail : "default")
        )
        const refused = (count: number) =>
          ask(handler, target, {
            method,
            headers: { ...bearer(key), ...json },
            body: JSON.stringify(many(count))
          })
        const [few, lots] = [yield* refused(99), yield* refused(4_000)]
        expect([lots.status, JSON.parse(lots.body)]).toEqual([few.status, JSON.parse(few.body)])
        expect([400, 404]).toContain(lots.status)
      })
  )
})
