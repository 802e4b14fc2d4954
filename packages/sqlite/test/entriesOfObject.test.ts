import { describe, expect, it } from "@effect/vitest"
import { OrganizationId } from "@tollgate/core"
import { AuditStore } from "@tollgate/core/storage"
import { Effect, Layer } from "effect"
import { connect, emptyFile, inFile } from "./support/files.js"

const own = OrganizationId.make("11111111-1111-4111-8111-111111111111")
const other = "22222222-2222-4222-8222-222222222222"

/** Writes entries of a chain with these numbers, all at one time: those of every 500th, and the first ones, are about one object each. */
const entries = (organization: string, from: number, to: number) => `INSERT INTO audit_entries
  (organization_id, seq, hash, created_at, actor_kind, action, object, changes, secrets)
WITH RECURSIVE all_of (n) AS (VALUES (${from}) UNION ALL SELECT n + 1 FROM all_of WHERE n < ${to})
SELECT '${organization}', n, '', 0, 'host', 'keys.updateKey',
  CASE WHEN n % 500 = 0 THEN 'some' WHEN n <= 10500 THEN 'most' ELSE 'others' END, '{}', '[]' FROM all_of`

describe("The audit entries of one object on SQLite", () => {
  it.scopedLive(
    "are found in all blocks of a chain, newest first, whether they are few or too many to be counted",
    () =>
      Effect.gen(function* () {
        const file = yield* emptyFile
        const database = yield* connect(file)
        // The retention has deleted those before.
        for (const text of [entries(own, 700, 12_000), entries(other, 1, 1_000)]) database.exec(text)
        const { list } = yield* Effect.provide(AuditStore, yield* Layer.build(inFile(file)))
        const found = (object: string, limit: number, offset = 0) =>
          Effect.map(list(own, { limit, offset }, { object }), ({ data, total_count }) => [
            total_count,
            data.map(({ seq }) => seq)
          ])
        const some = Array.from({ length: 23 }, (_, n) => 12_000 - 500 * n)
        expect(yield* found("some", 50)).toEqual([23, some])
        expect(yield* found("some", 2, 20)).toEqual([23, some.slice(20, 22)])
        expect(yield* found("others", 1)).toEqual([1_497, [11_999]])
        // Of the 9,780 and more there is one block of another kind between.
        expect(yield* found("most", 2)).toEqual([9_781, [10_499, 10_498]])
        database.exec(entries(own, 20_001, 20_400).replace("'others'", "'most'"))
        expect(yield* found("most", 2)).toEqual([10_001, [20_400, 20_399]])
        expect(yield* found("none", 2)).toEqual([0, []])
        // A look at each block up to there would take days.
        database.exec(entries(own, 2 ** 53 - 7, 2 ** 53 - 7).replace("'others'", "'some'"))
        expect(yield* found("some", 2)).toEqual([24, [2 ** 53 - 7, 12_000]])
        const none = OrganizationId.make("33333333-3333-4333-8333-333333333333")
        expect(yield* list(none, { limit: 1, offset: 0 }, { object: "some" })).toEqual({ data: [], total_count: 0 })
      })
  )
})
