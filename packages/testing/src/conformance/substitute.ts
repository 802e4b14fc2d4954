import * as Data from "effect/Data"
import * as Effect from "effect/Effect"

/** The values of the placeholders. `BASE_URL` is the server's address, and `BASE` its path. */
export type Vars = Readonly<Record<string, string>>

/** A case uses a placeholder that the run has no value for. */
export class MissingPlaceholder extends Data.TaggedError("MissingPlaceholder")<{ readonly name: string }> {}

const changes: Readonly<Record<string, (text: string) => string>> = {
  chop: (text) => text.slice(0, -1),
  upper: (text) => text.toUpperCase(),
  flip: (text) => text.slice(0, -1) + (text.endsWith("A") ? "B" : "A"),
  nodash: (text) => text.replaceAll("-", ""),
  swapcase: (text) => Array.from(text, (c) => (c === c.toUpperCase() ? c.toLowerCase() : c.toUpperCase())).join("")
}

const placeholder = /\{([A-Z][A-Z0-9_]*)(?:\|(\w+))?\}/g

const headers = (count: number) => Array.from({ length: count }, (_, i) => `X-${i}: 1\r\n`).join("")
const chunks = (count: number) => `${`8000\r\n${"a".repeat(0x8000)}\r\n`.repeat(count)}0\r\n\r\n`

/**
 * Fills in `{NAME}` and `{NAME|change}`, then `{a*N}` for N times the letter, `{HDR*N}` for N headers and `{CHUNK*N}` for
 * a chunked body of N × 32 KiB.
 */
export const substitute = (text: string, vars: Vars): Effect.Effect<string, MissingPlaceholder> =>
  Effect.suspend(() => {
    if (!text.includes("{")) return Effect.succeed(text)
    for (const [, name = "", change] of text.matchAll(placeholder)) {
      if (vars[name] === undefined) return new MissingPlaceholder({ name })
      if (change !== undefined && changes[change] === undefined) return new MissingPlaceholder({ name: `|${change}` })
    }
    return Effect.succeed(
      text
        .replace(placeholder, (_, name: string, change?: string) => {
          const value = vars[name] ?? ""
          return change === undefined ? value : (changes[change]?.(value) ?? value)
        })
        .replace(/\{([a-zA-Z])\*(\d+)\}/g, (_, letter: string, count: string) => letter.repeat(Number(count)))
        .replace(/\{HDR\*(\d+)\}/g, (_, count: string) => headers(Number(count)))
        .replace(/\{CHUNK\*(\d+)\}/g, (_, count: string) => chunks(Number(count)))
    )
  })

/** Fills in every text of a JSON value. */
export const substituteIn = (value: unknown, vars: Vars): Effect.Effect<unknown, MissingPlaceholder> => {
  if (typeof value === "string") return substitute(value, vars)
  if (Array.isArray(value)) return Effect.forEach(value, (item) => substituteIn(item, vars))
  if (typeof value !== "object" || value === null) return Effect.succeed(value)
  return Effect.map(
    Effect.forEach(Object.entries(value), ([name, item]) =>
      Effect.map(substituteIn(item, vars), (filled) => [name, filled] as const)
    ),
    Object.fromEntries
  )
}
