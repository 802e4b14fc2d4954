// npm run backup -- <database> <copy>: copies a database, also while it is being served. Never writes over a file.
import { existsSync, rmSync } from "node:fs"
import { createRequire } from "node:module"

const [database = "tollgate.db", copy] = process.argv.slice(2)
const fail = (sentence) => {
  console.error(sentence)
  process.exit(1)
}
if (copy === undefined) fail("Say what to copy and where to: npm run backup -- tollgate.db backups/monday.db")
if (existsSync(copy)) fail(`${copy} exists already. Name another file.`)

// The copy is as secret as the original.
process.umask(0o077)
const Database = createRequire(new URL("../packages/sqlite/package.json", import.meta.url))("better-sqlite3")
try {
  const source = new Database(database, { fileMustExist: true, timeout: 5_000 })
  await source.backup(copy)
  source.close()
  const copied = new Database(copy)
  const verdict = copied.pragma("integrity_check", { simple: true })
  copied.close()
  if (verdict !== "ok") throw new Error(`the copy is damaged: ${verdict}`)
} catch (error) {
  rmSync(copy, { force: true })
  fail(`${database} was not copied: ${error.message}.`)
}
console.log(`${database} is copied to ${copy}. Keep a copy of ${database}.key too, in another place.`)
