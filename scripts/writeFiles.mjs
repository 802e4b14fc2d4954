// Writes files, each with its text, by its path from the root of the repository. One that has this text already stays as it is, so that the
// compiler has nothing to do again.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("..", import.meta.url))

export const writeFiles = (files) => {
  for (const [path, text] of files) {
    const file = `${root}${path}`
    if (existsSync(file) && readFileSync(file, "utf8") === text) continue
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
}
