import type { StorageFailure } from "@tollgate/core/storage"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { changePriceVersion } from "../prices/priceVersion.js"
import type { Database } from "../transaction/Database.js"
import { type ArchiveRefused, refused } from "./ArchiveRefused.js"
import { archivedTables, leftOutTables } from "./archivedTables.js"
import { codeOf } from "./refusedRow.js"

type Service = Context.Tag.Service<Database>

/** PostgreSQL's code for a lack of rights (appendix A). */
const INSUFFICIENT_PRIVILEGE = "42501"

const names = archivedTables.map(({ name }) => name)

const isPostgres = ({ sql }: Service) => sql.onDialectOrElse({ pg: () => true, orElse: () => false })

const runAll = ({ writeAll }: Service, texts: ReadonlyArray<string>) =>
  Effect.asVoid(writeAll(texts.map((text) => [text, []])))

/** Refuses a database that has an account, or anything that an import would mix with its own. */
export const requireEmpty = Effect.fnUntraced(function* (database: Service) {
  // Nobody else creates an account before the import ends.
  if (isPostgres(database)) {
    yield* runAll(database, [
      "SET LOCAL idle_in_transaction_session_timeout = 0",
      `LOCK TABLE ${names.join(", ")} IN SHARE ROW EXCLUSIVE MODE`
    ])
  }
  const [settings, migrations] = ["tollgate_meta", "tollgate_migrations"]
  for (const table of [...names, ...Object.keys(leftOutTables)]) {
    if (table === settings || table === migrations) continue
    const found = yield* database.read({ compile: () => [`SELECT 1 FROM ${table} LIMIT 1`, []] })
    if (found.length > 0) return yield* refused({ reason: "not_empty", table })
  }
})

/** Says that PostgreSQL refuses the import because its user does not own the tables. */
export const asOwner = <A, E, R>(
  effect: Effect.Effect<A, E | StorageFailure, R>
): Effect.Effect<A, ArchiveRefused | E | StorageFailure, R> =>
  Effect.mapError(effect, (failure) =>
    codeOf(failure) === INSUFFICIENT_PRIVILEGE ? refused({ reason: "not_owner" }) : failure
  )

/**
 * PostgreSQL: without triggers, because each key would leave a version of the same sizes of lists, through all of which the next one looks.
 * What they would store is in the export.
 */
export const beginImport = (database: Service): Effect.Effect<void, StorageFailure> =>
  isPostgres(database)
    ? runAll(
        database,
        names.map((name) => `ALTER TABLE ${name} DISABLE TRIGGER USER`)
      )
    : Effect.void

/** Deletes what triggers and migrations have stored in the tables after one and up to another one, because the export has it. */
export const clearFilled = (database: Service, after: number, upTo: number): Effect.Effect<void, StorageFailure> =>
  runAll(
    database,
    archivedTables
      .slice(after + 1, upTo + 1)
      .filter(({ isFilled }) => isFilled === true)
      .map(({ name }) => `DELETE FROM ${name}`)
  )

/** The numbers that are used in a table. Holds name scopes by theirs, also runs that were deleted. */
const usedNumbers = (name: string, listed: string) =>
  `SELECT id FROM ${name}${name === "spending_scopes" ? ` UNION ALL SELECT ${listed}` : ""}`

/** The next number of a table follows its highest one. */
const continueNumbers = (name: string) =>
  `SELECT setval(pg_get_serial_sequence('${name}', 'id'), COALESCE(MAX(id), 1), MAX(id) IS NOT NULL)
FROM (${usedNumbers(name, "unnest(string_to_array(scopes, ',')::bigint[]) FROM spending_holds")}) AS used`

/** SQLite follows the highest number of the rows by itself. */
const continueScopes = [
  `INSERT INTO sqlite_sequence (name, seq) SELECT 'spending_scopes', 0
WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'spending_scopes')`,
  `UPDATE sqlite_sequence SET seq = (SELECT COALESCE(MAX(id), 0)
FROM (${usedNumbers("spending_scopes", "value FROM spending_holds, json_each('[' || scopes || ']')")}))
WHERE name = 'spending_scopes'`
]

export const endImport = Effect.fnUntraced(function* (database: Service, last: number, end: number) {
  yield* clearFilled(database, last, end)
  yield* changePriceVersion(database)
  if (!isPostgres(database)) return yield* runAll(database, continueScopes)
  yield* runAll(database, [
    ...archivedTables.filter(({ isNumbered }) => isNumbered === true).map(({ name }) => continueNumbers(name)),
    ...names.map((name) => `ALTER TABLE ${name} ENABLE TRIGGER USER`)
  ])
})
