import { describe, expect, it } from "@effect/vitest"
import { createKey, listAuditEntries, Memory } from "@tollgate/core"
import { AuditStore } from "@tollgate/core/storage"
import { aKey, TestAccount } from "@tollgate/testing/accounts"
import { Effect, HashMap, Layer, Logger, TestClock } from "effect"
import { auditing } from "../src/commands/auditing.js"

/** An account in memory, and what the log of a server beside it says, as message and annotations. */
const audited = (retentionDays: number) =>
  Effect.gen(function* () {
    const stores = yield* Layer.build(Layer.fresh(Memory.layer))
    const { asManager, organization } = yield* Effect.provide(TestAccount.make(), stores)
    const said: Array<ReadonlyArray<unknown>> = []
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
        chains.map(({ deleted, hash, organization_id, seq }) => [
          "head of the audit log",
          {
            ...(organization_id === "" ? {} : { organization: organization_id }),
            ...{ seq, hash, first_seq: deleted.seq + 1, deleted_hash: deleted.hash }
          }
        ])
    ).pipe(Effect.provide(stores))
    return { act, heads, organization, said }
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
        const { act, heads, organization, said } = yield* audited(days)
        const listed = Effect.map(act(listAuditEntries({ limit: 100, offset: 0 })), ({ data }) => data)
        yield* act(createKey(aKey()))
        yield* TestClock.adjust("47 hours")
        yield* act(createKey(aKey()))
        const [before, all] = [yield* heads, yield* listed]
        expect(all.length).toBeGreaterThan(2)
        yield* TestClock.adjust("3 hours")
        const [kept, deleted] = [all[0] ?? expect.unreachable(), all[1] ?? expect.unreachable()]
        const pruning = { from: 1, to: deleted.seq, hash: deleted.hash }
        const entry = expect.objectContaining({ action: "audit.prune", seq: kept.seq + 1, changes: pruning })
        expect(yield* listed).toEqual(days === 0 ? all : [entry, kept])
        const line = ["old audit entries deleted", { organization: organization.id, ...pruning }]
        expect(said.filter(([message]) => message !== "head of the audit log")).toEqual(days === 0 ? [] : [line])
        const beginning = { first_seq: kept.seq, deleted_hash: deleted.hash }
        expect(yield* heads).toEqual(
          days === 0
            ? before
            : [["head of the audit log", expect.objectContaining({ seq: kept.seq + 1, ...beginning })]]
        )
      }
    })
  )
})
