import { type ActivityList, Day, type StorageFailure } from "@tollgate/core/storage"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Database } from "../../transaction/Database.js"
import type { Dialect } from "../rows/Dialect.js"
import { digestOf } from "../rows/Names.js"
import { storeSums } from "../rows/sums.js"

/** The most days that one transaction sums. On SQLite, everything waits for it. */
const togetherOf = ({ locksRows }: Dialect) => (locksRows ? 7 : 1)

/** Some days, from one to another. */
export interface Days {
  readonly from: Day.Day
  /** Inclusive. */
  readonly to: Day.Day
}

/** The days of a range that are not among others, in runs of days that follow each other. */
export const runsWithout = ({ from, to }: Days, others: ReadonlySet<Day.Day>): ReadonlyArray<Days> => {
  const runs: Array<Days> = []
  for (let day = from; day <= to; day++) {
    if (others.has(day)) continue
    const last = runs.at(-1)
    if (last?.to === day - 1) runs[runs.length - 1] = { from: last.from, to: day }
    else runs.push({ from: day, to: day })
  }
  return runs
}

type Organization = ActivityList["organization_id"]

const numberOf = "(SELECT id FROM spending_names WHERE digest = ?)"

/** What is kept of closed days. */
export const keptDays = ({ readForUpdate, read, transact, write }: Context.Tag.Service<Database>, dialect: Dialect) => {
  const together = togetherOf(dialect)
  const statement = (text: string) => {
    const compiled = dialect.numbered(text)
    return (...params: ReadonlyArray<unknown>) => ({ compile: () => [compiled, params] as const })
  }
  const selectDay = statement(
    "SELECT day FROM spending_scopes WHERE organization_id = ? AND subject = ? AND kind = 'organization' AND guardrail_id = ''"
  )
  const selectFirst = statement(
    `SELECT MIN(opened_at) AS opened_at FROM spending_holds WHERE organization = ${numberOf}`
  )
  const selectKept = statement(`SELECT day FROM spending_days WHERE organization = ${numberOf} AND day BETWEEN ? AND ?`)
  const ofDays = `organization = ${numberOf} AND opened_at >= ? AND opened_at < ? AND state IN (3, 4)`
  const insertSums = statement(storeSums(ofDays, 0, dialect))
  const insertDay = statement(
    "INSERT INTO spending_days (organization, day) SELECT id, CAST(? AS BIGINT) FROM spending_names WHERE digest = ?"
  )

  const kept = (organization: Organization, { from, to }: Days): Effect.Effect<ReadonlySet<Day.Day>, StorageFailure> =>
    Effect.map(
      read(selectKept(digestOf(organization), from, to)),
      // Rows are objects by column.
      (rows) => new Set(rows.map((row) => Number((row as { readonly day: unknown }).day)))
    )

  /**
   * The closed days of a range: from the first row of the organization to the day that it has reached. Nothing is kept of days before that
   * row, however far back a report goes. Locks the day that it has reached in a transaction.
   */
  const closed = (organization: Organization, { from, to }: Days): Effect.Effect<Days, StorageFailure> =>
    Effect.gen(function* () {
      const [reached] = yield* readForUpdate(selectDay(organization, organization))
      const [first] = yield* read(selectFirst(digestOf(organization)))
      // Rows are objects by column.
      const { day = null } = (reached ?? {}) as { readonly day?: unknown }
      const { opened_at = null } = (first ?? {}) as { readonly opened_at?: unknown }
      if (day === null || opened_at === null) return { from, to: from - 1 }
      return { from: Math.max(from, Day.of(Number(opened_at))), to: Math.min(to, Number(day) - 1) }
    })

  const missing = (organization: Organization, days: Days) =>
    Effect.gen(function* () {
      const among = yield* closed(organization, days)
      return runsWithout(among, yield* kept(organization, among))
    })

  /** Sums closed days that are not kept, in a transaction for each few. Acts that change one of them wait. */
  const keep = (organization: Organization, days: Days): Effect.Effect<void, StorageFailure> =>
    Effect.gen(function* () {
      for (const run of yield* missing(organization, days)) {
        for (let from = run.from; from <= run.to; from += together) {
          const few = { from, to: Math.min(run.to, from + together - 1) }
          yield* transact(
            Effect.gen(function* () {
              for (const { from, to } of yield* missing(organization, few)) {
                const digest = digestOf(organization)
                yield* write(insertSums(digest, Day.startOf(from), Day.startOf(to + 1)))
                for (let day = from; day <= to; day++) yield* write(insertDay(day, digest))
              }
            })
          )
        }
      }
    })

  return { keep, kept }
}
