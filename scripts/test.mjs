// npm test: installs and builds what is missing, checks the tests' types, because some tests assert compile errors, and runs
// every test. Arguments after `--` go to vitest.
import { spawnSync } from "node:child_process"
import { fileURLToPath } from "node:url"
import { installOutside, isInstalled, outsideFolders } from "./outside.mjs"
import { prepare } from "./prepare.mjs"

const cwd = fileURLToPath(new URL("..", import.meta.url))
const run = (...args) => {
  const { status } = spawnSync(process.execPath, args, { cwd, stdio: "inherit" })
  if (status !== 0) process.exit(status ?? 1)
}

const given = process.argv.slice(2)
const named = given.filter((_, index) => given[index - 1] === "--project")

// Beside the build, which waits for what its own processes do.
const installing = Promise.all(outsideFolders(named.length === 0 ? undefined : named).map(installOutside))
// Said where it is waited for.
installing.catch(() => {})
await prepare()
run("node_modules/typescript/bin/tsc", "-p", "tsconfig.tests.json")
await installing
// Those of a part of the projects alone cannot be checked where the others' packages are not installed.
if (outsideFolders().every(isInstalled)) run("node_modules/typescript/bin/tsc", "-p", "tsconfig.outside.json")
// Installed only now.
const { prepareTestPrograms } = await import("./testPrograms.mjs")
await prepareTestPrograms()
run("node_modules/vitest/vitest.mjs", "run", ...given)
