import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import type { Services } from "@tollgate/core"
import * as Codec from "@tollgate/core/codec"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Schema from "effect/Schema"
import type { Groups } from "../api/Endpoint.js"
import type { Operation } from "../api/Operation.js"
import { operations } from "../api/operations.js"
import { TollgateApi } from "../api/TollgateApi.js"
import { runProgram } from "../programs.js"
import { BufferedRequest } from "../request/BufferedRequest.js"
import { prefersCsv } from "../request/prefersCsv.js"
import { csvAnswer, jsonAnswer } from "../request/response.js"
import { toHttpError } from "../request/toHttpError.js"
import { answeringOnce } from "./answeringOnce.js"

/** The schemas of an endpoint. */
interface AnyEndpoint {
  readonly payloadSchema: Option.Option<Schema.Schema<unknown>>
  readonly successSchema: Schema.Schema<unknown>
}

/** A request as the framework passes it: path and query are decoded, the body is not. */
interface Given {
  readonly request: HttpServerRequest.HttpServerRequest
  readonly path?: object
  readonly payload?: unknown
  readonly urlParams?: unknown
}

interface AnyHandlers {
  readonly handleRaw: (name: string, handler: (given: Given) => Effect.Effect<unknown, unknown, unknown>) => AnyHandlers
}

/**
 * Binds a program to its endpoint. Body and answer go through compiled schemas, because the framework's own decoding
 * interprets the schema for each request. An answer that cannot be encoded is a defect.
 */
const handler = (operation: Operation) => {
  // `Operation` does not know the types of its endpoint, and `Programs` has checked them.
  const { payloadSchema, successSchema } = operation.endpoint as unknown as AnyEndpoint
  const program = runProgram(operation)
  const status = HttpApiSchema.getStatusSuccess(successSchema)
  const { alsoCsv, nothingCreated } = operation
  const write = (result: unknown, payload: unknown) =>
    Either.map(Codec.encode(successSchema, result), (body) =>
      jsonAnswer(nothingCreated?.(result, payload) ? 200 : status, body)
    )
  const answerNamed = answeringOnce(operation, program, successSchema)
  const answer = (input: Given) => {
    const key = operation.takesIdempotencyKey ? input.request.headers["idempotency-key"] : undefined
    if (key !== undefined) return answerNamed(key, input)
    return Effect.matchEffect(program(input), {
      onFailure: toHttpError,
      onSuccess: (result) => {
        if (alsoCsv === null) return Effect.orDie(write(result, input.payload))
        return prefersCsv(input.request.headers.accept)
          ? Effect.succeed(csvAnswer(alsoCsv(result, input.urlParams)))
          : Effect.map(Effect.orDie(write(result, input.payload)), HttpServerResponse.setHeader("vary", "Accept"))
      }
    })
  }
  if (Option.isNone(payloadSchema)) return answer
  const isLeftOut = ({ request }: Given) =>
    operation.optionalBody && request instanceof BufferedRequest && request.isBodyEmpty
  return (given: Given) =>
    (isLeftOut(given) ? Effect.succeed({}) : Effect.orDie(given.request.json)).pipe(
      Effect.flatMap((body) => Codec.decode(payloadSchema.value, body)),
      Effect.flatMap((payload) => answer({ ...given, payload }))
    )
}

const bindResource = ({ identifier }: Groups) => {
  const build = (handlers: AnyHandlers): AnyHandlers =>
    operations
      .filter(({ resource }) => resource === identifier)
      .reduce((handlers, operation) => handlers.handleRaw(operation.name, handler(operation)), handlers)
  // The builder's types check handlers one by one. `Programs` has already checked them all by name.
  return HttpApiBuilder.group(TollgateApi, identifier, build as never)
}

/** Binds the program of each operation to its endpoint. */
export const boundPrograms: Layer.Layer<
  HttpApiGroup.HttpApiGroup.ToService<"tollgate", Groups>,
  never,
  Services | HttpApiGroup.HttpApiGroup.Middleware<Groups>
> = Object.values(TollgateApi.groups)
  .map(bindResource)
  .reduce((all, one) => Layer.merge(all, one))
