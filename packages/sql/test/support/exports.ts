import { Effect } from "effect"
import type { ExportOptions } from "../../dist/driver.js"

/** What an export writes, as one text. */
export const textOf = <A, E>(
  exporting: (options: Pick<ExportOptions, "write">) => Effect.Effect<A, E>
): Effect.Effect<string, E> =>
  Effect.gen(function* () {
    const parts: Array<string> = []
    yield* exporting({ write: (lines) => Effect.sync(() => void parts.push(lines)) })
    return parts.join("")
  })

/** The bytes of a text in parts that end anywhere, also within a character. */
export const bytesOf = (text: string, part = 4_093): Effect.Effect<Uint8Array | null> => {
  const bytes = Buffer.from(text)
  let at = 0
  return Effect.sync(() => {
    if (at >= bytes.length) return null
    at += part
    return bytes.subarray(at - part, at)
  })
}
