// A folder that contains only what a README's line installs.
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { betterSqlite3Loads } from "../betterSqlite3.mjs"
import { must } from "./run.mjs"

/** Whether this Node.js has SQLite. Without it, the packages that open files need better-sqlite3. */
export const hasOwnSqlite = process.versions.sqlite !== undefined

/** Whether better-sqlite3 can be tested. The workspace's compiled binary is copied, because compiling takes minutes. */
export const hasBetterSqlite3 = betterSqlite3Loads()

const native = () => {
  const file = createRequire(fileURLToPath(import.meta.url)).resolve("better-sqlite3/package.json")
  return { path: dirname(file), version: JSON.parse(readFileSync(file, "utf8")).version }
}

/** No install script runs in it. */
export const emptyProject = (folder, registry) => {
  mkdirSync(folder, { recursive: true })
  const overrides = hasBetterSqlite3 ? { "better-sqlite3": native().version } : {}
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module", overrides }))
  const settings = ["ignore-scripts=true", "audit=false", "fund=false", "prefer-offline=true"]
  writeFileSync(join(folder, ".npmrc"), [`@tollgate:registry=${registry}`, ...settings, ""].join("\n"))
  return folder
}

/** Installs better-sqlite3, and whatever else, as on a machine with a compiler. */
export const addBetterSqlite3 = async (folder, ...packages) => {
  const added = [`better-sqlite3@${native().version}`, ...packages]
  await must(`Installing ${added.join(" ")}`, "npm", ["install", "--save-exact", ...added], folder)
  cpSync(join(native().path, "build"), join(folder, "node_modules/better-sqlite3/build"), { recursive: true })
}

/** Throws if better-sqlite3 was installed although no line names it. */
export const refuseBetterSqlite3 = (folder) => {
  if (existsSync(join(folder, "node_modules/better-sqlite3"))) throw new Error("better-sqlite3 is installed unasked.")
}
