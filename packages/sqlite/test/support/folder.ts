import { createHash } from "node:crypto"
import { readdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"

/** Everything in a folder: names, rights and contents. Two equal pictures, and nothing has changed between them. */
export const picture = (folder: string) =>
  readdirSync(folder)
    .sort()
    .map((name) => {
      const path = join(folder, name)
      const stats = statSync(path)
      const content = stats.isFile() ? createHash("sha256").update(readFileSync(path)).digest("hex") : "directory"
      return { name, mode: stats.mode & 0o777, size: stats.size, content }
    })
