import { parseArgs } from "node:util"
import { report as members } from "./members.js"
import { report as memory } from "./memory.js"
import { report as requests } from "./requests.js"
import { report as start } from "./start.js"
import { report as storage } from "./storage.js"

const { positionals: asked, values: options } = parseArgs({
  allowPositionals: true,
  options: { strict: { type: "boolean", default: false }, write: { type: "boolean", default: false } }
})

const measures: Readonly<Record<string, () => Promise<boolean>>> = {
  start,
  members: () => members(1_000_000),
  memory: () => memory(100_000),
  requests: () => requests(options),
  storage: () => storage(options)
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
