import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import type { InputIssue } from "@tollgate/core/models"
import * as Schema from "effect/Schema"

const Metadata = Schema.Record({ key: Schema.String, value: Schema.Unknown })

/** Open for additional fields: clients must ignore the ones they do not know. */
const ErrorMetadata = Metadata.annotations({
  identifier: "ErrorMetadata",
  jsonSchema: {
    type: "object",
    description: "Machine-readable details of the error.",
    properties: {
      reason: { type: "string", description: "Stable word for the cause of the error.", examples: ["invalid_input"] },
      issues: {
        type: "array",
        description: "Problems of the input. They never contain the values sent.",
        items: {
          type: "object",
          properties: {
            path: {
              type: "array",
              items: { anyOf: [{ type: "string" }, { type: "integer" }] },
              description: "Path of the value in the input."
            },
            expected: { type: "string", description: "Expected value, as a noun phrase." }
          },
          required: ["path", "expected"]
        }
      },
      retry_after_seconds: {
        type: "integer",
        minimum: 0,
        description: "Seconds until the next request is accepted, as in `Retry-After`."
      }
    }
  }
})

const optionalOrNull = <A, I>(schema: Schema.Schema<A, I>) =>
  Schema.optionalWith(Schema.NullOr(schema), { exact: true })

const envelope = <Status extends number, Messages extends ReadonlyArray<string>>(
  status: Status,
  ...messages: Messages
) => ({
  error: Schema.propertySignature(
    Schema.Struct({
      code: Schema.propertySignature(
        Schema.Literal(status).annotations({ jsonSchema: { type: "integer", enum: [status] } })
      ).annotations({ description: "HTTP status code." }),
      message: Schema.propertySignature(Schema.Literal<Messages>(...messages)).annotations({
        description: "Error message, one fixed text for each cause listed."
      }),
      metadata: optionalOrNull(ErrorMetadata).annotations({ description: "Machine-readable details of the error." })
    })
  ).annotations({ description: "The error." }),
  service_metadata: optionalOrNull(Metadata).annotations({ description: "Reserved." }),
  user_id: optionalOrNull(Schema.String).annotations({ description: "User of the caller, if known." })
})

/** `error.metadata`: a stable word for the cause, the problems of the input, the seconds to wait, and details of the refusal. */
interface Hint {
  readonly reason: string
  readonly issues?: ReadonlyArray<InputIssue>
  readonly retry_after_seconds?: number
  readonly [detail: string]: unknown
}

/** What a refusal states beside its reason, as JSON. */
type Details = Readonly<Record<string, unknown>>

const fill = <Code extends number, Message extends string>(code: Code, message: Message, hint: Hint) => ({
  error: { code, message, metadata: { ...hint } }
})

/** 400: the input does not have the documented form, or a rule of the account refuses the change. */
export class BadRequest extends Schema.Class<BadRequest>("BadRequest")(
  envelope(400, "Invalid request parameters"),
  HttpApiSchema.annotations({ status: 400, description: "Invalid request parameters." })
) {
  readonly _tag = "BadRequest"
  static because(reason: string, issues: ReadonlyArray<InputIssue> = [], details: Details = {}) {
    return new BadRequest(fill(400, "Invalid request parameters", { ...details, reason, issues }))
  }
  /** The body is not a JSON object. */
  static invalidJson(issue: InputIssue = { path: [], expected: "one JSON object (RFC 8259)" }) {
    return BadRequest.because("invalid_json", [issue])
  }
}

/** 401: no API key, or one that is invalid for this operation. */
export class Unauthorized extends Schema.Class<Unauthorized>("Unauthorized")(
  envelope(401, "Missing Authentication header", "Invalid credentials"),
  HttpApiSchema.annotations({ status: 401, description: "Authentication required or invalid credentials." })
) {
  readonly _tag = "Unauthorized"
  static missing(issue: InputIssue = { path: ["Authorization"], expected: "a header of the form Bearer <API key>" }) {
    const issues = [issue]
    return new Unauthorized(fill(401, "Missing Authentication header", { reason: "missing_credential", issues }))
  }
  static because(reason: string) {
    return new Unauthorized(fill(401, "Invalid credentials", { reason }))
  }
}

/** 402: a budget does not admit the amount. */
export class PaymentRequired extends Schema.Class<PaymentRequired>("PaymentRequired")(
  envelope(402, "Insufficient budget"),
  HttpApiSchema.annotations({ status: 402, description: "A budget does not admit the amount." })
) {
  readonly _tag = "PaymentRequired"
  static because(reason: string, _issues: ReadonlyArray<InputIssue> = [], details: Details = {}) {
    return new PaymentRequired(fill(402, "Insufficient budget", { ...details, reason }))
  }
}

const MANAGEMENT_ONLY = "Only management keys can perform this operation"
const READ_ONLY = "A read-only key cannot change anything"

/** 403: a valid API key of the wrong kind, or a read-only one at an operation that changes something. */
export class Forbidden extends Schema.Class<Forbidden>("Forbidden")(
  envelope(403, MANAGEMENT_ONLY, READ_ONLY),
  HttpApiSchema.annotations({ status: 403, description: "The caller may not perform the operation." })
) {
  readonly _tag = "Forbidden"
  static because(reason: string) {
    return new Forbidden(fill(403, reason === "read_only" ? READ_ONLY : MANAGEMENT_ONLY, { reason }))
  }
}

/** 403 at an operation of API keys: a gateway key. */
export class GatewayForbidden extends Schema.Class<GatewayForbidden>("GatewayForbidden")(
  envelope(403, "Only API keys can perform this operation"),
  HttpApiSchema.annotations({ status: 403, description: "A gateway key may not perform the operation." })
) {
  readonly _tag = "GatewayForbidden"
  static because(reason: string) {
    return new GatewayForbidden(fill(403, "Only API keys can perform this operation", { reason }))
  }
}

const refusedSpender = {
  gateway_key_required: "Only gateway keys can perform this operation",
  key_refused: "The key cannot spend",
  credentials_not_served: "This server does not serve provider credentials",
  policy: "A guardrail does not allow the request"
} as const

const messageOf = (reason: string) =>
  reason === "gateway_key_required" || reason === "key_refused" || reason === "credentials_not_served"
    ? refusedSpender[reason]
    : refusedSpender.policy

/** 403 at an operation of gateways: a valid key of another kind, or a spender that may not make the request. */
export class SpendingForbidden extends Schema.Class<SpendingForbidden>("SpendingForbidden")(
  envelope(403, ...Object.values(refusedSpender)),
  HttpApiSchema.annotations({ status: 403, description: "The caller or the spender may not perform the operation." })
) {
  readonly _tag = "SpendingForbidden"
  static because(reason: string, _issues: ReadonlyArray<InputIssue> = [], details: Details = {}) {
    return new SpendingForbidden(fill(403, messageOf(reason), { ...details, reason }))
  }
}

/** 404: there is no such object, or it belongs to another organization. Both look the same. */
export class NotFound extends Schema.Class<NotFound>("NotFound")(
  envelope(404, "Resource not found"),
  HttpApiSchema.annotations({ status: 404, description: "The resource does not exist." })
) {
  readonly _tag = "NotFound"
  static because(reason: string) {
    return new NotFound(fill(404, "Resource not found", { reason }))
  }
}

/** 409: the object is in another state than the operation requires. */
export class Conflict extends Schema.Class<Conflict>("Conflict")(
  envelope(409, "Conflict"),
  HttpApiSchema.annotations({ status: 409, description: "The state of the resource does not allow this operation." })
) {
  readonly _tag = "Conflict"
  static because(reason: string, issues: ReadonlyArray<InputIssue> = [], details: Details = {}) {
    return new Conflict(fill(409, "Conflict", { ...details, reason, issues }))
  }
}

/** 429: too many requests. `Retry-After` states the seconds to wait. */
export class TooManyRequests extends Schema.Class<TooManyRequests>("TooManyRequests")(
  envelope(429, "Rate limit exceeded"),
  HttpApiSchema.annotations({ status: 429, description: "Rate limit exceeded." })
) {
  readonly _tag = "TooManyRequests"
  static after(seconds: number) {
    const hint = { reason: "rate_limited", retry_after_seconds: seconds }
    return new TooManyRequests(fill(429, "Rate limit exceeded", hint))
  }
}

/** 429 at an operation of gateways: too many requests at once, or of a scope that has as many open holds as it admits. */
export class SpendingTooMany extends Schema.Class<SpendingTooMany>("SpendingTooMany")(
  envelope(429, "Rate limit exceeded", "Too many requests in flight"),
  HttpApiSchema.annotations({ status: 429, description: "Too many requests are in flight." })
) {
  readonly _tag = "SpendingTooMany"
  static because(reason: string, _issues: ReadonlyArray<InputIssue> = [], details: Details = {}) {
    return new SpendingTooMany(fill(429, "Too many requests in flight", { ...details, reason }))
  }
}

/** 500: an unexpected server error. Its cause is only in the log. */
export class InternalError extends Schema.Class<InternalError>("InternalError")(
  envelope(500, "Internal Server Error"),
  HttpApiSchema.annotations({ status: 500, description: "Unexpected server error." })
) {
  readonly _tag = "InternalError"
  static because(reason: string) {
    return new InternalError(fill(500, "Internal Server Error", { reason }))
  }
  /** A defect. */
  static now() {
    return InternalError.because("internal_error")
  }
}

/** The error responses that a refusal may have, by status. */
export const refusalErrors = {
  400: BadRequest,
  401: Unauthorized,
  402: PaymentRequired,
  403: Forbidden,
  404: NotFound,
  409: Conflict,
  429: SpendingTooMany,
  500: InternalError
}

/** The error responses of refusals that have another one than that of their status. */
export const ownErrors = {
  ApiKeyRequired: GatewayForbidden,
  CredentialsNotServed: SpendingForbidden,
  GatewayKeyRequired: SpendingForbidden,
  KeyRefused: SpendingForbidden,
  PolicyRefused: SpendingForbidden
}

const classes = [TooManyRequests, ...Object.values(refusalErrors)]

/** Those of operations that have another one than that of the status. */
const special = [GatewayForbidden, SpendingForbidden]

export type WireErrorClass = (typeof classes)[number] | (typeof special)[number]

/** The error responses that an operation may declare. */
export type WireError = InstanceType<WireErrorClass>

/**
 * The class of the error responses with this status; undefined if operations declare none.
 *
 * @param access The keys that may call the operation.
 */
export const errorClassFor = (status: number, access: string): WireErrorClass | undefined => {
  if (status === 403 && access === "gateway, else 403") return SpendingForbidden
  if (status === 429 && access === "gateway, else 403") return SpendingTooMany
  if (status === 403 && access === "any key, else 403") return GatewayForbidden
  return classes.find((kind) => HttpApiSchema.getStatusError(kind) === status)
}

export const isWireError = (failure: unknown): failure is WireError =>
  [...classes, ...special].some((kind) => failure instanceof kind)
