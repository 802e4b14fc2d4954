import { InvalidInput } from "@tollgate/core/models"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Record from "effect/Record"
import * as Schema from "effect/Schema"
import type { Operation } from "../operationsOf.js"

/** A request as a caller wrote it. */
export interface Given {
  readonly path?: Readonly<Record<string, unknown>>
  readonly urlParams?: Readonly<Record<string, unknown>>
  readonly payload?: unknown
}

const refuse = (name: string, expected: string) => new InvalidInput({ issues: [{ path: [name], expected }] })

// What stands for one segment of a path is never one of these: whoever resolves the path would leave them out.
const dots = ["", ".", ".."]

/** A path's parameter as one segment of it (RFC 3986, section 3.3). */
const segment = (text: unknown, name: string): Effect.Effect<string, InvalidInput> =>
  typeof text === "string" && text.isWellFormed() && !dots.includes(text)
    ? Effect.succeed(encodeURIComponent(text))
    : Effect.fail(refuse(name, 'well-formed text other than "", "." and ".."'))

const reader = (schema: Option.Option<Schema.Schema<never, unknown>>) => {
  if (Option.isNone(schema)) return () => Effect.succeed(undefined)
  const decode = Schema.decodeUnknown(schema.value)
  return (given: unknown) => Effect.mapError(decode(given), InvalidInput.fromParseError)
}

/** Reads a request as strictly as the server does, so that what it would refuse for its form is never sent. */
export const readRequest = ({ endpoint }: Operation) => {
  const readPayload = reader(endpoint.payloadSchema)
  const readQuery = reader(endpoint.urlParamsSchema)
  return ({ path = {}, payload, urlParams = {} }: Given) =>
    Effect.all({
      path: Effect.all(Record.map(path, segment)),
      urlParams: readQuery(
        Record.map(
          Record.filter(urlParams, (value) => value !== undefined),
          String
        )
      ),
      payload: readPayload(payload)
    })
}
