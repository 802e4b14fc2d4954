// A folder in which nothing is but what a README's line installs.
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

const sqlite = fileURLToPath(new URL("../../packages/sqlite/package.json", import.meta.url))

/** What the workspace resolves better-sqlite3 to: compiling it takes minutes, so what is compiled is copied. */
const native = () => {
  const file = createRequire(sqlite).resolve("better-sqlite3/package.json")
  return { path: dirname(file), version: JSON.parse(readFileSync(file, "utf8")).version }
}

export const emptyProject = (folder, registry) => {
  mkdirSync(folder, { recursive: true })
  const overrides = { "better-sqlite3": native().version }
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module", overrides }))
  const settings = ["ignore-scripts=true", "audit=false", "fund=false", "prefer-offline=true"]
  writeFileSync(join(folder, ".npmrc"), [`@tollgate:registry=${registry}`, ...settings, ""].join("\n"))
  return folder
}

/** What the scripts of an installation would have done. */
export const finishInstall = (folder) => {
  const target = join(folder, "node_modules/better-sqlite3")
  if (existsSync(target)) cpSync(join(native().path, "build"), join(target, "build"), { recursive: true })
}
