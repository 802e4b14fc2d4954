import { CHUNK, type SpendingStore } from "@tollgate/core/storage"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Database } from "../../transaction/Database.js"
import type { Dialect } from "../rows/Dialect.js"

const isIdle = `stopped = FALSE AND day < ? AND holds = 0 AND own_unknown_total = 0 AND byok_unknown_total = 0
AND NOT EXISTS (SELECT 1 FROM spending_scopes AS c WHERE c.parent = t.id)`

/**
 * Deletes runs that are over, at most a chunk, and none that another transaction has locked. They are judged again once they are locked: a
 * run may have come below one of them since they were found.
 */
export const pruneRuns = (
  { transact, write }: Context.Tag.Service<Database>,
  { isAmong, lock, numbered }: Dialect
): Context.Tag.Service<SpendingStore>["pruneRuns"] => {
  const find = numbered(`SELECT id FROM spending_scopes AS t WHERE ${isIdle} ORDER BY day LIMIT ${CHUNK}${lock.skip}`)
  const run = (text: string, params: ReadonlyArray<unknown>) =>
    // Rows are objects by column.
    Effect.map(write({ compile: () => [text, params] }), (rows) => rows as ReadonlyArray<{ readonly id: unknown }>)
  return (before) =>
    transact(
      Effect.gen(function* () {
        const found = yield* run(find, [before])
        let deleted = 0
        for (const [text, params] of isAmong(
          "id",
          "bigint",
          found.map(({ id }) => Number(id))
        )) {
          const remove = numbered(`DELETE FROM spending_scopes AS t WHERE ${text} AND ${isIdle} RETURNING id`)
          deleted += (yield* run(remove, [...params, before])).length
        }
        return deleted
      })
    )
}
