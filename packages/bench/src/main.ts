import { parseArgs } from "node:util"
import { betterSqlite3Loads } from "../../../scripts/betterSqlite3.mjs"
import { calls } from "./calls.js"
import { report } from "./harness/report.js"
import type { Section } from "./harness/Section.js"
import { lists } from "./lists.js"
import { memory } from "./memory.js"
import { metrics } from "./metrics.js"
import { requests } from "./requests.js"
import { MANY, spending } from "./spending.js"
import { start } from "./start.js"
import { storage } from "./storage.js"

const { positionals: asked, values: options } = parseArgs({
  allowPositionals: true,
  options: {
    strict: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
    // A part of the names of requests.
    request: { type: "string", default: "" },
    // How many keys and acts are many, in the measure of spending.
    many: { type: "string", default: String(MANY) },
    // A part of the names of the sections of spending.
    on: { type: "string", default: "" }
  }
})

const many = Number(options.many)
if (!Number.isSafeInteger(many) || many < 1) {
  process.stderr.write(`--many is ${options.many}, and has to be a whole number from 1 on.\n`)
  process.exit(2)
}

// The README has all sections of a measure.
if (options.write && `${options.on}${options.request}` !== "") {
  process.stderr.write("--write takes neither --on nor --request.\n")
  process.exit(2)
}

const measures: Readonly<Record<string, () => Promise<ReadonlyArray<Section>>>> = {
  start: () => start(),
  requests: () => requests(undefined, options.request),
  calls: () => calls(),
  lists: () => lists(),
  memory: () => memory(),
  metrics: () => metrics(),
  spending: () => spending(undefined, many, options.on),
  storage
}

const unknown = asked.filter((name) => !(name in measures))
if (unknown.length > 0) {
  process.stderr.write(`There is no measure ${unknown.join(", ")}. There are ${Object.keys(measures).join(", ")}.\n`)
  process.exit(2)
}

/** Compared with hand-written code on better-sqlite3. */
const besideBetterSqlite3 = new Set(["requests", "calls", "lists", "spending", "storage"])
const hasBetterSqlite3 = betterSqlite3Loads()

let held = true
for (const [name, measure] of Object.entries(measures)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  if (besideBetterSqlite3.has(name) && !hasBetterSqlite3) {
    process.stderr.write(`Skipped: ${name} needs better-sqlite3, which does not load in Node.js ${process.version}.\n`)
    continue
  }
  held = (await report(name, options, measure)) && held
}
process.exitCode = held ? 0 : 1
