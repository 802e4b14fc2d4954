import { SqlClient } from "@effect/sql"
import { describe, expect, it } from "@effect/vitest"
import { authorize, createKey, extend, GatewayCaller, NewHold, updateKey } from "@tollgate/core"
import * as Sql from "@tollgate/sql"
import { aKey, aKeyPatch, TestAccount } from "@tollgate/testing/accounts"
import { Effect, Layer, Redacted, Schema } from "effect"
import { hostClient, migratedClient } from "./support/clients.js"
import { temporaryFile } from "./support/files.js"

const asHost = Effect.provideService(GatewayCaller, { organizationId: null })
const hold = (key: Redacted.Redacted, id?: string) =>
  asHost(
    authorize(Schema.decodeSync(NewHold)({ key: Redacted.value(key), amount: 1, models: ["a/b"], ...(id && { id }) }))
  )
const lengthen = (id: string) => asHost(extend(id, {}))
const joining = (client: SqlClient.SqlClient) =>
  Layer.build(Layer.provide(Sql.layerJoining, Layer.succeed(SqlClient.SqlClient, client)))

describe("What is cached of requests within a transaction of the host, on SQLite", () => {
  it.scopedLive("says nothing of the hold that has the id of one that was rolled back", () =>
    Effect.gen(function* () {
      const file = yield* temporaryFile
      const [host, other] = [yield* migratedClient(file), yield* hostClient(file)]
      const [here, there] = [yield* joining(host), yield* joining(other)]
      const { asManager } = yield* Effect.provide(TestAccount.make(), here)
      const one = yield* createKey(aKey()).pipe(Effect.provide(asManager), Effect.provide(here))
      const two = yield* createKey(aKey()).pipe(Effect.provide(asManager), Effect.provide(here))
      let id = ""
      yield* hold(one.key).pipe(Effect.provide(here))
      const undone = Effect.flatMap(Effect.provide(hold(one.key), here), ({ data }) => {
        id = data.id
        return Effect.fail("undone")
      })
      yield* Effect.flip(host.withTransaction(undone))
      yield* hold(one.key).pipe(Effect.provide(here))
      const { data } = yield* hold(two.key, id).pipe(Effect.provide(there))
      expect(data.id).toBe(id)
      yield* updateKey(two.data.hash, aKeyPatch({ disabled: true })).pipe(
        Effect.provide(asManager),
        Effect.provide(there)
      )
      for (const stores of [there, here]) {
        expect(yield* Effect.flip(Effect.provide(lengthen(id), stores))).toMatchObject({ key_state: "disabled" })
      }
    })
  )

  for (const commits of [false, true])
    it.scopedLive(`is nothing that the transaction has changed, if it ${commits ? "commits" : "is rolled back"}`, () =>
      Effect.gen(function* () {
        const file = yield* temporaryFile
        const [host, other] = [yield* migratedClient(file), yield* hostClient(file)]
        const [here, there] = [yield* joining(host), yield* joining(other)]
        const { asManager } = yield* Effect.provide(TestAccount.make(), here)
        const one = yield* createKey(aKey({ limit: 100 })).pipe(Effect.provide(asManager), Effect.provide(here))
        yield* hold(one.key).pipe(Effect.provide(here))
        yield* hold(one.key).pipe(Effect.provide(here))
        const inside = Effect.gen(function* () {
          yield* updateKey(one.data.hash, aKeyPatch({ name: "inside" })).pipe(Effect.provide(asManager))
          const a = yield* hold(one.key)
          const b = yield* hold(one.key)
          expect([a.key_holder.key.name, b.key_holder.key.name]).toEqual(["inside", "inside"])
          return yield* commits ? Effect.void : Effect.fail("undone")
        }).pipe(Effect.provide(here))
        yield* Effect.exit(host.withTransaction(inside))
        const after = yield* hold(one.key).pipe(Effect.provide(here))
        expect(after.key_holder.key.name === "inside").toBe(commits)
        yield* updateKey(one.data.hash, aKeyPatch({ disabled: true })).pipe(
          Effect.provide(asManager),
          Effect.provide(there)
        )
        expect(yield* Effect.flip(Effect.provide(hold(one.key), here))).toMatchObject({ key_state: "disabled" })
      })
    )
})
