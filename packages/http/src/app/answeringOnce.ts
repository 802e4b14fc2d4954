import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import type * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import {
  answerOnce,
  type IdempotencyAnswerUnavailable,
  IdempotencyKey,
  type IdempotencyKeyReused,
  type Services
} from "@tollgate/core"
import * as Codec from "@tollgate/core/codec"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { Operation } from "../api/Operation.js"
import { ProtocolRefusal } from "../api/ProtocolRefusal.js"
import { normalizedPath } from "../api/paths.js"
import { schemasOf } from "../api/schemasOf.js"
import { senderOf } from "../api/senderOf.js"
import { showsSecret } from "../api/showsSecret.js"
import type { AnyCaller, runProgram } from "../programs.js"
import type { BufferedRequest } from "../request/BufferedRequest.js"
import { jsonTextAnswer } from "../request/response.js"
import { toHttpError } from "../request/toHttpError.js"
import { answerEncoder } from "./answerEncoder.js"

const readKey = Schema.decodeOption(IdempotencyKey)

const headerOf = (isReplayed: boolean) => ({ "idempotency-replayed": String(isReplayed) })

/** A defect, because any change may be answered so and no operation lists it. */
const invalid = Effect.die(
  new ProtocolRefusal({
    reason: "idempotency_key_invalid",
    issues: [{ path: ["Idempotency-Key"], expected: "one header of 1 to 255 visible ASCII characters" }]
  })
)
const reused = ({ issues }: IdempotencyKeyReused) =>
  Effect.die(new ProtocolRefusal({ reason: "idempotency_key_reused", issues }))
const unavailable = ({ issues }: IdempotencyAnswerUnavailable) =>
  Effect.die(new ProtocolRefusal({ reason: "idempotency_answer_unavailable", issues }))

interface Given {
  readonly request: BufferedRequest
  readonly path?: object
  readonly payload?: unknown
}

/**
 * Answers a change that has a key of its sender: the first request under a key runs the program, and others are given its answer, with
 * `Idempotency-Replayed`.
 */
export const answeringOnce = (operation: Operation, program: ReturnType<typeof runProgram>) => {
  const { successSchema: success } = schemasOf(operation)
  const isSecret = showsSecret(operation)
  const sender = senderOf(operation)
  const status = HttpApiSchema.getStatusSuccess(success)
  // An answer that cannot be encoded is a defect.
  const encode = answerEncoder(success)
  const write = (answer: unknown) => JSON.stringify(Either.getOrThrow(encode(answer)))
  /** The status of an answer, also of one that was given before. */
  const statusOf = (text: string, payload: unknown) =>
    operation.nothingCreated?.(Either.getOrThrow(Codec.decode(success, JSON.parse(text))), payload) ? 200 : status
  return (
    header: string,
    given: Given
  ): Effect.Effect<HttpServerResponse.HttpServerResponse, unknown, AnyCaller | Services> => {
    const key = readKey(header)
    if (Option.isNone(key)) return invalid
    const { path = {}, payload, request } = given
    const body = request.bytes
    const named = {
      sender: sender(payload),
      key: key.value,
      operation: operation.name,
      path: normalizedPath(path),
      body,
      showsSecret: isSecret(),
      write
    }
    return Effect.matchEffect(answerOnce(named, program(given)), {
      onFailure: (refusal) => {
        if (refusal._tag === "IdempotencyKeyReused") return reused(refusal)
        return refusal._tag === "IdempotencyAnswerUnavailable" ? unavailable(refusal) : toHttpError(refusal)
      },
      onSuccess: ({ isReplayed, text }) =>
        Effect.succeed(jsonTextAnswer(statusOf(text, payload), text, headerOf(isReplayed)))
    })
  }
}
