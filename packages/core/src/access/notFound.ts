import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { type RefusedRequest, refusal } from "../schema/refusal.js"
import { ShortId, shortId, uuid, uuidInput } from "../schema/uuid.js"

interface Naming<Id, Props> {
  /** The fields of the refusal, by the id in the request. The id is null if the request's text is not an id. */
  readonly fieldsOf: (id: Id | null) => Props
  /** The id in a request. */
  readonly idIn: (request: RefusedRequest) => Id | null
  /** Stable word for the cause. @default "not_found" */
  readonly reason?: string
}

/**
 * Creates the base class of a `…NotFound` refusal: its tag, its message, its fields, and `of`, which makes the refusal from
 * the id in the request.
 */
export const notFound =
  <Self>() =>
  <const Tag extends string, Fields extends Schema.Struct.Fields, Id, Props extends Readonly<Record<string, unknown>>>(
    tag: Tag,
    sentence: string,
    fields: Fields,
    { fieldsOf, idIn, reason = "not_found" }: Naming<Id, Props>
  ) => {
    const from = (request: RefusedRequest) => fieldsOf(idIn(request))
    return Object.assign(refusal<Self>()(tag, fields, { status: 404, reason, sentence, from }), {
      of<C>(this: new (props: Props) => C, id: Id | null): C {
        return new this(fieldsOf(id))
      }
    })
  }

const readUuid: (text: unknown) => Option.Option<string> = Schema.decodeUnknownOption(uuidInput(uuid("Uuid")))

/** The same for an object named by a UUID. `short_id` has its first 8 digits, since the text may be another service's secret. */
export const notFoundById =
  <Self>() =>
  <const Tag extends string>(
    tag: Tag,
    sentence: string,
    textIn: (request: RefusedRequest) => unknown = ({ path }) => path["id"],
    reason = "not_found"
  ) =>
    notFound<Self>()(
      tag,
      sentence,
      { short_id: Schema.NullOr(ShortId) },
      {
        fieldsOf: (id: string | null) => ({ short_id: shortId(id) }),
        idIn: (request) => Option.getOrNull(readUuid(textIn(request))),
        reason
      }
    )
