import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import type * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientError from "@effect/platform/HttpClientError"
import * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import type * as HttpClientResponse from "@effect/platform/HttpClientResponse"
import * as Codec from "@tollgate/core/codec"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import type * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import { isEnveloped } from "../api/DataEnvelope.js"
import type { Operation } from "../api/Operation.js"
import { schemasOf } from "../api/schemasOf.js"
import { errorClassFor } from "../api/WireError.js"
import { keepWireForm, wireFormOf } from "./wireForm.js"

/** A request whose path is encoded. */
interface Request {
  readonly path: Readonly<Record<string, string>>
  readonly urlParams?: unknown
  readonly payload?: unknown
}

/** The JSON of a body: what it was decoded from, or else what its schema encodes. */
const encode = (schema: Schema.Schema<unknown>, value: unknown): Either.Either<unknown, ParseResult.ParseError> => {
  const form = wireFormOf(value)
  return form === undefined ? Codec.encode(schema, value) : Either.right(form)
}

// The union of the error classes is wider than what the decoder takes; a class is a schema without context like the others.
const decodeError = (schema: Schema.Schema.All, json: unknown) =>
  Schema.decodeUnknownEither(schema as unknown as Schema.Schema<unknown>)(json)

/** Query parameters are numbers, booleans and texts, whose form needs no schema. */
const queryOf = (params: unknown) =>
  Object.entries(Object(params)).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [[name, String(value)] as const]
  )

/**
 * Sends the requests of one operation. The body is encoded and the answer decoded once each. A body that was decoded
 * from JSON is sent as that JSON, and an answer keeps the JSON that it was decoded from.
 */
export const sender = (client: HttpClient.HttpClient, operation: Operation) => {
  const { access, method, nothingCreated, template } = operation
  const { payloadSchema, successSchema } = schemasOf(operation)
  const success = HttpApiSchema.getStatusSuccess(successSchema)
  const formOf = (json: unknown) => (isEnveloped(successSchema) ? Object(json).data : json)

  const write = ({ path, payload, urlParams }: Request) => {
    const request = HttpClientRequest.make(method)(
      template.replace(/:(\w+)/g, (_, name: string) => {
        const segment = path[name]
        if (segment === undefined) throw new Error(`The path ${template} lacks ${name}.`)
        return segment
      })
    )
    return Option.isNone(payloadSchema)
      ? Either.right(HttpClientRequest.setUrlParams(request, queryOf(urlParams)))
      : Either.map(encode(payloadSchema.value, payload), (json) => HttpClientRequest.bodyUnsafeJson(request, json))
  }

  const read = (response: HttpClientResponse.HttpClientResponse): Effect.Effect<unknown, unknown> => {
    const { request, status } = response
    if (status === success || (nothingCreated !== null && status === 200)) {
      return Effect.flatMap(response.json, (json) =>
        Either.map(Codec.decode(successSchema, json), (value) => keepWireForm(value, formOf(json)))
      )
    }
    const error = errorClassFor(status, access)
    return error === undefined
      ? Effect.fail(new HttpClientError.ResponseError({ reason: "Decode", request, response }))
      : Effect.flatMap(response.json, (json) => Effect.flatMap(decodeError(error, json), Effect.fail))
  }

  const named = (request: HttpClientRequest.HttpClientRequest, key: string | null) =>
    key === null ? request : HttpClientRequest.setHeader(request, "idempotency-key", key)

  /** `key` is the idempotency key of a change. */
  return (request: Request, key: string | null) =>
    Effect.suspend(() => Either.map(write(request), (request) => named(request, key))).pipe(
      Effect.flatMap(client.execute),
      Effect.flatMap(read)
    )
}
