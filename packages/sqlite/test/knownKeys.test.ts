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
import { aHold, aKey, aKeyPatch, aSettlement, TestAccount } from "@tollgate/testing"
import { Effect, Layer } from "effect"
import { countingReads } from "./support/countingReads.js"
import { emptyFile, inFile } from "./support/files.js"

describe("A request of a key that is known, on SQLite", () => {
  it.scopedLive("reads nothing, and neither do the acts on its hold, until another process has written", () =>
    Effect.gen(function* () {
      const file = yield* emptyFile
      const { reads, stores } = yield* countingReads(file)
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
