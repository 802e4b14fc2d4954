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

/** The values that placeholders stand for. Throws `MissingPlaceholder`: generators around thousands of short texts took longer than the texts. */
export const fill = (text: string, vars: Vars): string => {
  if (!text.includes("{")) return text
  const filled = text.replace(placeholder, (_, name: string, change?: string) => {
    const value = vars[name]
    if (value === undefined) throw new MissingPlaceholder({ name })
    if (change === undefined) return value
    const changed = changes[change]?.(value)
    if (changed === undefined) throw new MissingPlaceholder({ name: `|${change}` })
    return changed
  })
  if (!filled.includes("*")) return filled
  return filled
    .replace(/\{([a-zA-Z])\*(\d+)\}/g, (_, letter: string, count: string) => letter.repeat(Number(count)))
    .replace(/\{HDR\*(\d+)\}/g, (_, count: string) => headers(Number(count)))
    .replace(/\{CHUNK\*(\d+)\}/g, (_, count: string) => chunks(Number(count)))
}

/** Values without any placeholder: most of what cases expect, again and again. */
const plain = new WeakSet<object>()

/** Fills in every text of a JSON value. A value without placeholders is returned itself. Throws `MissingPlaceholder`. */
export const fillIn = (value: unknown, vars: Vars): unknown => {
  if (typeof value === "string") return fill(value, vars)
  if (typeof value !== "object" || value === null || plain.has(value)) return value
  const entries = Object.entries(value).map(([name, item]) => [name, item, fillIn(item, vars)] as const)
  if (entries.every(([, item, filled]) => item === filled)) {
    plain.add(value)
    return value
  }
  return Array.isArray(value)
    ? entries.map(([, , filled]) => filled)
    : Object.fromEntries(entries.map(([name, , filled]) => [name, filled]))
}

/** Runs what fills in placeholders. */
export const filling = <A>(make: () => A): Effect.Effect<A, MissingPlaceholder> =>
  Effect.suspend(() => {
    try {
      return Effect.succeed(make())
    } catch (cause) {
      return cause instanceof MissingPlaceholder ? Effect.fail(cause) : Effect.die(cause)
    }
  })

/**
 * Fills in `{NAME}` and `{NAME|change}`, then `{a*N}` for N times the letter, `{HDR*N}` for N headers and `{CHUNK*N}` for
 * a chunked body of N × 32 KiB.
 */
export const substitute = (text: string, vars: Vars): Effect.Effect<string, MissingPlaceholder> =>
  filling(() => fill(text, vars))
