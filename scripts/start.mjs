// npm start: installs and builds what is missing, then serves. Flags after `--` go to `tollgate serve`.
import { prepare } from "./prepare.mjs"

prepare({ always: false })
process.argv.splice(2, 0, "serve")
await import("../packages/cli/bin/tollgate.js")
