import { describe, expect, it } from "@effect/vitest"
import {
  authorize,
  createKey,
  extend,
  GatewayCaller,
  type ManagementCaller,
  markSent,
  release,
  settle,
  updateKey
} from "@tollgate/core"
import { Vault } from "@tollgate/core/storage"
import { Database } from "@tollgate/sql/driver"
import { aHold, aKey, aKeyPatch, aSettlement, TestAccount } from "@tollgate/testing"
import { Context, Effect, Layer } from "effect"
import { open, services } from "../dist/layer.js"
import { emptyFile, inFile, masterKey } from "./support/files.js"

/** The stores over a file, and what they read: statements by themselves, and those within acts. */
const counting = Effect.fnUntraced(function* (file: string) {
  const vault = yield* Vault.make(masterKey)
  const opened = yield* Effect.provideService(open({ file }), Vault, vault)
  const database = Context.get(opened, Database)
  const reads: Array<string> = []
  const counted = Context.add(opened, Database, {
    ...database,
    read: (statement) =>
      Effect.suspend(() => {
        reads.push(statement.compile(true)[0])
        return database.read(statement)
      }),
    act: (act, otherwise, owner) =>
      database.act(
        (query, epoch) =>
          act((text, params) => {
            if (text.startsWith("SELECT")) reads.push(text)
            return query(text, params)
          }, epoch),
        otherwise,
        owner
      )
  })
  const stores = yield* Layer.build(Layer.provideMerge(services(counted), Layer.succeed(Vault, vault)))
  return { reads, stores }
})

describe("A request of a key that is known, on SQLite", () => {
  it.scopedLive("reads nothing, and neither do the acts on its hold, until another process has written", () =>
    Effect.gen(function* () {
      const file = yield* emptyFile
      const { reads, stores } = yield* counting(file)
      const elsewhere = yield* Layer.build(inFile(file))
      const { asManager } = yield* Effect.provide(TestAccount.make(), stores)
      const act = <A, E, R>(effect: Effect.Effect<A, E, R | ManagementCaller>) => Effect.provide(effect, asManager)
      const { data: its, key } = yield* Effect.provide(act(createKey(aKey({ limit: 50 }))), stores)
      const asGateway = <A, E, R>(effect: Effect.Effect<A, E, R | GatewayCaller>) =>
        Effect.provide(Effect.provideService(effect, GatewayCaller, { organizationId: null }), stores)
      const ask = asGateway(authorize(aHold(key)))
      reads.length = 0
      const unused = yield* ask
      expect(reads.splice(0).filter((text) => text.includes("key_secrets"))).toHaveLength(1)
      const { data } = yield* ask
      yield* asGateway(markSent(data.id))
      yield* asGateway(extend(data.id, {}))
      yield* asGateway(settle(data.id, aSettlement({ cost: 0.5 })))
      yield* asGateway(release(unused.data.id))
      expect(reads).toEqual([])
      yield* Effect.provide(act(updateKey(its.hash, aKeyPatch({ limit: 40 }))), elsewhere)
      expect((yield* ask).budgets).toMatchObject([{ limit: 40_000_000_000n }])
      expect(reads.splice(0).filter((text) => text.includes("key_secrets"))).toHaveLength(1)
      yield* ask
      expect(reads).toEqual([])
    })
  )
})
