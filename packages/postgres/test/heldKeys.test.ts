import { describe, expect, it } from "@effect/vitest"
import { authorize, createKey, GatewayCaller, getKey, markSent, release, rotateKey, settle } from "@tollgate/core"
import { Transaction } from "@tollgate/core/storage"
import { aHold, aKey, aRotation, aSettlement } from "@tollgate/testing"
import { TestAccount } from "@tollgate/testing/accounts"
import { Array, Deferred, Effect, Either, Fiber, Layer } from "effect"
import { connections, waitsForLock } from "./support/activity.js"
import { connect, emptyDatabase } from "./support/databases.js"
import { inDatabase } from "./support/stores.js"

const asGateway = Effect.provideService(GatewayCaller, { organizationId: null })

const failureOf = (act: Either.Either<unknown, unknown>) => Either.getLeft(act)

/** A key with three open holds, and what a gateway does with them. */
const spender = Effect.gen(function* () {
  const { data, key } = yield* createKey(aKey({ limit: 5 }))
  const open = Effect.map(asGateway(authorize(aHold(key))), ({ data }) => data.id)
  const [first, second, third] = yield* Effect.all([open, open, open])
  const acts = Effect.all(
    [settle(first, aSettlement({ cost: 0.125 })), markSent(second), release(third), authorize(aHold(key))],
    { concurrency: "unbounded", mode: "either" }
  )
  return { hash: data.hash, failures: Effect.map(asGateway(acts), Array.filterMap(failureOf)) }
})

/** Two organizations with two such keys each. */
const opened = Effect.gen(function* () {
  const url = yield* emptyDatabase
  const stores = yield* Layer.build(inDatabase(url))
  const organization = Effect.gen(function* () {
    const { asManager } = yield* TestAccount.make()
    const [one, other] = yield* Effect.provide(Effect.all([spender, spender]), asManager)
    return { asManager, one, other }
  })
  const [ours, theirs] = yield* Effect.provide(Effect.all([organization, organization]), stores)
  const all = [ours, theirs]
  /** All acts together, in the order of one batch: those that fail. */
  const failures = Effect.forEach(
    all.flatMap(({ one, other }) => [one, other]),
    ({ failures }) => failures,
    { concurrency: "unbounded" }
  ).pipe(Effect.map((all) => all.flat()))
  const usage = Effect.forEach(all, ({ asManager, one, other }) =>
    Effect.provide(
      Effect.forEach([one, other], ({ hash }) => Effect.map(getKey(hash), ({ usage }) => usage)),
      asManager
    )
  )
  return { url, stores, ours, failures: Effect.provide(failures, stores), usage: Effect.provide(usage, stores) }
})

const spent = [125_000_000n, 125_000_000n]

describe("While the record of a key on PostgreSQL is locked, acts on holds of it, of other keys and of other organizations", () => {
  it.scopedLive("are answered at once beside another application", () =>
    Effect.gen(function* () {
      const { failures, ours, url, usage } = yield* opened
      const holder = yield* connect(url)
      const hold = holder
        .query("BEGIN")
        .then(() => holder.query("SELECT 1 FROM api_keys WHERE hash = $1 FOR UPDATE", [ours.one.hash]))
      expect((yield* Effect.promise(() => hold)).rowCount).toBe(1)
      expect(yield* failures).toEqual([])
      expect(yield* connections(url, waitsForLock)).toBe(0)
      expect(yield* usage).toEqual([spent, spent])
      yield* Effect.promise(() => holder.query("ROLLBACK"))
    })
  )

  it.scopedLive("are answered at once beside a transaction of the host that has rotated the key", () =>
    Effect.gen(function* () {
      const { failures, ours, stores, usage } = yield* opened
      const [rotated, answered] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const rotating = Effect.flatMap(Transaction, ({ run }) =>
        run(
          rotateKey(ours.one.hash, aRotation()).pipe(
            Effect.tap(Deferred.succeed(rotated, undefined)),
            Effect.tap(Deferred.await(answered))
          )
        )
      )
      const rotation = yield* rotating.pipe(Effect.provide(ours.asManager), Effect.provide(stores), Effect.fork)
      yield* Deferred.await(rotated)
      expect(yield* failures).toEqual([])
      expect(yield* usage).toEqual([spent, spent])
      yield* Deferred.succeed(answered, undefined)
      yield* Fiber.join(rotation)
    })
  )
})
