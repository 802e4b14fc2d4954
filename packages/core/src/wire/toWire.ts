import { factsOf, type RefusalFacts } from "./factsOf.js"
import { kindOf, propertyOf, type RefusalKind } from "./kindOf.js"
import { sentenceOf } from "./sentenceOf.js"

/** Whose API a client speaks. */
export type WireDialect = "openai" | "anthropic" | "gemini"

/** What an answer depends on beside the refusal. */
export interface WireOptions {
  /**
   * Whether the client decides by the status alone whether to repeat a request, as the AI SDK does, and Google's SDK with `retryOptions`. What a
   * repetition does not help is 403 then, in place of 429.
   *
   * @default false
   */
  readonly retriesByStatus?: boolean
}

/** An answer that refuses a model request. */
export interface WireAnswer {
  /** HTTP status. */
  readonly status: number
  /** The word for the error in this API, such as `insufficient_quota`. */
  readonly code: string
  readonly headers: Readonly<Record<string, string>>
  /** The body, as JSON. It states the `RefusalFacts`. */
  readonly body: { readonly error: Readonly<Record<string, unknown>> } & Readonly<Record<string, unknown>>
  /** The same as the last event of a stream that has begun. */
  readonly event: string
}

interface Form {
  readonly status: number
  readonly code: string
}

const forms: Readonly<Record<WireDialect, Readonly<Record<RefusalKind, Form>>>> = {
  openai: {
    spent: { status: 429, code: "insufficient_quota" },
    busy: { status: 429, code: "rate_limit_exceeded" },
    key: { status: 401, code: "invalid_api_key" },
    forbidden: { status: 403, code: "permission_denied" },
    invalid: { status: 400, code: "invalid_request" },
    missing: { status: 404, code: "not_found" },
    unavailable: { status: 503, code: "service_unavailable" },
    failed: { status: 500, code: "server_error" }
  },
  anthropic: {
    spent: { status: 402, code: "billing_error" },
    busy: { status: 429, code: "rate_limit_error" },
    key: { status: 401, code: "authentication_error" },
    forbidden: { status: 403, code: "permission_error" },
    invalid: { status: 400, code: "invalid_request_error" },
    missing: { status: 404, code: "not_found_error" },
    unavailable: { status: 529, code: "overloaded_error" },
    failed: { status: 500, code: "api_error" }
  },
  gemini: {
    spent: { status: 429, code: "RESOURCE_EXHAUSTED" },
    busy: { status: 429, code: "RESOURCE_EXHAUSTED" },
    key: { status: 401, code: "UNAUTHENTICATED" },
    forbidden: { status: 403, code: "PERMISSION_DENIED" },
    invalid: { status: 400, code: "INVALID_ARGUMENT" },
    missing: { status: 404, code: "NOT_FOUND" },
    unavailable: { status: 503, code: "UNAVAILABLE" },
    failed: { status: 500, code: "INTERNAL" }
  }
}

/** OpenAI's `type` of an error, beside its `code`. */
const openAiTypes: Readonly<Record<RefusalKind, string>> = {
  spent: "insufficient_quota",
  busy: "requests",
  key: "invalid_request_error",
  forbidden: "invalid_request_error",
  invalid: "invalid_request_error",
  missing: "invalid_request_error",
  unavailable: "server_error",
  failed: "server_error"
}

/** Seconds until the request may be sent again. Null if a repetition does not help. */
const secondsOf = (refusal: unknown, kind: RefusalKind): number | null => {
  if (kind !== "busy" && kind !== "unavailable") return null
  const stated = propertyOf(refusal, "retryAfter")
  // What is in the way usually ends within seconds, long before its lease.
  return typeof stated === "number" && Number.isFinite(stated) ? Math.max(1, Math.ceil(stated)) : 1
}

interface Told extends Form {
  readonly kind: RefusalKind
  readonly message: string
  readonly facts: RefusalFacts
  readonly seconds: number | null
}

/** Google's details: the facts as an `ErrorInfo`, whose values are texts, and the time to wait. */
const googleDetails = ({ facts: { reason, ...others }, seconds }: Told) => [
  {
    "@type": "type.googleapis.com/google.rpc.ErrorInfo",
    reason: reason.toUpperCase(),
    domain: "tollgate",
    metadata: Object.fromEntries(
      Object.entries(others).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]]))
    )
  },
  ...(seconds === null ? [] : [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: `${seconds}s` }])
]

const bodies: Readonly<Record<WireDialect, (told: Told) => WireAnswer["body"]>> = {
  openai: ({ code, facts, kind, message }) => ({
    error: { message, type: openAiTypes[kind], param: facts.model === undefined ? null : "model", code, details: facts }
  }),
  anthropic: ({ code, facts, message }) => ({
    type: "error",
    error: { type: code, message, details: { error_code: facts.reason, ...facts } }
  }),
  gemini: (told) => ({
    error: { code: told.status, message: told.message, status: told.code, details: googleDetails(told) }
  })
}

/**
 * The answer to a model request that Tollgate refuses, as the official SDK of an API expects it: the SDK shows its message and facts, and
 * does not repeat a request that would be refused again, because each repetition is an admission of its own. It reads the plain fields of
 * a refusal, whichever package its class is from.
 *
 * | Refusal | openai | anthropic | gemini | Repeated |
 * |---|---|---|---|---|
 * | `BudgetExceeded` `budget_spent`, `RunRefused` `run_requests_spent` | 429 `insufficient_quota` | 402 `billing_error` | 429 `RESOURCE_EXHAUSTED` | No: only time or another limit helps |
 * | `BudgetExceeded` `budget_held`, `TooManyInFlight`, `RateLimited` | 429 `rate_limit_exceeded` | 429 `rate_limit_error` | 429 `RESOURCE_EXHAUSTED` | After `retry-after`: other requests end |
 * | `KeyRefused`, `InvalidCredential` | 401 `invalid_api_key` | 401 `authentication_error` | 401 `UNAUTHENTICATED` | No. It does not say why, as `authenticate` does not |
 * | `PolicyRefused`, `RunRefused` `run_stopped`, `run_ended` | 403 `permission_denied` | 403 `permission_error` | 403 `PERMISSION_DENIED` | No: somebody has decided so |
 * | `PriceUnknown`, `UserNotInOrganization`, `InvalidInput`, `CostTooLarge`, `RunRefused` `run_not_found`, `run_conflict` | 400 `invalid_request` | 400 `invalid_request_error` | 400 `INVALID_ARGUMENT` | No: another request is needed. Not 409, which SDKs repeat |
 * | `StorageFailure` that changed nothing, `GateClosed` | 503 `service_unavailable` | 529 `overloaded_error` | 503 `UNAVAILABLE` | After `retry-after`: nothing was done |
 * | `StorageFailure` of unknown outcome, `RequestFailed`, refusals of acts on holds and of the gateway's own key, any other error | 500 `server_error` | 500 `api_error` | 500 `INTERNAL` | No: an amount may be held until its lease ends. It tells no detail |
 *
 * Other refusals are 400, 401, 403 or 404 by their status, 409 as 400, and not repeated. `retry-after` is 1 second, or that of
 * `RateLimited` in whole seconds. `x-should-retry` says the same to the SDKs of OpenAI and Anthropic. For clients that know neither, state `retriesByStatus`.
 *
 * The facts are `reason` and, of a budget, the scope, its window, limit and counters, what is left in USD and in output tokens, and when it
 * resets: `error.details` of openai and anthropic, an `ErrorInfo` of gemini. Of a budget that others spend from, too, they have what is left
 * alone.
 *
 * @param refusal What a method of Tollgate has thrown. Any other error is 500 without detail.
 * @throws {TypeError} if there is no such dialect.
 * @example
 * import { BudgetExceeded, toWire } from "@tollgate/core"
 *
 * const { body, headers, status } = toWire(new BudgetExceeded({ reason: "budget_spent", budgets: [] }), "openai")
 * export const response = new Response(JSON.stringify(body), { status, headers }) // 429, insufficient_quota
 */
export const toWire = (
  refusal: unknown,
  dialect: WireDialect,
  { retriesByStatus = false }: WireOptions = {}
): WireAnswer => {
  if (!Object.hasOwn(forms, dialect))
    throw new TypeError('The dialect of toWire must be "openai", "anthropic" or "gemini".')
  const kind = kindOf(refusal)
  const form = forms[dialect][kind]
  const isForbidden = retriesByStatus && kind === "spent" && form.status === 429
  // A word of Google's belongs to one status.
  const code = isForbidden && dialect === "gemini" ? "PERMISSION_DENIED" : form.code
  const facts = kind === "failed" || kind === "unavailable" ? { reason: hiddenReasons[kind] } : factsOf(refusal)
  const seconds = secondsOf(refusal, kind)
  const status = isForbidden ? 403 : form.status
  const body = bodies[dialect]({ kind, status, code, facts, seconds, message: sentenceOf(refusal, kind, facts) })
  const json = JSON.stringify(body)
  return {
    status,
    code,
    headers: {
      "content-type": "application/json",
      "x-should-retry": String(seconds !== null),
      ...(seconds !== null && { "retry-after": String(seconds) }),
      ...(kind === "key" && { "www-authenticate": "Bearer" })
    },
    body,
    event: dialect === "anthropic" ? `event: error\ndata: ${json}\n\n` : `data: ${json}\n\n`
  }
}

/** In place of reasons that tell of the gateway's inside. */
const hiddenReasons = { unavailable: "unavailable", failed: "internal_error" } as const
