import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("..", import.meta.url))

/** A block of commands of a document, and the block of what they print, which follows it. */
export interface DocumentCommand {
  readonly code: string
  readonly shown: string
}

/** The text of a document of the repository, or of one of its sections. */
export const documentText = (document: string, section?: string): string => {
  const text = readFileSync(`${root}${document}`, "utf8")
  if (section === undefined) return text
  const [, found] = text.split(new RegExp(`^## ${section}$`, "m"), 2)
  if (found === undefined) throw new Error(`${document} has no section “${section}”.`)
  return found.split(/^## /m, 1)[0] ?? ""
}

/** The blocks of commands of a document, or of one of its sections, that begin with a text. */
export const documentCommands = (
  document: string,
  beginning: string,
  section?: string
): ReadonlyArray<DocumentCommand> => {
  const found = documentText(document, section).matchAll(/^```(\w+)\n(.*?)^```$/gms)
  const blocks = Array.from(found, ([, language = "", code = ""]) => ({ language, code }))
  return blocks.flatMap(({ code, language }, place) =>
    language === "sh" && code.startsWith(beginning) ? [{ code, shown: blocks[place + 1]?.code ?? "" }] : []
  )
}

/** The lines of a block. */
export const linesOf = (text: string): Array<string> => text.trimEnd().split("\n")
