import type { FileHandle } from "node:fs/promises"
import * as Predicate from "effect/Predicate"

/** The longest line that is kept whole, in characters. */
export const MAX_LINE_LENGTH = 65_536

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "The file does not exist.",
  EISDIR: "It is a folder.",
  EACCES: "This user may not read the file.",
  ESPIPE: "It is not a regular file, and it is read twice. Write its lines to a file, and name that one.",
  ERR_ENCODING_INVALID_ENCODED_DATA: "It is not UTF-8."
}

/** Why a file cannot be read. */
export const reasonOf = (cause: unknown): string => {
  const code = Predicate.hasProperty(cause, "code") ? String(cause.code) : "unknown error"
  return reasons[code] ?? code
}

/** A line of a file, and its number, from 1. */
export type FileLine = readonly [number: number, text: string]

/** The lines of an open file as they are read, with their numbers. Empty lines are left out. */
export async function* linesIn(handle: FileHandle): AsyncGenerator<FileLine> {
  const utf8 = new TextDecoder("utf-8", { fatal: true })
  let [number, rest] = [0, ""]
  for await (const chunk of handle.createReadStream()) {
    const lines = (rest + utf8.decode(chunk, { stream: true })).split("\n")
    rest = lines.pop() ?? ""
    for (const line of lines) {
      number++
      if (line.trim() !== "") yield [number, line]
    }
    // A line without an end is not kept whole.
    if (rest.length > MAX_LINE_LENGTH) rest = rest.slice(0, MAX_LINE_LENGTH + 1)
  }
  rest += utf8.decode()
  if (rest.trim() !== "") yield [number + 1, rest]
}
