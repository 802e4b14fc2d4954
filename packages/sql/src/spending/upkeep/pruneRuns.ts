import { CHUNK, Day, type SpendingStore } from "@tollgate/core/storage"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { serverTime } from "../rows/Dialect.js"
import type { Spending } from "../unit/unitRunner.js"

const DAY_MS = 86_400_000

const isOrganization =
  "o.organization_id = t.organization_id AND o.subject = t.organization_id AND o.kind = 'organization' AND o.guardrail_id = ''"

/** Whether a run may be deleted: it was charged last before a day, and so many days before the day of its organization, if that was charged. */
const isIdle = (before: string) =>
  `stopped = FALSE AND day < ${before}
AND day < COALESCE((SELECT o.day FROM spending_scopes AS o WHERE ${isOrganization}) - ?, day + 1)
AND holds = 0 AND own_unknown_total = 0 AND byok_unknown_total = 0
AND NOT EXISTS (SELECT 1 FROM spending_scopes AS c WHERE c.parent = t.id)`

/**
 * Deletes runs that are over, at most a chunk, and none that another transaction has locked. They are judged again once they are locked: a
 * run may have come below one of them since they were found.
 */
export const pruneRuns = ({
  database: { transact, write },
  dialect: { isAmong, lock, numbered },
  isServerTime
}: Spending): Context.Tag.Service<SpendingStore>["pruneRuns"] => {
  const isOver = isIdle(isServerTime ? `${serverTime} / ${DAY_MS} - ?` : "?")
  const find = numbered(`SELECT id FROM spending_scopes AS t WHERE ${isOver} ORDER BY day LIMIT ${CHUNK}${lock.skip}`)
  const run = (text: string, params: ReadonlyArray<unknown>) =>
    // Rows are objects by column.
    Effect.map(write({ compile: () => [text, params] }), (rows) => rows as ReadonlyArray<{ readonly id: unknown }>)
  return (keptDays, now) => {
    const days = [isServerTime ? keptDays : Day.of(now) - keptDays, keptDays]
    return transact(
      Effect.gen(function* () {
        const found = yield* run(find, days)
        let deleted = 0
        for (const [text, params] of isAmong(
          "id",
          "bigint",
          found.map(({ id }) => Number(id))
        )) {
          const remove = numbered(`DELETE FROM spending_scopes AS t WHERE ${text} AND ${isOver} RETURNING id`)
          deleted += (yield* run(remove, [...params, ...days])).length
        }
        return deleted
      })
    )
  }
}
