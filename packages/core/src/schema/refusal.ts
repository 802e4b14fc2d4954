import type * as Cause from "effect/Cause"
import * as Record from "effect/Record"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import type { RefusalEntry, RefusedRequest } from "./RefusalEntry.js"
import { recognize } from "./recognize.js"
import { refusalEntries } from "./refusalEntries.js"

/** The tag of a refusal, which is also the name of its class. */
export type RefusalName = keyof typeof refusalEntries

/** The status of a refusal's answer. */
type StatusOf<Tag extends RefusalName> = (typeof refusalEntries)[Tag]["status"]

/** One problem of the input: the path of the value, and what is expected there. */
export const InputIssue = Schema.Struct({
  path: Schema.Array(Schema.Union(Schema.String, Schema.Number)),
  expected: Schema.String
})
export interface InputIssue extends Schema.Schema.Type<typeof InputIssue> {}

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

/** A property that is computed from the fields. */
const define = (prototype: object, name: string, get: (this: never) => unknown) =>
  Object.defineProperty(prototype, name, { get, configurable: true })

/** Creates the base class of a refusal from its tag, of which `refusalEntries` has the entry, and its fields. */
export const refusal =
  <Self>() =>
  <const Tag extends RefusalName, Fields extends Schema.Struct.Fields>(
    tag: Tag,
    fields: Fields
  ): RefusalClass<Self, Tag, Fields, StatusOf<Tag>> => {
    const entry: RefusalEntry = refusalEntries[tag]
    const { from, issue, reason, sentence, stated = [], status } = entry
    // The functions of an entry take the fields of its refusal.
    const { issuesOf, reasonOf, sentenceOf } = entry as RefusalEntry & Computed
    const base = Schema.TaggedError<Self>()(tag, fields)
    // The compiler's own message, where a class does not state itself as `Self`.
    if (typeof base === "string") throw new Error(base)
    const { prototype } = base
    const issues = issue === undefined ? [] : [{ path: [issue.field], expected: issue.expected }]
    Object.assign(prototype, { status, reason, issues })
    if (issuesOf !== undefined)
      define(prototype, "issues", function (this: object) {
        return issuesOf(this)
      })
    if (reasonOf !== undefined)
      define(prototype, "reason", function (this: object) {
        return reasonOf(this)
      })
    define(prototype, "message", function (this: object) {
      return sentenceOf === undefined ? sentence : sentenceOf(this)
    })
    const travelling: Schema.Struct.Fields = Record.filter(fields, (_, name) => stated.includes(name))
    // The fields of refusals need no services.
    const details = Schema.make<object, Readonly<Record<string, unknown>>>(Schema.Struct(travelling).ast)
    const encode = Schema.encodeUnknownSync(details)
    const decode = Schema.decodeUnknownSync(details)
    define(prototype, "details", function (this: object) {
      return stated.length === 0 ? {} : encode(this)
    })
    // The fields that travel may have values that JSON does not: amounts are integers of any size.
    const inherited = prototype.toJSON
    Object.defineProperty(prototype, "toJSON", {
      value(this: Refused<number>) {
        return { ...inherited.call(this), ...this.details }
      },
      configurable: true
    })
    recognize(base, tag, "base")
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
    }) as unknown as RefusalClass<Self, Tag, Fields, StatusOf<Tag>>
  }

/** The functions of an entry, by the refusal. */
interface Computed {
  readonly issuesOf?: (fields: object) => ReadonlyArray<InputIssue>
  readonly reasonOf?: (fields: object) => string
  readonly sentenceOf?: (fields: object) => string
}
