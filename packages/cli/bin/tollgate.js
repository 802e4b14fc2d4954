#!/usr/bin/env node
// Exists before anything is built, so that package managers can link to it.
import module from "node:module"
import { isStale } from "./isStale.js"

// Node.js 22 and later keep compiled code from one start to the next.
module.enableCompileCache?.()

try {
  if (isStale()) {
    process.stderr.write("The tollgate command is older than its sources: run npm run build.\n")
    process.exitCode = 1
  } else {
    await import("../bundle/tollgate.js")
  }
} catch (error) {
  if (error.code !== "ERR_MODULE_NOT_FOUND") throw error
  const [, missing] = /Cannot find (?:package|module) '([^']+)'/.exec(error.message) ?? []
  const said = missing?.endsWith("bundle/tollgate.js")
    ? "Tollgate is not built yet: run npm run build."
    : `Tollgate needs ${missing ?? "a package"}, which is not installed. Install its packages again.`
  process.stderr.write(`${said}\n`)
  process.exitCode = 1
}
