// npm run nightly: the tests that take minutes, each package installed by itself, every supported Node.js, the
// mutants of the day, then the benchmarks. Arguments after `--` go to vitest.
import { spawnSync } from "node:child_process"
import { fileURLToPath } from "node:url"
import { prepare } from "./prepare.mjs"

await prepare()
const vitest = fileURLToPath(new URL("../node_modules/vitest/vitest.mjs", import.meta.url))
const cwd = fileURLToPath(new URL("..", import.meta.url))
const args = [vitest, "run", "--config", "vitest.nightly.config.ts", ...process.argv.slice(2)]
const tests = spawnSync(process.execPath, args, { cwd, stdio: "inherit" })
const packCheck = fileURLToPath(new URL("pack-check.mjs", import.meta.url))
const packages = spawnSync(process.execPath, [packCheck, "--each"], { stdio: "inherit" })
const nodes = fileURLToPath(new URL("nodes.mjs", import.meta.url))
const onNodes = spawnSync(process.execPath, [nodes], { stdio: "inherit" })
const mutants = fileURLToPath(new URL("../packages/mutants/src/main.mjs", import.meta.url))
const onMutants = spawnSync(process.execPath, [mutants], { stdio: "inherit" })
const bench = fileURLToPath(new URL("../packages/bench/dist/main.js", import.meta.url))
const benchmarks = spawnSync(process.execPath, [bench], { stdio: "inherit" })
process.exit(tests.status || packages.status || onNodes.status || onMutants.status || benchmarks.status || 0)
