// Whether better-sqlite3 can be used in this checkout. It is optional: Tollgate itself needs it only on Node.js 20.
import { spawnSync } from "node:child_process"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("..", import.meta.url))

/** Never loaded from Node.js 24 on: compiled for 24.19 and later, version 12 aborts the process that loads it. */
export const betterSqlite3Supports = (major = Number(process.versions.node.split(".")[0])) => major < 24

const load = "new (require('better-sqlite3'))(':memory:')"

/** Loads it in a separate process, because a binary for another Node.js may crash it. */
export const betterSqlite3Loads = (node = process.execPath) =>
  betterSqlite3Supports() && spawnSync(node, ["-e", load], { cwd: root, stdio: "ignore" }).status === 0
