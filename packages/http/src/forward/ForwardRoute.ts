import { expected, optional, strict } from "@tollgate/core/codec"
import { NewHold } from "@tollgate/core/models"
import * as Schema from "effect/Schema"

/** What a proxy may state of each request, and the header that states it. */
export const takenHeaders = {
  amount: "X-Tollgate-Amount",
  model: "X-Tollgate-Model",
  user: "X-Tollgate-User",
  run: "X-Tollgate-Run",
  request_id: "X-Request-Id"
} as const

/** A part of a request that its proxy states. */
export type Taken = keyof typeof takenHeaders

const parts = Object.keys(takenHeaders).join(", ")
const names = "routes with names of 1 to 63 of a-z, 0-9 and -, which begin with a letter"

const TakenPart = Schema.Literal("amount", "model", "user", "run", "request_id").pipe(expected(`one of ${parts}`))

const fields = Schema.Struct({
  mode: Schema.optionalWith(Schema.Literal("charge", "hold").pipe(expected("charge or hold")), {
    default: () => "charge" as const
  }).annotations({
    description:
      "`charge` settles the amount when the request is admitted. `hold` sets it aside, marked as sent: what calls the model settles it."
  }),
  takes: Schema.optionalWith(Schema.Array(TakenPart).pipe(expected(`a list of ${parts}`)), {
    default: (): ReadonlyArray<Taken> => []
  }).annotations({
    description:
      "What the proxy states in headers that it overwrites. Each of them is then required; no other header counts."
  }),
  key: Schema.optionalWith(
    Schema.Literal("authorization", "x-api-key", "x-goog-api-key", "api-key").pipe(
      expected("authorization, x-api-key, x-goog-api-key or api-key")
    ),
    { default: () => "authorization" as const }
  ).annotations({ description: "Header with the API key of the user. In `authorization` its scheme is Bearer." }),
  refuse: optional(
    Schema.Literal(403).pipe(expected("403")),
    "Status of refusals other than 401 and 403, for nginx, which takes any other one for a failure."
  ),
  amount: NewHold.fields.amount,
  model: NewHold.fields.model,
  user_id: NewHold.fields.user_id,
  provider: NewHold.fields.provider,
  zdr: NewHold.fields.zdr,
  lease_seconds: NewHold.fields.lease_seconds,
  labels: NewHold.fields.labels
}).annotations({
  identifier: "ForwardRoute",
  description: "How requests of one route of a proxy are admitted.",
  ...strict
})

type Fields = Schema.Schema.Type<typeof fields>

/** What a route may state itself or take from its proxy. */
const sources = [
  ["amount", "amount"],
  ["model", "model"],
  ["user_id", "user"]
] as const

const issuesOf = (route: Fields): ReadonlyArray<Schema.FilterIssue> => [
  ...sources.flatMap(([field, part]) =>
    route[field] !== undefined && route.takes.includes(part)
      ? [{ path: [field], message: `expected: no value where takes has ${part}: remove one of the two` }]
      : []
  ),
  ...(route.amount === undefined && !route.takes.includes("amount")
    ? [{ path: ["amount"], message: "expected: a number above 0, at most 1000000000, unless takes has amount" }]
    : [])
]

/** How requests of one route of a proxy are admitted. The amount is stated by the route, or taken from the proxy. */
export const ForwardRoute = fields.pipe(Schema.filter(issuesOf))
export interface ForwardRoute extends Schema.Schema.Type<typeof ForwardRoute> {}

const named = /^[a-z][a-z0-9-]{0,62}$/

/** The routes of forward auth by their names: 1 to 63 of a-z, 0-9 and -, which begin with a letter. */
export const ForwardRoutes = Schema.Record({ key: Schema.String, value: ForwardRoute })
  .pipe(
    Schema.filter((routes) => Object.keys(routes).length > 0 && Object.keys(routes).every((name) => named.test(name)))
  )
  // Not `expected`, which would hide what is wrong inside of a route.
  .annotations({ message: () => `expected: ${names}` })
export type ForwardRoutes = typeof ForwardRoutes.Type
