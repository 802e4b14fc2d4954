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

/** What every new connection is asked, whatever it is opened for: upkeep goes on meanwhile. */
const isOfConnection = (text: string) => text.includes("pg_postmaster_start_time")
const isOfSpending = (text: string) => /\bspending_(holds|scopes)\b/.test(text)

/** The statements that were sent, and those of connections that asked for holds or scopes, each in its order. */
const sentDuring = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.suspend(() => {
    said.mockClear()
    return Effect.map(effect, (answer) => {
      const sent = said.mock.calls.flatMap(([statement]: ReadonlyArray<unknown>, index) =>
        Predicate.hasProperty(statement, "text")
          ? [{ text: String(statement.text), connection: said.mock.contexts[index] }]
          : []
      )
      const own = sent.filter(({ text }) => !isOfConnection(text))
      const connections = [...new Set(own.map(({ connection }) => connection))]
      const spending = connections
        .map((one) => own.flatMap(({ connection, text }) => (connection === one ? [text] : [])))
        .filter((texts) => texts.some(isOfSpending))
      return { answer, texts: own.map(({ text }) => text), spending }
    })
  })

/** The first transaction of a connection, from its first statement on. */
const batchOf = (texts: ReadonlyArray<string> = []) => texts.slice(0, texts.indexOf("COMMIT") + 1)

/** Fails unless all that was asked of holds and scopes is one batch, which nothing precedes on its connection. */
const expectOneBatch = ({ spending }: { readonly spending: ReadonlyArray<ReadonlyArray<string>> }) => {
  const batch = batchOf(spending[0])
  expect([spending.length, batch[0]?.startsWith("BEGIN"), batch.at(-1)]).toEqual([1, true, "COMMIT"])
  expect(spending[0]?.slice(batch.length).filter(isOfSpending)).toEqual([])
}

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
        expect(known.texts.filter(isOfKey)).toEqual([])
        expectOneBatch(known)
        const { id } = known.answer.data
        const acts: ReadonlyArray<Effect.Effect<void, unknown, Services>> = [
          Effect.asVoid(asGateway(markSent(id))),
          Effect.asVoid(asGateway(extend(id, {}))),
          Effect.asVoid(asGateway(settle(id, aSettlement({ cost: 0.5 })))),
          Effect.asVoid(asGateway(release(first.answer.data.id)))
        ]
        for (const next of acts) {
          const sent = yield* sentDuring(next)
          expect(sent.texts.filter(isOfKey)).toEqual([])
          expectOneBatch(sent)
        }
        yield* act(updateKey(its.hash, aKeyPatch({ limit: 40 })))
        const changed = yield* sentDuring(ask)
        expect(changed.texts.filter(isOfKey)).toHaveLength(1)
        expect(changed.answer.budgets).toMatchObject([{ limit: 40_000_000_000n }])
      }).pipe(Effect.provide(stores))
    })
  )
})
