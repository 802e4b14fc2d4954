import type { Fragment } from "@effect/sql/Statement"
import { type BoostList, BoostStore, boostRecords, CHUNK, MOST_COUNTED } from "@tollgate/core/storage"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { ListSize } from "../table/ListSize.js"
import { records } from "../table/records.js"
import { rowReader } from "../table/rowReader.js"
import { contextOf } from "../transaction/contextOf.js"
import { Database } from "../transaction/Database.js"

export const make = contextOf(
  BoostStore,
  Effect.map(Database, (database) => {
    const { read, snapshot, sql, write } = database
    // No later write of a transaction depends on fields that can change: `end` judges them itself.
    const { rows, store } = records(database, boostRecords, { locksFound: false })
    const sizes = rowReader(sql, ListSize)

    // One that was ended has ended at any instant, also after the clock was set back.
    const states = {
      in_force: (now: DateTime.Utc) => sql`ended_at IS NULL AND until > ${now.epochMillis}`,
      ended: (now: DateTime.Utc) => sql`(ended_at IS NOT NULL OR until <= ${now.epochMillis})`
    }
    /**
     * What comes before a list, and where it is read from. Each filter has an index. Those of an id and those in force are found first, because
     * they are few: SQLite would read all boosts in the order of the list.
     */
    const listed = ({ id, organization_id, scope, state }: BoostList, now: DateTime.Utc) => {
      const own = sql`organization_id = ${organization_id}`
      const inState = state === null ? [] : [states[state](now)]
      const ofScope = scope === null ? [] : [sql`scope = ${scope}`]
      const found = (...where: ReadonlyArray<Fragment>) =>
        sql`SELECT * FROM spending_boosts WHERE ${sql.and([own, ...where, ...inState])}`
      const few =
        id !== null
          ? sql`${found(sql`subject = ${id}`)} UNION ALL ${found(sql`guardrail_id = ${id}`, sql`subject <> ${id}`)}`
          : state === "in_force"
            ? found()
            : null
      return few === null
        ? { first: sql``, all: sql`spending_boosts WHERE ${sql.and([own, ...ofScope, ...inState])}` }
        : { first: sql`WITH found AS MATERIALIZED (${few}) `, all: sql`found WHERE ${sql.and([own, ...ofScope])}` }
    }
    return BoostStore.of({
      insert: rows.insert,
      find: store.find,
      end: (organization_id, id, at) =>
        Effect.map(
          write(sql`UPDATE spending_boosts SET ended_at = ${at.epochMillis}
WHERE organization_id = ${organization_id} AND id = ${id} AND ended_at IS NULL AND until > ${at.epochMillis} RETURNING 1`),
          ({ length }) => length > 0
        ),
      list: (list, { limit, offset }, now) => {
        const { all, first } = listed(list, now)
        const page = rows.all(
          read(
            sql`${first}SELECT ${rows.columns} FROM ${all} ORDER BY created_at DESC, id LIMIT ${limit} OFFSET ${offset}`
          )
        )
        const count = sizes.first(
          read(sql`${first}SELECT COUNT(*) AS size FROM (SELECT 1 FROM ${all} LIMIT ${MOST_COUNTED + 1}) AS counted`)
        )
        return snapshot(
          Effect.zipWith(page, count, (data, found) => ({
            data,
            total_count: Option.match(found, { onNone: () => 0, onSome: ({ size }) => size })
          }))
        )
      },
      prune: (before) =>
        Effect.map(
          write(sql`DELETE FROM spending_boosts WHERE id IN (SELECT id FROM spending_boosts
WHERE COALESCE(ended_at, until) < ${before} LIMIT ${CHUNK}) RETURNING 1`),
          ({ length }) => length
        )
    })
  })
)
