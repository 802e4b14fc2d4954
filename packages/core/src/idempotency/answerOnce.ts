import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { Vault } from "../byok/Vault.js"
import { CodeRefused } from "../oauth/AuthorizationCode.js"
import type { StorageFailure } from "../ports/StorageFailure.js"
import { Transaction } from "../ports/Transaction.js"
import { wakeQueue } from "../spending/admission/AdmissionQueue.js"
import type { OrganizationId } from "../values/Id.js"
import type { KeyHash } from "../values/KeyHash.js"
import { IdempotencyAnswerUnavailable } from "./IdempotencyAnswerUnavailable.js"
import type { IdempotencyKey } from "./IdempotencyKey.js"
import { IdempotencyKeyReused } from "./IdempotencyKeyReused.js"
import { type ClaimAhead, IdempotencyStore } from "./IdempotencyStore.js"
import {
  isAnswer,
  type KeptAnswerName,
  type KeptAnswerRecord,
  LARGEST_ANSWER,
  NOT_KEPT,
  plainAnswer,
  textOfPlain
} from "./KeptAnswer.js"

/** Whose changes an idempotency key names. */
export interface Sender {
  readonly organizationId: OrganizationId
  /** Null or absent for the host. */
  readonly keyHash?: KeyHash | null
}

/** A change that its sender may repeat. */
export interface RepeatableRequest<A, E = never, R = never> {
  readonly sender: Effect.Effect<Sender, E, R>
  readonly key: IdempotencyKey
  /** The name of the operation. */
  readonly operation: string
  /** The parameters of its path. */
  readonly path: ReadonlyArray<unknown>
  /** The body as it was sent. */
  readonly body: string | Uint8Array
  /** Whether an answer may show a secret, and so is kept sealed. @default true */
  readonly showsSecret?: boolean
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

type Ports = IdempotencyStore | Transaction | Vault

/** Why the answer of an earlier request is not given again. */
type NotRepeated = IdempotencyAnswerUnavailable | IdempotencyKeyReused

/** A refusal that leaves something written is an outcome of the transaction, which commits. */
type Answered<E> = Either.Either<RepeatableAnswer, E>

/**
 * Runs a change once for each idempotency key of its sender, and gives its answer again for 24 hours. The change and its answer are
 * stored in one transaction, so it may run again from the beginning. A refusal is not kept. Of requests that come at the same time,
 * one runs and the others wait for its answer.
 *
 * Fails with `IdempotencyKeyReused` if the key belongs to another request, and with `IdempotencyAnswerUnavailable` if the change was done and
 * its answer was not kept, because it has more than 64 KiB, or does not open with the master keys of today.
 */
export const answerOnce = <A, E, R, E2 = never, R2 = never>(
  { body, key, operation, path, sender, showsSecret = true, write }: RepeatableRequest<A, E2, R2>,
  program: Effect.Effect<A, E, R>
): Effect.Effect<RepeatableAnswer, E | E2 | NotRepeated | StorageFailure, Ports | R | R2> => {
  const once = (context: Context.Context<Ports>, now: DateTime.Utc, { keyHash, organizationId }: Sender) => {
    const answers = Context.get(context, IdempotencyStore)
    const vault = Context.get(context, Vault)
    const name: KeptAnswerName = { organization_id: organizationId, caller: keyHash ?? "host", name: key }
    const request = [`${JSON.stringify([operation, ...path])}\n`, body]

    const keepText = (text: string) =>
      Effect.flatMap(storedForm(text, name, vault, showsSecret), (answer) =>
        answers.keep({ ...name, fingerprint: vault.fingerprint(request), answer, kept_at: now })
      )
    /** Runs the program. Neither its answer is kept nor its refusal given before it is known whose the name is. */
    const run = (known: Effect.Effect<void> | null) =>
      Effect.matchEffect(program, {
        onFailure: (refusal): Effect.Effect<Answered<E>, E | StorageFailure> => {
          const given: Effect.Effect<Answered<E>, E | StorageFailure> = leavesSomething(refusal)
            ? Effect.as(answers.release(name), Either.left(refusal))
            : Effect.fail(refusal)
          return known === null ? given : Effect.zipRight(known, given)
        },
        onSuccess: (result): Effect.Effect<Answered<E>, StorageFailure> => {
          const text = write(result)
          const given = Effect.as(keepText(text), Either.right({ text, isReplayed: false }))
          return known === null ? given : Effect.zipRight(known, given)
        }
      })

    const repeat = (kept: KeptAnswerRecord): Effect.Effect<Answered<E>, NotRepeated> =>
      Effect.map(textOf(kept, name, request, vault, showsSecret), (text) => Either.right({ text, isReplayed: true }))

    const claimed = Effect.flatMap(
      answers.claim(name, now),
      (kept): Effect.Effect<Answered<E>, E | NotRepeated | StorageFailure, R> =>
        Option.isSome(kept) ? repeat(kept.value) : run(null)
    )
    const transaction = Context.get(context, Transaction)
    const { claimAhead } = answers
    if (claimAhead === undefined) return Effect.flatten(transaction.run(claimed))

    let claim: ClaimAhead | null = null
    const isTaken = () => claim?.isTaken() === true
    const ahead = transaction.run(
      Effect.flatMap(claimAhead(name, now), (made) => {
        claim = made
        return run(made.known)
      })
    )
    const foundOr = Effect.flatMap(answers.find(name, now), (kept) =>
      Option.isSome(kept) ? repeat(kept.value) : transaction.run(claimed)
    )
    // If it is taken, nothing that the program has done or found is of use.
    const once = Effect.matchCauseEffect(ahead, {
      onFailure: (cause) => (isTaken() && !Cause.isInterrupted(cause) ? foundOr : Effect.failCause(cause)),
      onSuccess: (answered): Effect.Effect<Answered<E>> => Effect.succeed(answered)
    })
    return Effect.flatten(
      // Within another transaction, a failure would be that of the other.
      Effect.flatMap(transaction.isOpen, (isOpen) => {
        if (isOpen) return transaction.run(claimed)
        return answers.wasKept(name) ? foundOr : once
      })
    )
  }
  return Effect.flatMap(Effect.zip(DateTime.now, sender), ([now, from]) =>
    Effect.contextWithEffect((context: Context.Context<Ports>) =>
      // The change has woken requests before its commit: they may have been judged by what was there before.
      Effect.zipLeft(once(context, now, from), wakeQueue(from.organizationId))
    )
  )
}

/** The text of an answer as it is stored: sealed if it may show a secret, and a mark in its place if it is too large. */
const storedForm = (text: string, name: KeptAnswerName, vault: Context.Tag.Service<Vault>, showsSecret: boolean) => {
  if (Buffer.byteLength(text) > LARGEST_ANSWER) return Effect.succeed(NOT_KEPT)
  return showsSecret ? vault.seal(Redacted.make(text), name) : Effect.succeed(plainAnswer(text))
}

/** The text of a stored answer, if it is that of the same request. */
const textOf = (
  { answer, fingerprint }: KeptAnswerRecord,
  name: KeptAnswerName,
  request: ReadonlyArray<string | Uint8Array>,
  vault: Context.Tag.Service<Vault>,
  showsSecret: boolean
): Effect.Effect<string, NotRepeated> =>
  Effect.gen(function* () {
    if (!(yield* vault.isFingerprintOf(fingerprint, request))) return yield* new IdempotencyKeyReused()
    if (!isAnswer(answer)) return yield* new IdempotencyAnswerUnavailable()
    // The mark of a plain text is not authenticated: where a secret may show, only what opens is given.
    const plain = showsSecret ? null : textOfPlain(answer)
    return plain ?? Redacted.value(yield* vault.open(answer, name))
  }).pipe(Effect.catchTag("SealBroken", () => new IdempotencyAnswerUnavailable()))
