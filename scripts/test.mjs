// npm test: installs and builds what is missing, checks the tests' types, because some tests assert compile errors, and runs
// every test. Arguments after `--` go to vitest.
import { spawnSync } from "node:child_process"
import { fileURLToPath } from "node:url"
import { prepare } from "./prepare.mjs"

const cwd = fileURLToPath(new URL("..", import.meta.url))
const run = (...args) => {
  const { status } = spawnSync(process.execPath, args, { cwd, stdio: "inherit" })
  if (status !== 0) process.exit(status ?? 1)
}

await prepare()
run("node_modules/typescript/bin/tsc", "-p", "tsconfig.tests.json")
// Installed only now.
const { prepareTestPrograms } = await import("./testPrograms.mjs")
await prepareTestPrograms()
run("node_modules/vitest/vitest.mjs", "run", ...process.argv.slice(2))
