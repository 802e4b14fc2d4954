import { afterAll, describe, expect, it, vi } from "@effect/vitest"
import {
  authorize,
  createKey,
  extend,
  GatewayCaller,
  type ManagementCaller,
  markSent,
  release,
  type Services,
  settle,
  updateKey
} from "@tollgate/core"
import { aHold, aKey, aKeyPatch, aSettlement, TestAccount } from "@tollgate/testing"
import { Effect, Layer, Predicate } from "effect"
import { Client } from "pg"
import { migratedDatabase } from "./support/databases.js"
import { inDatabase } from "./support/stores.js"

const said = vi.spyOn(Client.prototype, "query")
afterAll(() => said.mockRestore())

/** The verbs of the statements that were sent, in their order. */
const sentDuring = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.suspend(() => {
    said.mockClear()
    return Effect.map(effect, (answer) => {
      const texts = said.mock.calls.flatMap(([statement]: ReadonlyArray<unknown>) =>
        Predicate.hasProperty(statement, "text") ? [String(statement.text)] : []
      )
      return { answer, texts }
    })
  })

const isOfKey = (text: string) => /\bkey_secrets\b|\bapi_keys\b|\bguardrails\b|\bbyok_credentials\b/.test(text)

describe("A request of a key that is known, on PostgreSQL", () => {
  it.scopedLive("is one batch with nothing before it, and so are the acts on its hold", () =>
    Effect.gen(function* () {
      const url = yield* migratedDatabase
      const stores = yield* Layer.build(inDatabase(url))
      yield* Effect.gen(function* () {
        const { asManager } = yield* TestAccount.make()
        const act = <A, E, R>(effect: Effect.Effect<A, E, R | ManagementCaller>) => Effect.provide(effect, asManager)
        const { data: its, key } = yield* act(createKey(aKey({ limit: 50 })))
        const asGateway = <A, E, R>(effect: Effect.Effect<A, E, R | GatewayCaller>) =>
          Effect.provideService(effect, GatewayCaller, { organizationId: null })
        const ask = asGateway(authorize(aHold(key)))
        const first = yield* sentDuring(ask)
        expect(first.texts.filter(isOfKey)).toHaveLength(1)
        // The scopes of the key exist from now on.
        const known = yield* sentDuring(ask)
        expect([known.texts.filter(isOfKey), known.texts[0]?.startsWith("BEGIN")]).toEqual([[], true])
        expect([known.texts.filter((text) => text.startsWith("BEGIN")).length, known.texts.at(-1)]).toEqual([
          1,
          "COMMIT"
        ])
        const { id } = known.answer.data
        const acts: ReadonlyArray<Effect.Effect<void, unknown, Services>> = [
          Effect.asVoid(asGateway(markSent(id))),
          Effect.asVoid(asGateway(extend(id, {}))),
          Effect.asVoid(asGateway(settle(id, aSettlement({ cost: 0.5 })))),
          Effect.asVoid(asGateway(release(first.answer.data.id)))
        ]
        for (const next of acts) {
          const { texts } = yield* sentDuring(next)
          expect([texts.filter(isOfKey), texts[0]?.startsWith("BEGIN"), texts.at(-1)]).toEqual([[], true, "COMMIT"])
        }
        yield* act(updateKey(its.hash, aKeyPatch({ limit: 40 })))
        const changed = yield* sentDuring(ask)
        expect(changed.texts.filter(isOfKey)).toHaveLength(1)
        expect(changed.answer.budgets).toMatchObject([{ limit: 40_000_000_000n }])
      }).pipe(Effect.provide(stores))
    })
  )
})
