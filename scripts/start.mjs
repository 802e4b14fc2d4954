// npm start: installs and builds what is missing, then serves. Flags after `--` go to `tollgate serve`.
import { keptByNpm } from "./keptByNpm.mjs"
import { prepare } from "./prepare.mjs"

const kept = keptByNpm(process.env, process.argv.slice(2))
if (kept !== null) {
  console.error(kept)
  process.exit(2)
}
await prepare({ always: false })
process.argv.splice(2, 0, "serve")
await import("../packages/cli/bin/tollgate.js")
