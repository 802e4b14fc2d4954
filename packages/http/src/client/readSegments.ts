import { InvalidInput } from "@tollgate/core/models"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Record from "effect/Record"
import * as Schema from "effect/Schema"
import type { Operation } from "../api/Operation.js"
import { isSegment } from "./plain/isSegment.js"

const expected = 'well-formed text other than "", "." and ".."'

/** Encodes a path parameter as one segment (RFC 3986, section 3.3). */
const segment = (text: unknown, name: string): Effect.Effect<string, InvalidInput> =>
  isSegment(text)
    ? Effect.succeed(encodeURIComponent(text))
    : Effect.fail(new InvalidInput({ issues: [{ path: [name], expected }] }))

/** Decodes path parameters as the server does and encodes each as one segment. */
export const readSegments = ({ endpoint }: Operation) => {
  if (Option.isNone(endpoint.pathSchema)) return () => Effect.succeed({})
  const decode = Schema.decodeUnknown(endpoint.pathSchema.value)
  return (given: unknown) =>
    Effect.mapError(decode(given), InvalidInput.fromParseError).pipe(
      Effect.flatMap((path: Readonly<Record<string, unknown>>) => Effect.all(Record.map(path, segment)))
    )
}
