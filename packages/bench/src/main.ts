import { parseArgs } from "node:util"
import { betterSqlite3Loads } from "../../../scripts/betterSqlite3.mjs"
import { chromium } from "../../../scripts/chromium.mjs"
import { report, titleOf } from "./harness/report.js"
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
    // A part of the names of the parts of a measure.
    on: { type: "string", default: "" }
  }
})

const many = Number(options.many)
if (!Number.isSafeInteger(many) || many < 1) {
  process.stderr.write(`--many is ${options.many}, and has to be a whole number from 1 on.\n`)
  process.exit(2)
}

// The page of results has all requests.
if (options.write && options.request !== "") {
  process.stderr.write("--write does not take --request.\n")
  process.exit(2)
}

const measures = {
  start: start(),
  requests: requests(options.request),
  storage: storage(),
  spending: spending({ many })
}

const parts = Object.entries(measures).flatMap(([name, parts]) =>
  Object.entries(parts).map(([part, measure]) => ({ name, part, title: titleOf(name, part), measure }))
)
const titles = parts.map(({ title }) => title)
const chosen = parts.filter(
  ({ name, part }) => (asked.length === 0 || asked.includes(name)) && part.includes(options.on)
)
if (chosen.length === 0 || asked.some((name) => !(name in measures))) {
  process.stderr.write(`There is no such part. There are:\n${titles.map((title) => `  ${title}\n`).join("")}`)
  process.exit(2)
}

const hasBetterSqlite3 = betterSqlite3Loads()
let held = true
for (const { measure, name, title } of chosen) {
  if (name !== "start" && !hasBetterSqlite3) {
    process.stderr.write(`Skipped: ${title} needs better-sqlite3, which does not load in Node.js ${process.version}.\n`)
    continue
  }
  if (title === titleOf("start", "console") && chromium === null) {
    process.stderr.write(`Skipped: ${title} needs Chromium, which is not installed.\n`)
    continue
  }
  held = (await report(title, options, measure, titles)) && held
}
process.exitCode = held ? 0 : 1
