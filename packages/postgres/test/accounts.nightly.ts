import { closeSync, openSync, readFileSync, readSync, writeSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Postgres from "@tollgate/postgres"
import * as Sqlite from "@tollgate/sqlite"
import { Effect } from "effect"
import { connect, emptyFile, inFile, temporaryFolder } from "../../sqlite/test/support/files.js"
import { create } from "../../sqlite/test/support/organizations.js"
import { emptyDatabase, query } from "./support/databases.js"

const KEYS = 100_000
const MIB = 1_048_576
/** The most that an export or an import may add to the memory of the process: far less than its rows would take. */
const MAX_GROWTH_MB = 160

const setting = "organization_id, workspace_id, creator_user_id, is_management, name, label, disabled"

/** Copies of the first key, by another program, as they would come of 100,000 creations. */
const manyKeys = `WITH RECURSIVE n (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM n WHERE n < ${KEYS - 1})
INSERT INTO api_keys (hash, ${setting}, "limit", include_byok_in_limit,
  created_at, updated_at, metadata)
SELECT printf('%064x', n), organization_id, workspace_id, creator_user_id, 0, 'Key 🔑 ' || n, label, n % 2, n * 1000000007,
  include_byok_in_limit, created_at + n, updated_at + n, '{"n":"' || n || '"}'
FROM n, (SELECT * FROM api_keys LIMIT 1)`

/** Runs an effect, and answers by how many MiB the memory of the process has grown meanwhile, at most. `look` measures. */
const growthOf = <A, E, R>(run: (look: () => void) => Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const before = process.memoryUsage.rss()
    let most = before
    yield* run(() => {
      most = Math.max(most, process.memoryUsage.rss())
    })
    return (most - before) / MIB
  })

const exporting =
  <E>(file: string, run: (write: (lines: string) => Effect.Effect<void>) => Effect.Effect<unknown, E>) =>
  (look: () => void) =>
    Effect.acquireUseRelease(
      Effect.sync(() => openSync(file, "w")),
      (handle) =>
        run((lines) =>
          Effect.sync(() => {
            look()
            writeSync(handle, lines)
          })
        ),
      (handle) => Effect.sync(() => closeSync(handle))
    )

const importing =
  <E>(file: string, run: (read: Effect.Effect<Uint8Array | null>) => Effect.Effect<unknown, E>) =>
  (look: () => void) =>
    Effect.acquireUseRelease(
      Effect.sync(() => openSync(file, "r")),
      (handle) =>
        run(
          Effect.sync(() => {
            look()
            const bytes = Buffer.alloc(65_536)
            const length = readSync(handle, bytes)
            return length === 0 ? null : bytes.subarray(0, length)
          })
        ),
      (handle) => Effect.sync(() => closeSync(handle))
    )

const lastLine = (file: string) => readFileSync(file, "utf8").trimEnd().split("\n").at(-1)

describe("100,000 keys", () => {
  it.scopedLive(
    "are exported and imported in little memory, from SQLite to PostgreSQL and back, byte for byte",
    () =>
      Effect.gen(function* () {
        const folder = yield* temporaryFolder
        const [source, url, back] = [yield* emptyFile, yield* emptyDatabase, join(folder, "back.db")]
        const [first, second, third] = ["first", "second", "third"].map((name) => join(folder, `${name}.ndjson`))
        if (first === undefined || second === undefined || third === undefined) throw new Error("There are three.")
        yield* Effect.provide(create("Many"), inFile(source))
        const other = yield* connect(source)
        other.exec(manyKeys)
        const ledger = true
        const growth = {
          exportOfFile: yield* growthOf(exporting(first, (write) => Sqlite.exportAccounts(source, { ledger, write }))),
          importIntoPostgres: yield* growthOf(importing(first, (read) => Postgres.importAccounts({ url }, { read }))),
          exportOfPostgres: yield* growthOf(
            exporting(second, (write) => Postgres.exportAccounts({ url }, { ledger, write }))
          ),
          importIntoFile: yield* growthOf(importing(second, (read) => Sqlite.importAccounts(back, { read })))
        }
        yield* exporting(third, (write) => Sqlite.exportAccounts(back, { ledger, write }))(() => {})
        expect([second, third].map(lastLine)).toEqual([lastLine(first), lastLine(first)])
        expect(lastLine(first)).toMatch(/^\{"rows":200\d{3},"sha256":"[0-9a-f]{64}"\}$/)
        expect(yield* query(url, "SELECT size::int FROM list_sizes WHERE list = 'keys'")).toEqual([{ size: KEYS }])
        for (const grown of Object.values(growth)) expect(grown, JSON.stringify(growth)).toBeLessThan(MAX_GROWTH_MB)
      }),
    600_000
  )
})
