// The part of a document that is generated, between two comments.
import { readFileSync, writeFileSync } from "node:fs"

/** Reads and writes the part of this name in a document, by its path from the root of the repository. A command writes it. */
export const generatedPart = (document, name, command = "npm run generate") => {
  const page = new URL(`../${document}`, import.meta.url)
  const begin = `<!-- ${name}: ${command} -->\n`
  const end = `<!-- /${name} -->`
  const read = () => {
    const text = readFileSync(page, "utf8")
    const from = text.indexOf(begin) + begin.length
    return {
      before: text.slice(0, from),
      part: text.slice(from, text.indexOf(end)),
      after: text.slice(text.indexOf(end))
    }
  }
  return {
    shown: () => read().part.trim(),
    write: (text) => {
      const { after, before } = read()
      writeFileSync(page, `${before}\n${text}\n\n${after}`)
    }
  }
}

/** A table of rows of cells, the first of which are its heads. */
export const markdownTable = (table) => {
  const widths = table[0].map((_, column) => Math.max(...table.map((row) => row[column].length)))
  const line = (cells) => `| ${cells.map((cell, i) => cell.padEnd(widths[i])).join(" | ")} |`
  const [head, ...rows] = table
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n")
}
