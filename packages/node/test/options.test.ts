import { readdirSync } from "node:fs"
import { join } from "node:path"
import { Tollgate } from "@tollgate/node"
import { describe, expect, it } from "vitest"
import { inFolder, rejection } from "./gates.js"

const places =
  'exactly one of { file: "./tollgate.db" }, { postgres: "postgres://…", masterKey: "…" } and { memory: true }.'
const noPath =
  "The option file must be the path of a file. Use postgres for PostgreSQL and { memory: true } for accounts in memory."
const noRetention = "The option retentionDays must be a whole number from 32 to 36500."
const noAuditRetention =
  "The option auditRetentionDays must be a whole number from 1 to 36500. Without it, all entries are kept."
const url = "postgres://u:secret@127.0.0.1:1/d"

// From JavaScript anything may come.
const open = (...given: ReadonlyArray<unknown>): Promise<unknown> => Reflect.apply(Tollgate.open, Tollgate, given)

const refused: ReadonlyArray<readonly [string, ReadonlyArray<unknown>, string]> = [
  ["nothing", [], `Tollgate.open takes ${places}`],
  ["null", [null], `Tollgate.open takes ${places}`],
  ["a text", [url], `Tollgate.open takes ${places}`],
  ["{}", [{}], `Tollgate.open takes ${places}`],
  ["a misspelt name", [{ flie: "a.db" }], `Tollgate.open has no option "flie". It takes ${places}`],
  ["{ path }", [{ path: "a.db" }], `Tollgate.open has no option "path". It takes ${places}`],
  ["{ filename }", [{ filename: "a.db" }], `Tollgate.open has no option "filename". It takes ${places}`],
  ["another name", [{ database: "a.db" }], `Tollgate.open has no option "database". It takes ${places}`],
  ["{ memory: false }", [{ memory: false }], `Tollgate.open takes ${places}`],
  ["{ file: undefined }", [{ file: undefined }], `Tollgate.open takes ${places}`],
  ["{ memory: 1 }", [{ memory: 1 }], `Tollgate.open takes ${places}`],
  ["memory and an address", [{ memory: true, postgres: url, masterKey: "5" }], `Tollgate.open takes ${places}`],
  [
    "memory and a key",
    [{ memory: true, masterKey: "5".repeat(64) }],
    "The options memory and masterKey exclude each other. Accounts in memory have a key of their own."
  ],
  ["memory and a file", [{ memory: true, file: "a.db" }], `Tollgate.open takes ${places}`],
  ["a file and an address", [{ file: "a.db", postgres: url, masterKey: "5" }], `Tollgate.open takes ${places}`],
  ["an empty path", [{ file: "" }], noPath],
  ["a blank path", [{ file: " " }], noPath],
  ["a path that is no text", [{ file: new URL("file:///tmp/a.db") }], noPath],
  ["SQLite's address of a file", [{ file: "file:a.db" }], noPath],
  ["SQLite's address of memory", [{ file: "file::memory:?cache=shared" }], noPath],
  ["an address as a file", [{ file: url }], noPath],
  ["SQLite's name for memory", [{ file: ":memory:" }], noPath],
  [
    "an empty address",
    [{ postgres: "", masterKey: "5" }],
    "The option postgres must be an address such as postgres://user:password@host:port/database."
  ],
  [
    "an address without a key",
    [{ postgres: url }],
    "The option postgres needs masterKey: 32 bytes as 64 hex digits or in base64. PostgreSQL has no key file."
  ],
  [
    "a key that is no text",
    [{ file: "a.db", masterKey: new Uint8Array(32) }],
    "The option masterKey must be a string: 32 bytes as 64 hex digits or in base64."
  ],
  ["a retention below a month", [{ memory: true, retentionDays: 31 }], noRetention],
  ["a retention beyond a century", [{ file: "a.db", retentionDays: 36_501 }], noRetention],
  ["a retention of half a day", [{ memory: true, retentionDays: 32.5 }], noRetention],
  ["a retention that is no number", [{ memory: true, retentionDays: "400" }], noRetention],
  ["an audit log that is kept for no day", [{ memory: true, auditRetentionDays: 0 }], noAuditRetention],
  ["an audit log that is kept beyond a century", [{ memory: true, auditRetentionDays: 36_501 }], noAuditRetention],
  [
    "metrics that are neither on nor off",
    [{ memory: true, metrics: "on" }],
    "The option metrics must be true or false."
  ],
  [
    "private webhooks that are neither allowed nor not",
    [{ memory: true, webhookPrivate: "true" }],
    "The option webhookPrivate must be true or false."
  ],
  [
    "alerts that are neither delivered nor not",
    [{ memory: true, deliverAlerts: 1 }],
    "The option deliverAlerts must be true or false."
  ]
]

describe("Tollgate.open", () => {
  it.each(refused)("refuses %s in a sentence, and creates nothing", async (_, given, message) => {
    const before = readdirSync(".")
    expect(await rejection(open(...given))).toEqual(new TypeError(message))
    expect(readdirSync(".")).toEqual(before)
  })

  it("takes an option that is undefined as one that is not stated", () =>
    inFolder(async (folder) => {
      const file = join(folder, "tollgate.db")
      for (const options of [
        { file, masterKey: undefined },
        { file: undefined, memory: true },
        { file, memory: undefined }
      ]) {
        await using gate = await Tollgate.open(JSON.parse("{}", () => options))
        await gate.createOrganization({ name: "Acme", owner_user_id: "ada" })
      }
      expect(readdirSync(folder).sort()).toEqual(["tollgate.db", "tollgate.db.key"])
    }))
})
