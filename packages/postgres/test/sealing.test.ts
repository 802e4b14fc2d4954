import { describe, expect, it } from "@effect/vitest"
import { AuditStore } from "@tollgate/core/storage"
import { TestAccount } from "@tollgate/testing/accounts"
import { Effect, Layer, TestClock } from "effect"
import { migratedDatabase, query } from "./support/databases.js"
import { inDatabase } from "./support/stores.js"

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
})
