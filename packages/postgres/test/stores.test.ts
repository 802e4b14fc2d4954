import { afterAll, describe, expect, it, vi } from "@effect/vitest"
import { AD_HOC, SpendingTime } from "@tollgate/sql/driver"
import { spendingStoreContract, storesContract } from "@tollgate/testing/contracts"
import { Effect, Layer } from "effect"
import { Client } from "pg"
import { runs } from "../../../test/runs.js"
import { MAX_PREPARED_LENGTH } from "../src/Session.js"
import { connect, emptyDatabase } from "./support/databases.js"
import { inDatabase, inEmptyDatabases } from "./support/stores.js"

const said = vi.spyOn(Client.prototype, "query")
afterAll(() => said.mockRestore())

const inEmptyDatabase = inEmptyDatabases()
storesContract("PostgreSQL", inEmptyDatabase, { numRuns: runs(5, 200) })
spendingStoreContract("PostgreSQL", Layer.provide(inEmptyDatabase, Layer.succeed(SpendingTime, "arguments")), {
  numRuns: runs(3, 8)
})

/** Every statement that the contracts made the stores run, once; but not those of migrations, nor the list of all holds. */
const statements = () => {
  const texts = said.mock.calls.flatMap(([statement]: ReadonlyArray<unknown>) =>
    typeof statement === "object" && statement !== null && "text" in statement ? [String(statement.text)] : []
  )
  return [...new Set(texts)].filter(
    (text) =>
      /^(SELECT|INSERT|UPDATE|DELETE)/.test(text) &&
      !/migration|pg_|current_setting|INTO list_sizes|WHERE TRUE/.test(text)
  )
}

describe("The statements of the stores on PostgreSQL", () => {
  it.scopedLive("find all they look for by an index, and sort nothing", () =>
    Effect.gen(function* () {
      const url = yield* emptyDatabase
      yield* Effect.scoped(Layer.build(inDatabase(url)))
      const client = yield* connect(url)
      // The first as the stores' own connections have it. Without the others, a table of a few rows is better sorted than
      // read in order.
      for (const way of ["seqscan", "bitmapscan", "sort"]) {
        yield* Effect.promise(() => client.query(`SET enable_${way} = off`))
      }
      const plans = yield* Effect.forEach(statements(), (text) =>
        Effect.promise(async () => {
          const { rows } = await client.query<Record<string, string>>(`EXPLAIN (GENERIC_PLAN) ${text}`)
          return { text, plan: rows.map((row) => row["QUERY PLAN"] ?? "") }
        })
      )
      expect(plans.length).toBeGreaterThan(30)
      // Few holds are open, so a list of those in a state may sort them. Runs of the same ten minutes are sorted, and those of a page. The share
      // of each budget of a list is computed, and they are sorted by it.
      const mayBeSorted = / state = 0\b.*ORDER BY opened_at DESC|AS children\b|AS share\b/s
      const bad = ({ plan, text }: (typeof plans)[number]) =>
        plan.some((step) => (mayBeSorted.test(text) ? /Seq Scan/ : /Seq Scan|Sort/).test(step))
      expect(plans.filter(bad)).toEqual([])
    })
  )

  it("are prepared once on a connection, under a name", () => {
    const unnamed = said.mock.calls.flatMap(([statement]: ReadonlyArray<unknown>) => {
      if (typeof statement !== "object" || statement === null || "name" in statement) return []
      const hasValues = "values" in statement && Array.isArray(statement.values) && statement.values.length > 0
      const text = "text" in statement ? String(statement.text) : ""
      return hasValues && !text.endsWith(AD_HOC) ? [text] : []
    })
    expect(unnamed.filter((text) => text.length <= MAX_PREPARED_LENGTH)).toEqual([])
    // Those that insert hundreds of rows at once are seldom the same.
    expect(new Set(unnamed).size).toBeLessThan(10)
    // A process has 1000 names. Reports, of which there are many more, use none.
    expect(statements().filter((text) => text.endsWith(AD_HOC)).length).toBeGreaterThan(10)
    expect(statements().filter((text) => !text.endsWith(AD_HOC)).length).toBeLessThan(1000)
  })
})
