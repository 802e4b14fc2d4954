// The schema that the migrations make of a new SQLite file, as statements that make it at once.
import { Database } from "../packages/sqlite/test/support/otherProgram.mjs"

export const newestSchemaFile = new URL("../packages/sql/src/migrations/newestOnSqlite.ts", import.meta.url)

const INSTANT = "BETWEEN -8640000000000000 AND 8640000000000000"
const UUID = [8, 4, 4, 4, 12].map((digits) => "[0-9a-f]".repeat(digits)).join("-")

/** Parts that stand often in the texts, by the names of their constants. */
const parts = Object.entries({ UUID, INSTANT })

const literal = (text) =>
  parts.reduce(
    (escaped, [name, part]) => escaped.replaceAll(part, `\${${name}}`),
    text.replaceAll("\\", "\\\\").replaceAll("`", "\\`").replaceAll("${", "\\${")
  )

const quoted = (value) => (typeof value === "string" ? `'${value.replaceAll("'", "''")}'` : String(value))

/** The statements of the rows that the migrations leave. */
const rowsOf = (database, table) =>
  database
    .prepare(`SELECT * FROM ${table}`)
    .all()
    .map(
      (row) =>
        `INSERT INTO ${table} (${Object.keys(row).join(", ")}) VALUES (${Object.values(row).map(quoted).join(", ")})`
    )

/** The statements that make the schema at once, after the migrations have made it once. */
export const newestSchema = async () => {
  const { knownMigrations } = await import("../packages/sql/dist/schema/knownMigrations.js")
  const { createMigrationsTable } = await import("../packages/sql/dist/schema/migrationsTable.js")
  const database = new Database(":memory:")
  try {
    database.exec(createMigrationsTable("INTEGER"))
    const known = knownMigrations({ onDialectOrElse: ({ orElse }) => orElse() })
    for (const { statements } of known) for (const statement of statements) database.exec(statement)
    const objects = database.prepare("SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL").all()
    const own = objects.filter(({ name }) => !name.startsWith("sqlite_"))
    const tables = own.filter(({ type }) => type === "table").map(({ name }) => name)
    return [...own.map(({ sql }) => sql), ...tables.flatMap((table) => rowsOf(database, table))]
  } finally {
    database.close()
  }
}

/** The contents of the file. */
export const newestSchemaText = async () =>
  [
    "// Written by `npm run generate` from the migrations.",
    "",
    `const INSTANT = "${INSTANT}"`,
    'const UUID = [8, 4, 4, 4, 12].map((digits) => "[0-9a-f]".repeat(digits)).join("-")',
    "",
    "/** The statements that create the schema of this version in a new SQLite file. A test compares it with what the migrations make. */",
    "export const newestOnSqlite: ReadonlyArray<string> = [",
    (await newestSchema()).map((statement) => `  \`${literal(statement)}\``).join(",\n"),
    "]",
    ""
  ].join("\n")
