import type { DialectName } from "../Migration.js"

/** Column types of a database, and checks of text. */
interface Types {
  readonly name: DialectName
  readonly integer: string
  readonly text: string
  readonly bytes: string
  readonly boolean: { readonly type: string; readonly check: (name: string) => string | null }
  readonly uuid: (name: string) => string
  readonly hash: (name: string) => string
  readonly slug: (name: string) => string
  readonly json: (name: string, kind: "array" | "object") => string
  /** The definition of a primary key of numbers of which none is used twice. */
  readonly numbered: string
  /** Options after the column list of a table. */
  readonly suffix: string
  /** The option of a table in which rows are looked up by the primary key alone. */
  readonly withoutRowid: string
}

const HEX = "[0-9a-f]"
const groups = [8, 4, 4, 4, 12].map((digits) => HEX.repeat(digits))

/** SQLite. `STRICT` enforces the type of every column. */
const sqlite: Types = {
  name: "sqlite",
  integer: "INTEGER",
  text: "TEXT",
  bytes: "BLOB",
  boolean: { type: "INTEGER", check: (name) => `${name} IN (0, 1)` },
  uuid: (name) => `${name} GLOB '${groups.join("-")}'`,
  hash: (name) => `${name} GLOB '${HEX.repeat(64)}'`,
  slug: (name) =>
    `${name} NOT GLOB '*[^a-z0-9-]*' AND ${name} NOT GLOB '*--*' AND ${name} GLOB '[^-]*' AND ${name} GLOB '*[^-]'`,
  json: (name, kind) => `json_valid(${name}) AND json_type(${name}) = '${kind}'`,
  numbered: "INTEGER PRIMARY KEY AUTOINCREMENT",
  suffix: " STRICT",
  // A look-up reads one tree in place of two.
  withoutRowid: ", WITHOUT ROWID"
}

/** PostgreSQL. Text sorts by bytes, as in SQLite, whatever the locale of the database. */
const postgres: Types = {
  name: "postgres",
  integer: "BIGINT",
  text: 'TEXT COLLATE "C"',
  bytes: "BYTEA",
  boolean: { type: "BOOLEAN", check: () => null },
  // Every text of a row is checked with each change of it. To match a pattern took a third of the change of a scope.
  uuid: (name) => `${name} = ${name}::uuid::text`,
  hash: (name) => `length(${name}) = 64 AND translate(${name}, '0123456789abcdef', '') = ''`,
  slug: (name) => `${name} ~ '^[a-z0-9]+(-[a-z0-9]+)*$'`,
  json: (name, kind) => `json_typeof(${name}::json) = '${kind}'`,
  numbered: "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY",
  suffix: "",
  withoutRowid: ""
}

// The ranges of a JavaScript date and of a safe integer.
const FARTHEST = 8_640_000_000_000_000
const GREATEST = Number.MAX_SAFE_INTEGER

/** The definition of a column; with "NULL" as its second argument it may be absent. */
type Define = (name: string, or?: "NULL") => string

const define = (types: Types) => {
  const { boolean, bytes, hash, integer, json, name, numbered, slug, suffix, text, uuid, withoutRowid } = types
  const column =
    (type: string, check: (name: string) => string | null): Define =>
    (name, or) => {
      const condition = check(name)
      return `${name} ${type}${or === "NULL" ? "" : " NOT NULL"}${condition === null ? "" : ` CHECK (${condition})`}`
    }
  const between = (least: number, greatest: number) =>
    column(integer, (name) => `${name} BETWEEN ${least} AND ${greatest}`)
  return {
    name,
    isPostgres: name === "postgres",
    id: `id ${numbered}`,
    uuid: column(text, uuid),
    /** A SHA-256 in hex. */
    hash: column(text, hash),
    slug: column(text, (name) => `length(${name}) BETWEEN 1 AND 50 AND ${slug(name)}`),
    text: column(text, () => null),
    /** Text of at most this many code points. */
    textOf: (greatest: number, least = 1) => column(text, (name) => `length(${name}) BETWEEN ${least} AND ${greatest}`),
    oneOf: (...values: ReadonlyArray<string>) =>
      column(text, (name) => `${name} IN (${values.map((value) => `'${value}'`).join(", ")})`),
    /** A list or null. `json_valid(NULL)` is 0 in SQLite before 3.41, so its `integrity_check` needs to be told what null is. */
    jsonArrayOrNull: (name: string) =>
      column(text, () =>
        types.name === "sqlite" ? `${name} IS NULL OR (${json(name, "array")})` : json(name, "array")
      )(name, "NULL"),
    jsonArray: (name: string) => column(text, () => json(name, "array"))(name),
    jsonObject: (name: string) => column(text, () => json(name, "object"))(name),
    bytes: column(bytes, (name) => `length(${name}) > 0`),
    flag: column(boolean.type, boolean.check),
    /** Milliseconds since 1970. */
    time: between(-FARTHEST, FARTHEST),
    /** Nano-dollars, in 64 bits. */
    amount: column(integer, (name) => `${name} >= 0`),
    count: between(0, GREATEST),
    number: between(1, GREATEST),
    /** Any number of 64 bits. */
    whole: column(integer, () => null),
    table: (name: string, ...parts: ReadonlyArray<string>) =>
      `CREATE TABLE ${name} (\n  ${parts.join(",\n  ")}\n)${suffix}`,
    withoutRowid
  }
}

/** What the tables are made of: definitions of columns, each with a check of its values. */
export type Dialect = ReturnType<typeof define>

export const dialects: Readonly<Record<DialectName, Dialect>> = { sqlite: define(sqlite), postgres: define(postgres) }

/** The columns and the key of tables whose rows belong to a workspace. */
export const inWorkspace = "FOREIGN KEY (organization_id, workspace_id) REFERENCES workspaces (organization_id, id)"
