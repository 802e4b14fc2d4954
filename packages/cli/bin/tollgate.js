#!/usr/bin/env node
// Exists before anything is built, so that package managers can link to it.
import module from "node:module"
import { fileURLToPath } from "node:url"
import { isStale } from "./isStale.js"

const bundle = fileURLToPath(new URL("../bundle/tollgate.cjs", import.meta.url))

/** Keeps compiled code from one start to the next: a sixth of a start. Node.js 22 and later can do it themselves. */
const run = async () => {
  if (module.enableCompileCache === undefined) {
    const { runBundle } = await import("./compiledCode.js")
    return runBundle(bundle, process.argv[2])
  }
  module.enableCompileCache()
  module.createRequire(import.meta.url)(bundle)
}

try {
  if (isStale()) {
    process.stderr.write("The tollgate command is older than its sources: run npm run build.\n")
    process.exitCode = 1
  } else {
    await run()
  }
} catch (error) {
  if (error.code !== "MODULE_NOT_FOUND") throw error
  const [, missing] = /Cannot find module '([^']+)'/.exec(error.message) ?? []
  const said =
    missing === bundle
      ? "Tollgate is not built yet: run npm run build."
      : `Tollgate needs ${missing ?? "a package"}, which is not installed. Install its packages again.`
  process.stderr.write(`${said}\n`)
  process.exitCode = 1
}
