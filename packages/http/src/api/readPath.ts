import { InvalidInput } from "@tollgate/core"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

/**
 * Decodes path parameters whose form is validated. The program does this, and not the endpoint: the framework decodes an
 * endpoint's path before the body, but the body's media type and size are checked first.
 */
export const readPath = <Fields extends Schema.Struct.Fields>(fields: Fields) => {
  const decode = Schema.decodeUnknown(Schema.Struct(fields))
  return (path: unknown) => Effect.mapError(decode(path), InvalidInput.fromParseError)
}
