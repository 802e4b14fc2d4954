/** Column types of a database, and checks of text. */
interface Dialect {
  readonly integer: string
  readonly text: string
  readonly bytes: string
  readonly boolean: { readonly type: string; readonly check: (name: string) => string | null }
  /** Whether a text matches a pattern, in which `h` is a hex digit and `d` a decimal digit. */
  readonly like: (name: string, pattern: string) => string
  readonly slug: (name: string) => string
  readonly json: (name: string, kind: "array" | "object") => string
  /** A random UUID (RFC 9562, version 4). */
  readonly randomUuid: string
  /** Options after the column list of a table. */
  readonly suffix: string
}

const digits = { h: "[0-9a-f]", d: "[0-9]" } as const
const spell = (pattern: string) => pattern.replace(/[hd]/g, (letter) => (letter === "h" ? digits.h : digits.d))

/** SQLite. `STRICT` enforces the type of every column. */
export const sqlite: Dialect = {
  integer: "INTEGER",
  text: "TEXT",
  bytes: "BLOB",
  boolean: { type: "INTEGER", check: (name) => `${name} IN (0, 1)` },
  like: (name, pattern) => `${name} GLOB '${spell(pattern)}'`,
  slug: (name) =>
    `${name} NOT GLOB '*[^a-z0-9-]*' AND ${name} NOT GLOB '*--*' AND ${name} GLOB '[^-]*' AND ${name} GLOB '*[^-]'`,
  json: (name, kind) => `json_valid(${name}) AND json_type(${name}) = '${kind}'`,
  randomUuid: `lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-8' ||
    substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))`,
  suffix: " STRICT"
}

/** PostgreSQL. Text sorts by bytes, as in SQLite, whatever the locale of the database. */
export const postgres: Dialect = {
  integer: "BIGINT",
  text: 'TEXT COLLATE "C"',
  bytes: "BYTEA",
  boolean: { type: "BOOLEAN", check: () => null },
  like: (name, pattern) => `${name} ~ '^${spell(pattern)}$'`,
  slug: (name) => `${name} ~ '^[a-z0-9]+(-[a-z0-9]+)*$'`,
  json: (name, kind) => `json_typeof(${name}::json) = '${kind}'`,
  randomUuid: "gen_random_uuid()::text",
  suffix: ""
}

const UUID = ["h".repeat(8), "h".repeat(4), "h".repeat(4), "h".repeat(4), "h".repeat(12)].join("-")

// The ranges of a JavaScript date and of a safe integer.
const FARTHEST = 8_640_000_000_000_000
const GREATEST = Number.MAX_SAFE_INTEGER

/** The definition of a column; with "NULL" as its second argument it may be absent. */
type Define = (name: string, or?: "NULL") => string

/** Column definitions, each with a check of its values. */
export const columns = ({ boolean, bytes, integer, json, like, randomUuid, slug, suffix, text }: Dialect) => {
  const column =
    (type: string, check: (name: string) => string | null): Define =>
    (name, or) => {
      const condition = check(name)
      return `${name} ${type}${or === "NULL" ? "" : " NOT NULL"}${condition === null ? "" : ` CHECK (${condition})`}`
    }
  const between = (least: number, greatest: number) =>
    column(integer, (name) => `${name} BETWEEN ${least} AND ${greatest}`)
  return {
    uuid: column(text, (name) => like(name, UUID)),
    /** A SHA-256 in hex. */
    hash: column(text, (name) => like(name, "h".repeat(64))),
    /** A usage window: the date of its first day. */
    windowId: column(text, (name) => like(name, "dddd-dd-dd")),
    slug: column(text, (name) => `length(${name}) BETWEEN 1 AND 50 AND ${slug(name)}`),
    text: column(text, () => null),
    /** Text of at most this many code points. */
    textOf: (greatest: number, least = 1) => column(text, (name) => `length(${name}) BETWEEN ${least} AND ${greatest}`),
    oneOf: (...values: ReadonlyArray<string>) =>
      column(text, (name) => `${name} IN (${values.map((value) => `'${value}'`).join(", ")})`),
    jsonArray: column(text, (name) => json(name, "array")),
    jsonObject: column(text, (name) => json(name, "object")),
    bytes: column(bytes, (name) => `length(${name}) > 0`),
    flag: column(boolean.type, boolean.check),
    /** Milliseconds since 1970. */
    time: between(-FARTHEST, FARTHEST),
    /** Nano-dollars, in 64 bits. */
    amount: column(integer, (name) => `${name} >= 0`),
    count: between(0, GREATEST),
    number: between(1, GREATEST),
    randomUuid,
    table: (name: string, ...parts: ReadonlyArray<string>) =>
      `CREATE TABLE ${name} (\n  ${parts.join(",\n  ")}\n)${suffix}`
  }
}

export type Columns = ReturnType<typeof columns>

/** The columns and the key of tables whose rows belong to a workspace. */
export const inWorkspace = "FOREIGN KEY (organization_id, workspace_id) REFERENCES workspaces (organization_id, id)"
