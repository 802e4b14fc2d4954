import { afterEach, describe, expect, it, vi } from "@effect/vitest"
import { deleteKey, Metrics, readMetrics, verifyAudit } from "@tollgate/core"
import { AuditStore } from "@tollgate/core/storage"
import { TestAccount } from "@tollgate/testing/accounts"
import { Effect, Layer, TestClock } from "effect"
import { Pool } from "pg"
import { migratedDatabase, query } from "./support/databases.js"
import { inDatabase } from "./support/stores.js"

afterEach(() => vi.restoreAllMocks())

describe("The metrics of a PostgreSQL database", () => {
  it.scopedLive("have its commits, what waits, what ran again, and its open holds", () =>
    Effect.gen(function* () {
      const url = yield* migratedDatabase
      const measured = Layer.provideMerge(inDatabase(url), Metrics.layer)
      const page = yield* Effect.zipRight(TestAccount.make(), readMetrics).pipe(
        Effect.provide(Layer.succeedContext(yield* Layer.build(measured)))
      )
      const figures = new Map(
        page.split("\n").map((line) => [line.replace(/ \S+$/, ""), Number(line.split(" ").at(-1))])
      )
      expect(figures.get("tollgate_storage_commit_duration_seconds_count")).toBeGreaterThan(0)
      for (const zero of [
        "tollgate_storage_queue_length",
        'tollgate_postgres_retries_total{reason="deadlock"}',
        'tollgate_postgres_retries_total{reason="duplicate"}',
        "tollgate_holds_open",
        "tollgate_oldest_hold_age_seconds"
      ]) {
        expect([zero, figures.get(zero)]).toEqual([zero, 0])
      }
      expect(figures.get("tollgate_storage_up")).toBe(1)
      expect(figures.has("tollgate_sqlite_wal_bytes")).toBe(false)
    })
  )
})

describe("Audit entries in a PostgreSQL database", () => {
  it.scoped("have their numbers and hashes 100 ms after the change, or when they are read", () =>
    Effect.gen(function* () {
      const url = yield* migratedDatabase
      const sealed = Effect.map(query(url, "SELECT seq FROM audit_entries ORDER BY id"), (rows) =>
        rows.map(({ seq }) => seq)
      )
      yield* Effect.gen(function* () {
        const { organization } = yield* TestAccount.make()
        expect(yield* sealed).toEqual([null, null])
        yield* TestClock.adjust("100 millis")
        // The server seals them at its own pace: the test ends when it has.
        while ((yield* sealed).includes(null));
        expect(yield* sealed).toEqual(["1", "2"])
        const other = yield* TestAccount.make()
        expect(yield* sealed).toEqual(["1", "2", null, null])
        const audit = yield* AuditStore
        const page = { limit: 10, offset: 0 }
        expect((yield* audit.list(other.organization.id, page)).data.map(({ seq }) => seq)).toEqual([2, 1])
        expect((yield* audit.list(organization.id, page)).total_count).toBe(2)
        expect(yield* sealed).toEqual(["1", "2", "1", "2"])
      }).pipe(Effect.provide(Layer.succeedContext(yield* Layer.build(inDatabase(url)))))
    })
  )

  it.scoped("get no numbers and hashes from who verifies them, who only counts those that have none", () =>
    Effect.gen(function* () {
      const url = yield* migratedDatabase
      yield* Effect.gen(function* () {
        yield* TestAccount.make()
        const rows = query(url, "SELECT seq, hash FROM audit_entries")
        const none = { seq: null, hash: null }
        expect(yield* rows).toEqual([none, none])
        expect(yield* verifyAudit()).toEqual({
          ...{ chains: 0, entries: 0, broken: [], pruned: [], same: 0, unsealed: 2 }
        })
        expect(yield* rows).toEqual([none, none])
      }).pipe(Effect.provide(Layer.succeedContext(yield* Layer.build(inDatabase(url)))))
    })
  )

  it.scoped("are sealed after the last one if the head of their chain is gone or wrong, and that is reported", () =>
    Effect.gen(function* () {
      const url = yield* migratedDatabase
      yield* Effect.gen(function* () {
        const accounts = [yield* TestAccount.make(), yield* TestAccount.make()]
        const audit = yield* AuditStore
        yield* audit.chains
        const [one = "", other = ""] = accounts.map(({ organization }) => organization.id)
        yield* query(url, "DELETE FROM audit_heads WHERE organization_id = $1", [one])
        const first = "(SELECT hash FROM audit_entries WHERE organization_id = $1 AND seq = 1)"
        yield* query(url, `UPDATE audit_heads SET seq = 1, hash = ${first} WHERE organization_id = $1`, [other])
        expect(yield* verifyAudit()).toEqual({
          ...{ chains: 1, entries: 1 },
          broken: [
            { organization_id: other, seq: 2, problem: "after_head" },
            { organization_id: one, seq: 1, problem: "no_head" }
          ],
          ...{ pruned: [], same: 0, unsealed: 0 }
        })
        for (const { asManager, ordinaryHash } of accounts) yield* Effect.provide(deleteKey(ordinaryHash), asManager)
        yield* audit.chains
        expect(yield* verifyAudit()).toEqual({
          ...{ chains: 2, entries: 4 },
          broken: [one, other].toSorted().map((organization_id) => ({ organization_id, seq: 3, problem: "changed" })),
          ...{ pruned: [], same: 0, unsealed: 0 }
        })
      }).pipe(Effect.provide(Layer.succeedContext(yield* Layer.build(inDatabase(url)))))
    })
  )

  it.scoped("are counted up to 10,000", () =>
    Effect.gen(function* () {
      const url = yield* migratedDatabase
      yield* Effect.gen(function* () {
        const { organization } = yield* TestAccount.make()
        const audit = yield* AuditStore
        const counted = (action?: string) =>
          Effect.map(audit.list(organization.id, { limit: 1, offset: 0 }, { action }), ({ total_count }) => total_count)
        yield* counted()
        const add = (from: number, to: number) =>
          query(
            url,
            `INSERT INTO audit_entries (organization_id, seq, hash, created_at, actor_kind, action, changes, secrets)
SELECT organization_id, i, '', 0, 'host', 'keys.updateKey', '{}', '[]' FROM audit_heads, generate_series(${from}, ${to}) AS n (i)`
          )
        yield* add(3, 10_000)
        expect([yield* counted(), yield* counted("keys.updateKey")]).toEqual([10_000, 9_998])
        yield* add(10_001, 10_002)
        expect([yield* counted(), yield* counted("keys.updateKey")]).toEqual([10_001, 10_000])
      }).pipe(Effect.provide(Layer.succeedContext(yield* Layer.build(inDatabase(url)))))
    })
  )

  it.scoped("are asked for only once one was stored", () =>
    Effect.gen(function* () {
      yield* Layer.build(inDatabase(yield* migratedDatabase))
      const asked = vi.spyOn(Pool.prototype, "connect")
      yield* TestClock.adjust("1 second")
      expect(asked).not.toHaveBeenCalled()
    })
  )
})
