import { readFileSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

const file = fileURLToPath(new URL("../../README.md", import.meta.url))

/** Writes the results between the two comments of that name in the README. */
export const writeReadme = (name: string, text: string): void => {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
  const readme = readFileSync(file, "utf8")
  const from = readme.indexOf(begin)
  const to = readme.indexOf(end)
  if (from < 0 || to < from) throw new Error(`The README has no place for ${name}`)
  writeFileSync(file, `${readme.slice(0, from + begin.length)}\n\n${text}\n${readme.slice(to)}`)
}
