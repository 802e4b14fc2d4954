import * as Schema from "effect/Schema"

const Text = Schema.Record({ key: Schema.String, value: Schema.String })
const maybe = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(schema, { exact: true })

/** What is sent. `raw` goes over a bare socket, byte for byte as latin1; everything else is an ordinary HTTP request. */
export const CaseRequest = Schema.Struct({
  method: Schema.String,
  path: Schema.String,
  headers: Text,
  body: maybe(Schema.NullOr(Schema.String)),
  bodyBase64: maybe(Schema.String),
  /** `prefix`, `times` × `unit` with its number for `%d`, `mid`, `times` × `unit2`, `suffix`. */
  bodyRepeat: maybe(
    Schema.Struct({
      prefix: Schema.String,
      unit: Schema.String,
      times: Schema.Int,
      mid: Schema.String,
      unit2: Schema.String,
      suffix: Schema.String
    })
  ),
  raw: maybe(Schema.String),
  /** Sent this many times, one after another; the last answer is judged. */
  repeat: maybe(Schema.Int),
  /** Sent this many times at once; `tally` judges the statuses. */
  concurrent: maybe(Schema.Int)
})
export type CaseRequest = typeof CaseRequest.Type

/** What must come back. Values of `json` and `body` may be matchers, see `mismatches`. */
export const Expectation = Schema.Struct({
  status: Schema.Int,
  /** Other statuses that a careful reader of the contract could defend; they count only where a run allows them. */
  alt: maybe(Schema.Array(Schema.Int)),
  message: maybe(Schema.String),
  /** By lower-case name: `*` for any value, `null` for none, a text for how it starts, or a matcher. */
  headers: maybe(Schema.Record({ key: Schema.String, value: Schema.Unknown })),
  /** By path, as in `data.0.id`. */
  json: maybe(Schema.Record({ key: Schema.String, value: Schema.Unknown })),
  /** The whole body. */
  body: maybe(Schema.Unknown),
  /** Texts that occur in neither headers nor body. */
  absent: maybe(Schema.Array(Schema.String)),
  /** The name of the case whose answer this one repeats byte for byte. */
  sameAs: maybe(Schema.String),
  /** With `repeat`: the first answer of this status ends the repetition. */
  anyOf: maybe(Schema.Boolean),
  /** How many answers the connection carries, for `raw`. */
  answers: maybe(Schema.Int),
  /** How long to wait for a `raw` answer, in milliseconds. */
  within: maybe(Schema.Int),
  /** How often each status comes, for `concurrent`. */
  tally: maybe(Schema.Record({ key: Schema.String, value: Schema.Int })),
  /** Placeholders for later steps, each from a path of the body. */
  save: maybe(Text)
})
export type Expectation = typeof Expectation.Type

/** One request and what must come back. */
export const Step = Schema.Struct({ request: CaseRequest, expect: Expectation })
export type Step = typeof Step.Type

/** A reading that must be the same before and after, but for the paths in `except`. */
export const Probe = Schema.Struct({ request: CaseRequest, except: Schema.Array(Schema.String) })
export type Probe = typeof Probe.Type

/**
 * One promise of the contract. `n` is its number in the whole set; `operationId` is null where it belongs to no
 * operation; `basis` says where the promise comes from: the contract's text, a decision beside it, what follows from
 * either, HTTP, or Node's parser.
 */
export const Case = Schema.Struct({
  n: Schema.Int,
  operationId: Schema.NullOr(Schema.String),
  name: Schema.String,
  setup: maybe(Schema.Array(Schema.String)),
  transport: maybe(Schema.Literal("raw", "slow")),
  before: maybe(Schema.Array(Step)),
  request: CaseRequest,
  expect: Expectation,
  follow: maybe(Schema.Array(Step)),
  unchanged: maybe(Schema.Array(Probe)),
  /** Texts that no log line holds afterwards. */
  notLogged: maybe(Schema.Array(Schema.String)),
  basis: Schema.Literal("spec", "decision", "derived", "http", "node"),
  control: maybe(Schema.Boolean),
  after: maybe(Schema.String),
  why: maybe(Schema.String)
})
export type Case = typeof Case.Type
