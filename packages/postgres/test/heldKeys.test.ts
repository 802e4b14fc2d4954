import { describe, expect, it } from "@effect/vitest"
import {
  authorize,
  createKey,
  GatewayCaller,
  getKey,
  type KeyHash,
  type ManagementCaller,
  markSent,
  release,
  rotateKey,
  type Services,
  settle
} from "@tollgate/core"
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
  const others = [ours.other, theirs.one, theirs.other]
  /** All acts of some keys together, in the order of one batch: those that fail. */
  const failuresOf = (keys: ReadonlyArray<typeof ours.one>) =>
    Effect.forEach(keys, ({ failures }) => failures, { concurrency: "unbounded" }).pipe(
      Effect.map((all) => all.flat()),
      Effect.provide(stores)
    )
  /** Runs an effect while a transaction of the host is open that has done something with our first key. */
  const beside = <A, E>(
    act: (hash: KeyHash) => Effect.Effect<unknown, unknown, ManagementCaller | Services>,
    effect: Effect.Effect<A, E>
  ) =>
    Effect.gen(function* () {
      const [done, ended] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const { run } = yield* Transaction
      const open = run(
        Effect.zipRight(Effect.zipRight(act(ours.one.hash), Deferred.succeed(done, undefined)), Deferred.await(ended))
      )
      const transaction = yield* Effect.fork(Effect.provide(open, ours.asManager))
      yield* Deferred.await(done)
      const answer = yield* effect
      yield* Deferred.succeed(ended, undefined)
      yield* Fiber.join(transaction)
      return answer
    }).pipe(Effect.provide(stores))
  const usage = Effect.forEach(all, ({ asManager, one, other }) =>
    Effect.provide(
      Effect.forEach([one, other], ({ hash }) => Effect.map(getKey(hash), ({ usage }) => usage)),
      asManager
    )
  )
  const failures = failuresOf([ours.one, ...others])
  const [own, ofOthers] = [failuresOf([ours.one]), failuresOf(others)]
  return { url, ours, beside, failures, own, ofOthers, usage: Effect.provide(usage, stores) }
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

  it.scopedLive("are answered at once beside a transaction of the host that has read the key", () =>
    Effect.gen(function* () {
      const { beside, failures, usage } = yield* opened
      expect(yield* beside(getKey, Effect.all([failures, usage]))).toEqual([[], [spent, spent]])
    })
  )
})

describe("While a transaction of the host on PostgreSQL has rotated a key, which raises the version of its scope,", () => {
  it.scopedLive(
    "acts on holds of other keys and of other organizations are answered at once, and its own afterwards",
    () =>
      Effect.gen(function* () {
        const { beside, ofOthers, own, usage } = yield* opened
        const rotate = (hash: KeyHash) => rotateKey(hash, aRotation({ grace_seconds: 60 }))
        const [failed, used] = yield* beside(rotate, Effect.all([ofOthers, usage]))
        expect(failed).toEqual([])
        expect(used).toEqual([[0n, spent[1]], spent])
        expect(yield* own).toEqual([])
        expect(yield* usage).toEqual([spent, spent])
      })
  )
})
