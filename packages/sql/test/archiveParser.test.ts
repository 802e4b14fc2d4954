import { createHash } from "node:crypto"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { emptyFile, tablesOf } from "../../sqlite/test/support/files.js"
import { ArchiveParser } from "../dist/archive/ArchiveParser.js"
import { type ArchiveRefusal, ArchiveRefused } from "../dist/archive/ArchiveRefused.js"
import { archivedTables, TABLES, VERSION } from "../dist/archive/archivedTables.js"
import { LineReader } from "../dist/archive/LineReader.js"
import { nastyLines, sealed } from "./support/nastyExport.js"

const tables = await Effect.runPromise(Effect.scoped(Effect.flatMap(emptyFile, tablesOf)))
const lines = nastyLines(1)
const whole = sealed(lines)

/** Reads an export to its end; the refusal of it, or the number of its rows. */
const read = (text: string | Uint8Array): ArchiveRefusal | number => {
  const [reader, parser] = [new LineReader(), new ArchiveParser(tables)]
  try {
    const bytes = Buffer.from(text)
    for (let at = 0; at < bytes.length; at += 97) {
      for (const line of reader.push(bytes.subarray(at, at + 97))) parser.read(line)
    }
    for (const line of reader.end()) parser.read(line)
    parser.end(reader.lines)
    return parser.rows
  } catch (error) {
    if (error instanceof ArchiveRefused) return error.refusal
    throw error
  }
}

/** The export with another line in the place of one. */
const withLine = (number: number, line: string) => sealed(lines.map((old, at) => (at === number - 1 ? line : old)))

const KEY = lines.findIndex((line) => line.startsWith('{"table":"api_keys"')) + 1
const SEALED = lines.findIndex((line) => line.startsWith('{"table":"byok_credentials"')) + 1
const HOLD = lines.findIndex((line) => line.startsWith('{"table":"spending_holds"')) + 1

/** The line of a key with other fields. */
const changed = (number: number, fields: Readonly<Record<string, unknown>>) => {
  const { row, table } = JSON.parse(lines[number - 1] ?? "")
  return withLine(number, JSON.stringify({ table, row: { ...row, ...fields } }))
}

const bad = (line: number, field: string | null, expected: string) => ({ reason: "bad_line", line, field, expected })

describe("An export is read", () => {
  it("to its end, whichever way its bytes arrive", () => {
    expect(read(whole)).toBe(lines.length - 1)
  })

  it("and refused wherever it is cut", () => {
    const ends = [...whole.matchAll(/\n/g)].map(({ index }) => index + 1)
    for (const end of ends.slice(0, -1)) {
      expect(read(whole.slice(0, end))).toEqual({ reason: "cut", line: ends.indexOf(end) + 1 })
    }
    const [first = 0] = ends
    expect(read("")).toEqual({ reason: "no_export" })
    expect(read(whole.slice(0, first - 3))).toEqual({ reason: "no_export" })
    expect(read(whole.slice(0, first + 20))).toEqual({ reason: "cut", line: 2 })
    expect(read(whole.slice(0, -3))).toEqual({ reason: "cut", line: lines.length + 1 })
    expect(read(whole.slice(0, -1))).toEqual({ reason: "cut", line: lines.length + 1 })
  })

  it("and refused if its last line does not fit", () => {
    expect(read(sealed(lines, 7))).toEqual({ reason: "row_count", stated: 7, found: lines.length - 1 })
    expect(read(sealed([...lines.slice(0, -1)], lines.length - 1))).toEqual({
      reason: "row_count",
      stated: lines.length - 1,
      found: lines.length - 2
    })
    expect(read(whole.replace('"role":"admin"', '"role":"owner"'))).toEqual({ reason: "checksum" })
    expect(read(`${whole}\n`)).toEqual(bad(lines.length + 2, null, "absent: it comes after the last line"))
    expect(read(sealed(lines).replace(/"sha256":"/, '"sha256":1,"x":"'))).toEqual(
      bad(lines.length + 1, null, "rows and sha256")
    )
  })

  it("and so is one of format 2, whose rows lack the columns that were added since", () => {
    const parsed = (texts: ReadonlyArray<string>) => {
      const [reader, parser] = [new LineReader(), new ArchiveParser(tables)]
      return [...reader.push(Buffer.from(sealed(texts)))].flatMap((line) => parser.read(line) ?? [])
    }
    const sinceThen = (table: string) => archivedTables.find(({ name }) => name === table)?.added ?? {}
    const addedTo = (table: string) => Object.keys(sinceThen(table))
    const older = lines.map((line) => {
      const { row, table, version } = JSON.parse(line)
      if (version !== undefined) return line.replace(`"version":${VERSION}`, '"version":2')
      const added = addedTo(table)
      if (added.length === 0) return line
      const rest = Object.fromEntries(Object.entries(row).filter(([name]) => !added.includes(name)))
      return JSON.stringify({ table, row: rest })
    })
    const named = lines.map((line) => {
      const { row, table } = JSON.parse(line)
      const initial_name = table === "organizations" ? { initial_name: row.name } : {}
      const nulls = Object.fromEntries(
        Object.entries(sinceThen(table)).map(([name, { from }]) => [name, typeof from === "string" ? null : from])
      )
      return row === undefined ? line : JSON.stringify({ table, row: { ...row, ...nulls, ...initial_name } })
    })
    expect(older).not.toEqual(lines)
    expect(parsed(older)).toEqual(parsed(named))
    expect(read(sealed(older.map((line) => line.replace('"version":2', `"version":${VERSION}`))))).toEqual(
      bad(2, "organizations.initial_name", "there")
    )
  })

  it("and refused if it is of another version, or no export", () => {
    const [header = ""] = lines
    expect(read(withLine(1, header.replace(`"version":${VERSION}`, '"version":1')))).toEqual({
      reason: "version",
      found: "1"
    })
    expect(read(withLine(1, '{"format":"tollgate export"}'))).toEqual({ reason: "version", found: "without a number" })
    expect(read(withLine(1, header.replace(`"version":${VERSION}`, '"version":{"toString":1}')))).toEqual({
      reason: "version",
      found: "without a number"
    })
    expect(read(withLine(1, header.replace('"none"', '"\\u001b[2J"')))).toEqual({ reason: "no_export" })
    expect(read(withLine(1, header.replace("true", "1")))).toEqual({ reason: "no_export" })
    expect(read(withLine(1, "{}"))).toEqual({ reason: "no_export" })
    expect(read("SQLite format 3\u0000")).toEqual({ reason: "no_export" })
  })

  it("and a line is refused by its number and field", () => {
    expect(changed(KEY, {})).toBe(whole)
    const refusals = [
      [changed(KEY, { limit: 5 }), bad(KEY, "api_keys.limit", "an integer of 64 bits, as text, or null")],
      [
        changed(KEY, { limit: "9223372036854775808" }),
        bad(KEY, "api_keys.limit", "an integer of 64 bits, as text, or null")
      ],
      [changed(KEY, { limit: "007" }), bad(KEY, "api_keys.limit", "an integer of 64 bits, as text, or null")],
      [changed(KEY, { id: 2 ** 53 }), bad(KEY, "api_keys.id", "an integer")],
      [changed(KEY, { created_at: 1.5 }), bad(KEY, "api_keys.created_at", "an integer")],
      [changed(KEY, { disabled: 0 }), bad(KEY, "api_keys.disabled", "true or false")],
      [changed(KEY, { name: "a\u0000b" }), bad(KEY, "api_keys.name", "text without NUL")],
      [changed(KEY, { name: "\ud800" }), bad(KEY, "api_keys.name", "text without NUL")],
      [changed(KEY, { metadata: "{" }), bad(KEY, "api_keys.metadata", "a text that is JSON")],
      [changed(KEY, { metadata: {} }), bad(KEY, "api_keys.metadata", "a text that is JSON")],
      [changed(KEY, { name: undefined }), bad(KEY, "api_keys.name", "there")],
      [changed(KEY, { colour: 1 }), bad(KEY, "api_keys.colour", "absent: the table has no such column")],
      [changed(KEY, { "\u001b[2J": 1 }), bad(KEY, "api_keys.?", "absent: the table has no such column")],
      [changed(SEALED, { sealed: "AP8A=" }), bad(SEALED, "byok_credentials.sealed", "bytes in base64")],
      [changed(HOLD, { id: "A" }), bad(HOLD, "spending_holds.id", "a UUID in lower case")],
      [withLine(KEY, "{"), bad(KEY, null, "an object in JSON")],
      [withLine(KEY, "[]"), bad(KEY, null, "an object in JSON")],
      [withLine(KEY, '{"table":"api_keys"}'), bad(KEY, null, "a table and a row")],
      [withLine(KEY, '{"table":"kept_answers","row":{}}'), bad(KEY, "table", "a table of an export")],
      [withLine(KEY, '{"table":"toString","row":{}}'), bad(KEY, "table", "a table of an export")],
      [withLine(KEY, lines[1] ?? ""), bad(KEY, "table", "before the rows of workspace_members")],
      [
        withLine(1, (lines[0] ?? "").replace("true", "false")),
        bad(
          lines.findIndex((line) => line.includes("spending_names")) + 1,
          "table",
          "one of an export without the ledger, as the first line says"
        )
      ],
      [Buffer.concat([Buffer.from(`${lines[0]}\n`), Buffer.from([0xff, 10])]), bad(2, null, "text in UTF-8")]
    ] as const
    for (const [text, refusal] of refusals) expect(read(text)).toEqual(refusal)
  })

  it("and every refusal is a sentence that says what to do, without a value", () => {
    const sentence = (refusal: ArchiveRefusal) => new ArchiveRefused({ refusal }).message
    expect(sentence({ reason: "bad_line", line: 7, field: "api_keys.limit", expected: "an integer" })).toBe(
      "Line 7: api_keys.limit must be an integer. Nothing was imported."
    )
    expect(sentence({ reason: "bad_line", line: 7, field: null, expected: "an object in JSON" })).toBe(
      "Line 7 must be an object in JSON. Nothing was imported."
    )
    expect(sentence({ reason: "checksum" })).toBe(
      "The checksum of the export is wrong: it was changed. Export again. Nothing was imported."
    )
    expect(sentence({ reason: "not_owner" })).toBe(
      "The user of the database does not own its tables. Import as the user who has run `tollgate migrate`. Nothing was imported."
    )
  })
})

it("The version of the format is that of its tables: other tables or columns have the next number", () => {
  const lines = tables.map(({ columns, isLedger, key, name }) => ({
    columns: Object.fromEntries(columns.map(({ isNullable, kind, name }) => [name, `${kind}${isNullable ? "?" : ""}`])),
    isLedger,
    key,
    name
  }))
  const digest = createHash("sha256").update(JSON.stringify(lines)).digest("hex").slice(0, 16)
  expect(digest, "packages/sql/src/archive/archivedTables.ts: another VERSION, with this digest as its TABLES").toBe(
    TABLES
  )
})
