import { InvalidInput } from "@tollgate/core"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

/**
 * Reads what stands in a path where the form of it is an operation's input. A program does so, and not the endpoint:
 * the framework reads an endpoint's path before it looks at a body, whose media type and size come first.
 */
export const readPath = <Fields extends Schema.Struct.Fields>(fields: Fields) => {
  const decode = Schema.decodeUnknown(Schema.Struct(fields))
  return (path: unknown) => Effect.mapError(decode(path), InvalidInput.fromParseError)
}
