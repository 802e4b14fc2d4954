import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import type { ParseError } from "effect/ParseResult"
import * as Schema from "effect/Schema"
import { RateLimitReached } from "./RateLimitReached.js"
import { Sender } from "./Sender.js"
import type { Vars } from "./substitute.js"

/** The server refused a request that brings a state about, or a placeholder that the request needs is unknown. */
export class StateRefused extends Data.TaggedError("StateRefused") {}

/** What requests make on the server that is tested. */
export type Made<A> = Effect.Effect<A, StateRefused | RateLimitReached | ParseError>

/** A placeholder that a request needs. */
export const needed = (vars: Vars, name: string): Made<string> =>
  Effect.mapError(Effect.fromNullable(vars[name]), () => new StateRefused())

/** Asks the server with a key, by default the management key, and reads a part of its answer. */
export const ask = Effect.fnUntraced(function* <A>(
  vars: Vars,
  method: "DELETE" | "POST" | "PUT",
  path: string,
  fields: object | undefined,
  decode: (body: string) => Effect.Effect<A, ParseError>,
  key = "MGMT_KEY"
) {
  const send = yield* Sender
  const answer = yield* send(new URL(vars["BASE_URL"] ?? ""), {
    method,
    path,
    headers: { Authorization: `Bearer ${vars[key] ?? ""}`, "Content-Type": "application/json" },
    body: fields === undefined ? undefined : Buffer.from(JSON.stringify(fields)),
    raw: undefined
  })
  const limited = RateLimitReached.among([answer])
  if (limited !== undefined) return yield* limited
  if (answer.status >= 300) return yield* new StateRefused()
  return yield* decode(answer.body)
})

/** Reads a part of a JSON body. Made once, since thousands of answers are read. */
export const part = <Fields extends Schema.Struct.Fields>(fields: Fields) =>
  Schema.decode(Schema.parseJson(Schema.Struct(fields)))
