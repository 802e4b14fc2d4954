import { InvalidInput, type NewHold } from "@tollgate/core"
import * as Codec from "@tollgate/core/codec"
import * as Models from "@tollgate/core/models"
import * as Either from "effect/Either"
import type * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { isExactNumber } from "../request/isExactNumber.js"
import { type ForwardRoute, type Taken, takenHeaders } from "./ForwardRoute.js"

type Headers = Readonly<Record<string, string | undefined>>

/** What a proxy may state in headers, as JSON would have it. */
const StatedParts = Schema.Struct({
  amount: Models.NewHold.fields.amount,
  model: Models.NewHold.fields.model,
  user_id: Models.NewHold.fields.user_id,
  run: Models.NewHold.fields.run,
  request_id: Codec.optional(
    Schema.String.pipe(Schema.pattern(/^[\x21-\x7e]{1,128}$/), Codec.expected("1 to 128 visible characters of ASCII"))
  )
})

const utf8 = new TextDecoder("utf-8", { fatal: true })

/** The text of a header, which Node.js reads as Latin-1. */
const textOf = (value: string): string | null => {
  try {
    return utf8.decode(Buffer.from(value, "latin1"))
  } catch {
    return null
  }
}

const plainAmount = "USD in plain decimals such as 0.25, above 0, at most 1000000000, with at most 9 places"

// Plain decimals only: `Number` would also read "0x10" and "1e3".
const numberOf = (text: string) => (/^\d{1,10}(\.\d{1,9})?$/.test(text) && isExactNumber(text) ? Number(text) : null)

const fieldOf = (part: Taken) => (part === "user" ? "user_id" : part)

const valueOf = (part: Taken, text: string): unknown => {
  if (part === "amount") return numberOf(text)
  return part === "run" ? text.split("/").map((id) => ({ id })) : text
}

const refused = (part: Taken, expected: string) =>
  new InvalidInput({ issues: [{ path: [takenHeaders[part]], expected }] })

/** What the headers of a request state that its route takes from the proxy, or what is wrong with one of them. */
const statedParts = (route: ForwardRoute, headers: Headers) => {
  const stated: Record<string, unknown> = {}
  for (const part of route.takes) {
    const value = headers[takenHeaders[part].toLowerCase()] ?? ""
    if (value === "") return Either.left(refused(part, "a value, which the proxy must set"))
    // A repeated header arrives joined by commas: the proxy has added its own to that of a client in place of overwriting it.
    if (value.includes(","))
      return Either.left(refused(part, "one header without a comma, which the proxy must overwrite"))
    const text = textOf(value)
    if (text === null) return Either.left(refused(part, "text in UTF-8"))
    stated[fieldOf(part)] = valueOf(part, text)
  }
  return Either.mapLeft(Codec.decode(StatedParts, stated), (error) => {
    const [issue] = InvalidInput.fromParseError(error).issues
    const part = route.takes.find((taken) => fieldOf(taken) === issue?.path[0]) ?? "amount"
    return refused(part, part === "amount" ? plainAmount : (issue?.expected ?? "another value"))
  })
}

/** A request as its route and its proxy state it. */
export interface Forwarded {
  readonly input: NewHold
  /** Names the request, if the proxy states that. */
  readonly requestId: string | undefined
}

/**
 * Reads a request of a route: what the route states, and what it takes from the headers of the proxy. No other header counts.
 *
 * @param key The API key that the user has presented.
 */
export const readForwarded = (
  route: ForwardRoute,
  headers: Headers,
  key: Redacted.Redacted
): Either.Either<Forwarded, InvalidInput> =>
  Either.map(statedParts(route, headers), ({ request_id, ...stated }): Forwarded => {
    const { key: _, mode, refuse, takes, ...own } = route
    return { input: { ...own, ...stated, key, credential: "own" }, requestId: request_id }
  })
