import * as Schema from "effect/Schema"
import { type RefusalName, refusal } from "../schema/refusal.js"
import { ShortId, shortId } from "../schema/uuid.js"

/** Creates the base class of a `…NotFound` refusal: its tag, its fields, and `of`, which makes the refusal from an id. */
export const notFound =
  <Self>() =>
  <
    const Tag extends RefusalName,
    Fields extends Schema.Struct.Fields,
    Id,
    Props extends Readonly<Record<string, unknown>>
  >(
    tag: Tag,
    fields: Fields,
    /** The fields of the refusal, by the id in the request. The id is null if the request's text is not an id. */
    fieldsOf: (id: Id | null) => Props
  ) =>
    Object.assign(refusal<Self>()(tag, fields), {
      of<C>(this: new (props: Props) => C, id: Id | null): C {
        return new this(fieldsOf(id))
      }
    })

/** The same for an object named by a UUID. `short_id` has its first 8 digits, since the text may be another service's secret. */
export const notFoundById =
  <Self>() =>
  <const Tag extends RefusalName>(tag: Tag) =>
    notFound<Self>()(tag, { short_id: Schema.NullOr(ShortId) }, (id: string | null) => ({ short_id: shortId(id) }))
