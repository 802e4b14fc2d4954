import { report as members } from "./members.js"
import { report as memory } from "./memory.js"
import { report as start } from "./start.js"

const measures: Readonly<Record<string, () => Promise<boolean>>> = {
  start,
  members: () => members(1_000_000),
  memory: () => memory(100_000)
}

const asked = process.argv.slice(2)
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
