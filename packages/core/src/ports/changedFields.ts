import { createHash } from "node:crypto"
import * as Redacted from "effect/Redacted"
import * as Usd from "../values/Usd.js"

/** The longest value that an entry repeats, in characters of JSON. */
const MAX_VALUE_CHARACTERS = 2_000

/** Amounts in dollars: every bigint of the models is one. */
const inDollars = (_: string, value: unknown): unknown =>
  typeof value === "bigint" ? Usd.toNumber(value as Usd.Usd) : value

const textOf = (value: unknown): string =>
  // A replacer is called for each value, and costs more than the text.
  typeof value === "object" ? JSON.stringify(value, inDollars) : JSON.stringify(inDollars("", value))

/** What stands for a value that is too long: its size, and a hash by which it can be recognized. */
const summary = (json: string) =>
  JSON.stringify({ characters: json.length, sha256: createHash("sha256").update(json).digest("hex") })

/**
 * The fields of an input as two texts of JSON: an object of the new values, and an array of the names of those that are secret.
 * Fields without a value are left out.
 */
export const changedFields = (input: object): { readonly changes: string; readonly secrets: string } => {
  const secrets: Array<string> = []
  const changes: Array<string> = []
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined) continue
    if (Redacted.isRedacted(value)) {
      secrets.push(name)
      continue
    }
    const json = textOf(value)
    changes.push(`${JSON.stringify(name)}:${json.length > MAX_VALUE_CHARACTERS ? summary(json) : json}`)
  }
  return { changes: `{${changes.join(",")}}`, secrets: JSON.stringify(secrets) }
}
