import { readFileSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

const file = fileURLToPath(new URL("../../RESULTS.md", import.meta.url))

const head = `# Results

Written by \`npm run bench -- --write\`. Each heading is what was measured: \`npm run bench -- spending --on calls\` measures that part alone.
[README.md](README.md#how-to-read-a-table) says what the columns mean.
`

/** A page with new results of a part in place of earlier ones. The parts stand in the order of these titles, and others are left out. */
export const withResults = (page: string, titles: ReadonlyArray<string>, title: string, text: string): string => {
  const earlier = page.split(/^## /m).slice(1)
  const texts = new Map(earlier.map((part) => [part.split("\n", 1).join(), part.slice(part.indexOf("\n"))]))
  texts.set(title, text)
  const parts = titles.map((title) => [title, texts.get(title)?.trim()] as const)
  return [head, ...parts.flatMap(([title, text]) => (text === undefined ? [] : [`## ${title}\n\n${text}\n`]))].join(
    "\n"
  )
}

/** Writes the results of a part into the page of all results. */
export const writeResults = (titles: ReadonlyArray<string>, title: string, text: string): void =>
  writeFileSync(file, withResults(readFileSync(file, "utf8"), titles, title, text))
