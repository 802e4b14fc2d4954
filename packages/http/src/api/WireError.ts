import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import type { InputIssue } from "@tollgate/core/models"
import * as Schema from "effect/Schema"

const Metadata = Schema.Record({ key: Schema.String, value: Schema.Unknown })

/** Nothing else is in it today, but more may come: who reads it takes what it knows. */
const ErrorMetadata = Metadata.annotations({
  identifier: "ErrorMetadata",
  jsonSchema: {
    type: "object",
    description: "What a program can act on.",
    properties: {
      reason: { type: "string", description: "One stable word that says why", examples: ["invalid_input"] },
      issues: {
        type: "array",
        description: "What to change. Never the value that was sent",
        items: {
          type: "object",
          properties: {
            path: {
              type: "array",
              items: { anyOf: [{ type: "string" }, { type: "integer" }] },
              description: "Where it stands"
            },
            expected: { type: "string", description: "What is expected there" }
          },
          required: ["path", "expected"]
        }
      },
      retry_after_seconds: { type: "integer", minimum: 0, description: "When to come back, as in `Retry-After`" }
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
      ).annotations({ description: "The status again" }),
      message: Schema.propertySignature(Schema.Literal<Messages>(...messages)).annotations({
        description: "The same text for every error of this status"
      }),
      metadata: optionalOrNull(ErrorMetadata).annotations({ description: "What a program can act on" })
    })
  ).annotations({ description: "What went wrong" }),
  service_metadata: optionalOrNull(Metadata).annotations({ description: "Not used" }),
  user_id: optionalOrNull(Schema.String).annotations({ description: "The caller's user, where the caller is known" })
})

/** What a caller can act on: one stable word, and what to change or when to come back. */
interface Hint {
  readonly reason: string
  readonly issues?: ReadonlyArray<InputIssue>
  readonly retry_after_seconds?: number
}

const fill = <Code extends number, Message extends string>(code: Code, message: Message, hint: Hint) => ({
  error: { code, message, metadata: { ...hint } }
})

/** The request does not have the documented form, or asks for what the account's rules refuse. */
export class BadRequest extends Schema.Class<BadRequest>("BadRequest")(
  envelope(400, "Invalid request parameters"),
  HttpApiSchema.annotations({ status: 400, description: "Invalid request parameters" })
) {
  readonly _tag = "BadRequest"
  static because(reason: string, issues: ReadonlyArray<InputIssue> = []) {
    return new BadRequest(fill(400, "Invalid request parameters", { reason, issues }))
  }
}

/** No credential, or one that opens nothing here. */
export class Unauthorized extends Schema.Class<Unauthorized>("Unauthorized")(
  envelope(401, "Missing Authentication header", "Invalid credentials"),
  HttpApiSchema.annotations({ status: 401, description: "Authentication required or invalid credentials" })
) {
  readonly _tag = "Unauthorized"
  static missing() {
    const issues = [{ path: ["Authorization"], expected: "a header of the form Bearer <API key>" }]
    return new Unauthorized(fill(401, "Missing Authentication header", { reason: "missing_credential", issues }))
  }
  static invalid() {
    return new Unauthorized(fill(401, "Invalid credentials", { reason: "invalid_credential" }))
  }
}

/** A valid key of the wrong kind. */
export class Forbidden extends Schema.Class<Forbidden>("Forbidden")(
  envelope(403, "Only management keys can perform this operation"),
  HttpApiSchema.annotations({ status: 403, description: "Caller may not perform the operation" })
) {
  readonly _tag = "Forbidden"
  static managementOnly() {
    const message = "Only management keys can perform this operation"
    return new Forbidden(fill(403, message, { reason: "management_key_required" }))
  }
}

/** No such object, or none that the caller may know of: the two read the same. */
export class NotFound extends Schema.Class<NotFound>("NotFound")(
  envelope(404, "Resource not found"),
  HttpApiSchema.annotations({ status: 404, description: "Resource does not exist" })
) {
  readonly _tag = "NotFound"
  static because(reason: string) {
    return new NotFound(fill(404, "Resource not found", { reason }))
  }
}

/** Too many requests by this key; `Retry-After` says when to come back. */
export class TooManyRequests extends Schema.Class<TooManyRequests>("TooManyRequests")(
  envelope(429, "Rate limit exceeded"),
  HttpApiSchema.annotations({ status: 429, description: "Rate limit exceeded" })
) {
  readonly _tag = "TooManyRequests"
  static after(seconds: number) {
    const hint = { reason: "rate_limited", retry_after_seconds: seconds }
    return new TooManyRequests(fill(429, "Rate limit exceeded", hint))
  }
}

/** Our own failure. Nothing of it is told but that it happened. */
export class InternalError extends Schema.Class<InternalError>("InternalError")(
  envelope(500, "Internal Server Error"),
  HttpApiSchema.annotations({ status: 500, description: "Unexpected server error" })
) {
  readonly _tag = "InternalError"
  static now() {
    return new InternalError(fill(500, "Internal Server Error", { reason: "internal_error" }))
  }
}

const classes = [BadRequest, Unauthorized, Forbidden, NotFound, TooManyRequests, InternalError] as const

export type WireErrorClass = (typeof classes)[number]

/** Every error that an operation may declare. */
export type WireError = InstanceType<WireErrorClass>

export const isWireError = (failure: unknown): failure is WireError => classes.some((kind) => failure instanceof kind)
