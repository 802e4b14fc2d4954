import { BoostScope } from "@tollgate/core"
import { type BoostList, BoostStore, boostRecords, CHUNK } from "@tollgate/core/storage"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { compiled } from "../table/compiled.js"
import { ListSize } from "../table/ListSize.js"
import { records } from "../table/records.js"
import { rowReader } from "../table/rowReader.js"
import { contextOf } from "../transaction/contextOf.js"
import { Database } from "../transaction/Database.js"

/** The range of the instants that are stored, in milliseconds since 1970. */
const FARTHEST = 8_640_000_000_000_000

export const make = contextOf(
  BoostStore,
  Effect.map(Database, (database) => {
    const { read, snapshot, sql, write } = database
    // No later write of a transaction depends on fields that can change: `end` judges them itself.
    const { rows, store } = records(database, boostRecords, { locksFound: false })
    const sizes = rowReader(sql, ListSize)

    // One text for every list, which has its order from the index. One that was ended has ended at any instant, also after the clock was set back.
    const end = sql`CASE WHEN ended_at IS NULL THEN until ELSE 0 END`
    const listed = sql`FROM spending_boosts
WHERE organization_id = ${null} AND scope IN (${null}, ${null}, ${null}, ${null}) AND (${null} = '' OR subject = ${null} OR guardrail_id = ${null})
AND ${end} >= ${null} AND ${end} < ${null}`
    const values = (...values: ReadonlyArray<unknown>) => values
    const selectPage = compiled(
      sql`SELECT ${rows.columns} ${listed} ORDER BY created_at DESC, id LIMIT ${null} OFFSET ${null}`,
      values
    )
    const selectSize = compiled(sql`SELECT COUNT(*) AS size ${listed}`, values)
    const valuesOf = ({ id, organization_id, scope, state }: BoostList, now: DateTime.Utc) => {
      const scopes = BoostScope.literals.map((one) => scope ?? one)
      const [after, before] = [
        state === "in_force" ? now.epochMillis + 1 : -FARTHEST,
        state === "ended" ? now.epochMillis + 1 : FARTHEST
      ]
      return [organization_id, ...scopes, id ?? "", id ?? "", id ?? "", after, before]
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
        const given = valuesOf(list, now)
        const page = rows.all(read(selectPage(...given, limit, offset)))
        const count = sizes.first(read(selectSize(...given)))
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
