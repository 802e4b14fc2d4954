import { readdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"

/** Everything in a folder: each entry's rights, and each file's bytes. */
export const contents = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .sort()
      .map((name) => {
        const stats = statSync(join(folder, name))
        const bytes = stats.isFile() ? readFileSync(join(folder, name), "base64") : "folder"
        return [name, `${(stats.mode & 0o777).toString(8)} ${bytes}`]
      })
  )
