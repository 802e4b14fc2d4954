import * as Schema from "effect/Schema"
import { ShortId, shortId } from "../schema/uuid.js"

/**
 * Creates the base class of a `…NotFound` refusal: its tag, its message, its fields, and `of`, which makes the refusal from
 * the id in the request. The id is null if the request's text is not an id.
 */
export const notFound =
  <Self>() =>
  <const Tag extends string, Fields extends Schema.Struct.Fields, Id, Props>(
    tag: Tag,
    message: string,
    fields: Fields,
    fieldsOf: (id: Id | null) => Props
  ) => {
    const refusal = Schema.TaggedError<Self>()(tag, fields)
    // The compiler's own message, where a class does not state itself as `Self`.
    if (typeof refusal === "string") throw new Error(refusal)
    Object.defineProperty(refusal.prototype, "message", { get: () => message, configurable: true })
    return Object.assign(refusal, {
      of<C>(this: new (props: Props) => C, id: Id | null): C {
        return new this(fieldsOf(id))
      }
    })
  }

/** The same for an object named by a UUID. `short_id` has its first 8 digits, since the text may be another service's secret. */
export const notFoundById =
  <Self>() =>
  <const Tag extends string>(tag: Tag, message: string) =>
    notFound<Self>()(tag, message, { short_id: Schema.NullOr(ShortId) }, (id: string | null) => ({
      short_id: shortId(id)
    }))
