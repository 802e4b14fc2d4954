import type * as Cause from "effect/Cause"
import * as Record from "effect/Record"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"

/** One problem of the input: the path of the value, and what is expected there. */
export const InputIssue = Schema.Struct({
  path: Schema.Array(Schema.Union(Schema.String, Schema.Number)),
  expected: Schema.String
})
export interface InputIssue extends Schema.Schema.Type<typeof InputIssue> {}

/** A refused request as its sender knows it, and what the answer says of the reason. */
export interface RefusedRequest {
  readonly path: Readonly<Record<string, unknown>>
  readonly payload: Readonly<Record<string, unknown>>
  /** The resource of the operation, such as `workspaces`. */
  readonly resource: string
  readonly reason: unknown
  readonly issues: ReadonlyArray<InputIssue>
  /** `error.metadata` of the answer. */
  readonly metadata: Readonly<Record<string, unknown>>
  readonly cause: unknown
}

/** What a refusal is to the server, the client and the API document. A new refusal is one entry of this form. */
interface Entry<Status> {
  /** HTTP status of the answer. */
  readonly status: Status
  /** Stable word for the cause, `error.metadata.reason` of the answer. */
  readonly reason: string
  /** Message of the error. */
  readonly sentence: string
  /** The field of the request to change, and what to send instead. */
  readonly issue?: { readonly field: string; readonly expected: string }
  /** The fields of the refusal, for a client that has only the request. By default, the request's fields of the same names. */
  readonly from?: (request: RefusedRequest) => Readonly<Record<string, unknown>>
  /** Names of fields that the answer states in `error.metadata`, from where a client reads them. */
  readonly stated?: ReadonlyArray<string>
}

/** What every refusal has beside its own fields. */
interface Refused<Status extends number> {
  /** HTTP status of the answer. */
  readonly status: Status
  /** Stable word for the cause. Over HTTP it is `error.metadata.reason`. */
  readonly reason: string
  /** What to change in the request. */
  readonly issues: ReadonlyArray<InputIssue>
  /** Further facts for the caller, as JSON: over HTTP they are in `error.metadata`. */
  readonly details: Readonly<Record<string, unknown>>
}

type Tagged<Tag extends string, Fields> = { readonly _tag: Schema.tag<Tag> } & Fields

/** The base class of a refusal. */
export interface RefusalClass<Self, Tag extends string, Fields extends Schema.Struct.Fields, Status extends number>
  extends Schema.Class<
    Self,
    Tagged<Tag, Fields>,
    Schema.Struct.Encoded<Tagged<Tag, Fields>>,
    Schema.Struct.Context<Tagged<Tag, Fields>>,
    Schema.Struct.Constructor<Omit<Tagged<Tag, Fields>, "_tag">>,
    // biome-ignore lint/complexity/noBannedTypes: nothing is inherited, as in the type of Schema.TaggedError
    {},
    Cause.YieldableError & Refused<Status>
  > {
  readonly _tag: Tag
  /** HTTP status of the answer. */
  readonly status: Status
  /** The fields that the answer states in `error.metadata`. */
  readonly details: Schema.Schema<object, Readonly<Record<string, unknown>>>
  /** The refusal of a request. Throws if this request cannot have been refused so. */
  readonly from: (request: RefusedRequest) => Self
}

/** Creates the base class of a refusal from its tag, its fields and its entry. */
export const refusal =
  <Self>() =>
  <const Tag extends string, Fields extends Schema.Struct.Fields, const Status extends number>(
    tag: Tag,
    fields: Fields,
    { from, issue, reason, sentence, stated = [], status }: Entry<Status>
  ): RefusalClass<Self, Tag, Fields, Status> => {
    const base = Schema.TaggedError<Self>()(tag, fields)
    // The compiler's own message, where a class does not state itself as `Self`.
    if (typeof base === "string") throw new Error(base)
    const own: Omit<Refused<Status>, "details"> = {
      status,
      reason,
      issues: issue === undefined ? [] : [{ path: [issue.field], expected: issue.expected }]
    }
    Object.assign(base.prototype, own)
    const travelling: Schema.Struct.Fields = Record.filter(fields, (_, name) => stated.includes(name))
    // The fields of refusals need no services.
    const details = Schema.make<object, Readonly<Record<string, unknown>>>(Schema.Struct(travelling).ast)
    const encode = Schema.encodeUnknownSync(details)
    const decode = Schema.decodeUnknownSync(details)
    Object.defineProperty(base.prototype, "details", {
      get(this: object) {
        return stated.length === 0 ? {} : encode(this)
      },
      configurable: true
    })
    // The fields that travel may have values that JSON does not: amounts are integers of any size.
    const inherited = base.prototype.toJSON
    Object.defineProperty(base.prototype, "toJSON", {
      value(this: Refused<Status>) {
        return { ...inherited.call(this), ...this.details }
      },
      configurable: true
    })
    Object.defineProperty(base.prototype, "message", { get: () => sentence, configurable: true })
    const named = ({ metadata, path, payload }: RefusedRequest) => ({
      ...Struct.pick({ ...payload, ...path }, ...Object.keys(fields)),
      ...(stated.length === 0 ? {} : decode(metadata))
    })
    return Object.assign(base, {
      status,
      details,
      from(this: new (props: never) => Self, request: RefusedRequest): Self {
        // The constructor checks the fields.
        return new this((from ?? named)(request) as never)
      }
      // The fields that the lines above have added.
    }) as unknown as RefusalClass<Self, Tag, Fields, Status>
  }
