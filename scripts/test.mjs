// npm test: installs and builds what is missing, then runs every test. Arguments after `--` go to vitest.
import { spawnSync } from "node:child_process"
import { fileURLToPath } from "node:url"
import { prepare } from "./prepare.mjs"

prepare()
const vitest = fileURLToPath(new URL("../node_modules/vitest/vitest.mjs", import.meta.url))
const { status } = spawnSync(process.execPath, [vitest, "run", ...process.argv.slice(2)], { stdio: "inherit" })
process.exit(status ?? 1)
