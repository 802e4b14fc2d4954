import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { ManagementCaller } from "../access/Caller.js"
import { Vault } from "../byok/Vault.js"
import { CodeRefused } from "../oauth/AuthorizationCode.js"
import { StorageFailure } from "../ports/StorageFailure.js"
import { Transaction } from "../ports/Transaction.js"
import type { IdempotencyKey } from "./IdempotencyKey.js"
import { IdempotencyKeyReused } from "./IdempotencyKeyReused.js"
import { IdempotencyStore } from "./IdempotencyStore.js"
import type { KeptAnswerName, KeptAnswerRecord } from "./KeptAnswer.js"

/** A change that its sender may repeat. */
export interface RepeatableRequest<A> {
  readonly key: IdempotencyKey
  /** The name of the operation. */
  readonly operation: string
  /** The parameters of its path. */
  readonly path: ReadonlyArray<unknown>
  /** The body as it was sent. */
  readonly body: string | Uint8Array
  /** The text of an answer, which is kept and given again. */
  readonly write: (answer: A) => string
}

/** The text of an answer, and whether it is that of an earlier request. */
export interface RepeatableAnswer {
  readonly text: string
  readonly isReplayed: boolean
}

/** Whether a refusal leaves something written, so that the transaction commits: wrong verifiers of a code are counted. */
const leavesSomething = (refusal: unknown): boolean => refusal instanceof CodeRefused

/**
 * Runs a change once for each idempotency key of a caller, and gives its answer again for 24 hours. The change and its answer are
 * stored in one transaction, so it may run again from the beginning. A refusal is not kept. Of requests that come at the same time,
 * one runs and the others wait for its answer.
 *
 * Fails with `IdempotencyKeyReused` if the key belongs to another request.
 */
export const answerOnce = Effect.fnUntraced(function* <A, E, R>(
  { body, key, operation, path, write }: RepeatableRequest<A>,
  program: Effect.Effect<A, E, R>
) {
  const { keyHash, organizationId } = yield* ManagementCaller
  const answers = yield* IdempotencyStore
  const transaction = yield* Transaction
  const vault = yield* Vault
  const now = yield* DateTime.now
  const name: KeptAnswerName = { organization_id: organizationId, caller: keyHash ?? "host", name: key }
  const request = [`${JSON.stringify([operation, ...path])}\n`, body]

  const run: Effect.Effect<Either.Either<RepeatableAnswer, E>, E | StorageFailure, R> = Effect.gen(function* () {
    const result = yield* Effect.either(program)
    if (Either.isLeft(result)) {
      if (!leavesSomething(result.left)) return yield* Effect.fail(result.left)
      yield* answers.release(name)
      return Either.left(result.left)
    }
    const text = write(result.right)
    const answer = yield* vault.seal(Redacted.make(text), name)
    yield* answers.keep({ ...name, fingerprint: vault.fingerprint(request), answer, kept_at: now })
    return Either.right({ text, isReplayed: false })
  })

  const repeat = (kept: KeptAnswerRecord) =>
    Effect.gen(function* () {
      if (!(yield* vault.isFingerprintOf(kept.fingerprint, request))) return yield* new IdempotencyKeyReused()
      const text = Redacted.value(yield* vault.open(kept.answer, name))
      return Either.right<RepeatableAnswer>({ text, isReplayed: true })
    }).pipe(Effect.catchTag("SealBroken", (cause) => new StorageFailure({ cause, outcome: "none" })))

  type Answered = Either.Either<RepeatableAnswer, E>
  const claimed = Effect.flatMap(
    answers.claim(name, now),
    (kept): Effect.Effect<Answered, E | IdempotencyKeyReused | StorageFailure, R> =>
      Option.isSome(kept) ? repeat(kept.value) : run
  )
  const answered: Answered = yield* transaction.run(claimed)
  return yield* answered
})
