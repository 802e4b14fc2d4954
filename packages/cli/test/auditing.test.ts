import { describe, expect, it } from "@effect/vitest"
import { createKey, listAuditEntries, Memory } from "@tollgate/core"
import { AuditStore } from "@tollgate/core/storage"
import { aKey, TestAccount } from "@tollgate/testing/accounts"
import { Effect, HashMap, Layer, Logger, TestClock } from "effect"
import { auditing } from "../src/actions/auditing.js"

/** An account in memory, and what the log of a server beside it says, as message and annotations. */
const audited = (retentionDays: number) =>
  Effect.gen(function* () {
    const stores = yield* Layer.build(Layer.fresh(Memory.layer))
    const { asManager } = yield* Effect.provide(TestAccount.make(), stores)
    const said: Array<unknown> = []
    const logger = Logger.make(({ annotations, message }) => {
      said.push([message, Object.fromEntries(HashMap.toEntries(annotations))].flat())
    })
    yield* auditing(retentionDays).pipe(
      Effect.provide(Logger.replace(Logger.defaultLogger, logger)),
      Effect.provide(stores),
      Effect.forkScoped
    )
    const act = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
      effect.pipe(Effect.provide(asManager), Effect.provide(stores))
    const heads = Effect.map(
      Effect.flatMap(AuditStore, ({ chains }) => chains),
      (chains) =>
        chains.map(({ hash, organization_id, seq }) => [
          "head of the audit log",
          { ...(organization_id === "" ? {} : { organization: organization_id }), seq, hash }
        ])
    ).pipe(Effect.provide(stores))
    return { act, heads, said }
  })

describe("the audit log beside a server", () => {
  it.scoped("has the head of each chain in the server's log, once an hour", () =>
    Effect.gen(function* () {
      const { act, heads, said } = yield* audited(0)
      yield* act(createKey(aKey()))
      yield* TestClock.adjust("59 minutes")
      expect(said).toEqual([])
      yield* TestClock.adjust("1 minute")
      const first = yield* heads
      expect(first.length).toBeGreaterThan(0)
      expect(said).toEqual(first)
      yield* act(createKey(aKey()))
      yield* TestClock.adjust("1 hour")
      const second = yield* heads
      expect(second).not.toEqual(first)
      expect(said).toEqual([...first, ...second])
    })
  )

  it.scoped("loses the entries that are older than the retention, and no others; with none, it keeps all", () =>
    Effect.gen(function* () {
      for (const days of [2, 0]) {
        const { act, heads } = yield* audited(days)
        const listed = Effect.map(act(listAuditEntries({ limit: 100, offset: 0 })), ({ data }) => data)
        yield* act(createKey(aKey()))
        yield* TestClock.adjust("47 hours")
        yield* act(createKey(aKey()))
        const [before, all] = [yield* heads, yield* listed]
        expect(all.length).toBeGreaterThan(2)
        yield* TestClock.adjust("3 hours")
        expect(yield* listed).toEqual(days === 0 ? all : all.slice(0, 1))
        // What remains is the end of the same chain.
        expect(yield* heads).toEqual(before)
      }
    })
  )
})
