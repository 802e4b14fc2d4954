import { parseArgs } from "node:util"
import { calls } from "./calls.js"
import { report } from "./harness/report.js"
import { report as members } from "./members.js"
import { report as memory } from "./memory.js"
import { requests } from "./requests.js"
import { report as start } from "./start.js"
import { storage } from "./storage.js"

const { positionals: asked, values: options } = parseArgs({
  allowPositionals: true,
  options: { strict: { type: "boolean", default: false }, write: { type: "boolean", default: false } }
})

const measures: Readonly<Record<string, () => Promise<boolean>>> = {
  start,
  members: () => members(1_000_000),
  memory: () => memory(100_000),
  calls: () => report("calls", options, () => calls()),
  requests: () => report("requests", options, () => requests()),
  storage: () => report("storage", options, storage)
}

const unknown = asked.filter((name) => !(name in measures))
if (unknown.length > 0) {
  process.stderr.write(`There is no measure ${unknown.join(", ")}. There are ${Object.keys(measures).join(", ")}.\n`)
  process.exit(2)
}

let held = true
for (const [name, measure] of Object.entries(measures)) {
  if (asked.length === 0 || asked.includes(name)) held = (await measure()) && held
}
process.exitCode = held ? 0 : 1
