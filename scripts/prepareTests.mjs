// What npm test does before it runs the tests: installs and builds what is missing, and checks the tests' types.
import { spawnSync } from "node:child_process"
import { fileURLToPath } from "node:url"
import { installOutside, isInstalled, outsideFolders } from "./outside.mjs"
import { prepare } from "./prepare.mjs"

const cwd = fileURLToPath(new URL("..", import.meta.url))

/** Runs a program of this Node.js. Ends this process if it fails. */
export const runOrExit = (...args) => {
  const { status } = spawnSync(process.execPath, args, { cwd, stdio: "inherit" })
  if (status !== 0) process.exit(status ?? 1)
}

/** Makes everything current that the tests of some packages need, by default of all. */
export const prepareTests = async (names) => {
  // Beside the build, which waits for what its own processes do.
  const installing = Promise.all(outsideFolders(names).map(installOutside))
  // Said where it is waited for.
  installing.catch(() => {})
  await prepare()
  runOrExit("node_modules/typescript/bin/tsc", "-p", "tsconfig.tests.json")
  await installing
  // Those of a part of the projects alone cannot be checked where the others' packages are not installed.
  if (outsideFolders().every(isInstalled)) runOrExit("node_modules/typescript/bin/tsc", "-p", "tsconfig.outside.json")
  // Installed only now.
  const { prepareTestPrograms } = await import("./testPrograms.mjs")
  await prepareTestPrograms()
}
