import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { InvalidInput } from "@tollgate/core"
import * as Codec from "@tollgate/core/codec"
import type { AuthorizedHold, NewHold } from "@tollgate/core/models"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import type * as Schema from "effect/Schema"
import { wireErrorOf } from "../api/errorTable.js"
import type { Operation } from "../api/Operation.js"
import { schemasOf } from "../api/schemasOf.js"
import { runProgram } from "../programs.js"
import type { BufferedRequest } from "../request/BufferedRequest.js"
import { prefersCsv } from "../request/prefersCsv.js"
import { csvAnswer, jsonAnswer } from "../request/response.js"
import { toHttpError } from "../request/toHttpError.js"
import { answerEncoder } from "./answerEncoder.js"
import { answeringOnce } from "./answeringOnce.js"
import { releaseUnanswered } from "./releaseUnanswered.js"

/** A request whose path and query are decoded. Its body is not. */
interface Given {
  readonly request: BufferedRequest
  readonly path?: object
  readonly payload?: unknown
  readonly urlParams?: unknown
}

/** Decodes a part of a request by its compiled schema: the framework interprets the schema for each request. */
export const decodePart = <A, I>(schema: Schema.Schema<A, I>, part: unknown) =>
  Either.mapLeft(Codec.decode(schema, part), (error) => wireErrorOf(InvalidInput.fromParseError(error)))

/** A program that notes how a hold without an answer is released. */
const noting = (operation: Operation, program: ReturnType<typeof runProgram>): typeof program => {
  if (operation.name !== "authorize") return program
  return (input) =>
    // The types are those of the operation.
    Effect.tap(program(input), (answer) => releaseUnanswered(input.payload as NewHold, answer as AuthorizedHold))
}

/** Binds the program of an operation to its endpoint. An answer that cannot be encoded is a defect. */
export const bindProgram = (operation: Operation) => {
  const { payloadSchema, successSchema } = schemasOf(operation)
  const program = noting(operation, runProgram(operation))
  const status = HttpApiSchema.getStatusSuccess(successSchema)
  const { alsoCsv, nothingCreated } = operation
  const encode = answerEncoder(successSchema)
  const write = (result: unknown, payload: unknown) => {
    const body = encode(result)
    if (Either.isLeft(body)) return Effect.die(body.left)
    return Effect.succeed(jsonAnswer(nothingCreated?.(result, payload) ? 200 : status, body.right))
  }
  const answerNamed = answeringOnce(operation, program)
  const answer = (input: Given) => {
    const key = operation.takesIdempotencyKey ? input.request.headers["idempotency-key"] : undefined
    if (key !== undefined) return answerNamed(key, input)
    return Effect.matchEffect(program(input), {
      onFailure: toHttpError,
      onSuccess: (result) => {
        if (alsoCsv === null) return write(result, input.payload)
        return prefersCsv(input.request.headers.accept)
          ? Effect.succeed(csvAnswer(alsoCsv(result, input.urlParams)))
          : Effect.map(write(result, input.payload), HttpServerResponse.setHeader("vary", "Accept"))
      }
    })
  }
  if (Option.isNone(payloadSchema)) return answer
  return (given: Given) => {
    const isLeftOut = operation.optionalBody && given.request.isBodyEmpty
    return Effect.flatMap(isLeftOut ? Either.right({}) : given.request.readJson(), (body) => {
      const payload = decodePart(payloadSchema.value, body)
      return Either.isLeft(payload) ? Effect.fail(payload.left) : answer({ ...given, payload: payload.right })
    })
  }
}
