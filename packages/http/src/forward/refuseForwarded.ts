import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { type BudgetExceeded, InvalidCredential, type TooManyInFlight } from "@tollgate/core"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import { wireErrorOf } from "../api/errorTable.js"
import { ProtocolRefusal } from "../api/ProtocolRefusal.js"
import { isWireError, PaymentRequired, SpendingTooMany, type WireError } from "../api/WireError.js"
import { toHttpError } from "../request/toHttpError.js"
import type { admitForwarded } from "./admitForwarded.js"

/** The scopes from which the key alone spends. Its holder learns nothing of what others spend. */
const own = new Set<unknown>(["key", "guardrail_key"])

const showing = (names: ReadonlyArray<string>) => (scopes: unknown) =>
  (Array.isArray(scopes) ? scopes : []).map((scope: unknown) =>
    !Predicate.isRecord(scope) || own.has(scope["scope"])
      ? scope
      : Object.fromEntries(Object.entries(scope).filter(([name]) => names.includes(name)))
  )

const shownBudgets = showing(["scope", "window", "resets_at", "earliest_lease_end"])
const shownScopes = showing(["scope"])

const overBudget = ({ details, reason }: BudgetExceeded) =>
  PaymentRequired.because(reason, [], { ...details, budgets: shownBudgets(details["budgets"]) })

const full = ({ details, reason }: TooManyInFlight) =>
  SpendingTooMany.because(reason, [], { ...details, scopes: shownScopes(details["scopes"]) })

type AdmitFailure = Effect.Effect.Error<ReturnType<typeof admitForwarded>>

/** Fails with the answer to a refusal that the holder of the key reads: it tells no more of the key than `authenticate` does. */
export const toHolder = (refusal: AdmitFailure): Effect.Effect<never, WireError> => {
  switch (refusal._tag) {
    case "KeyRefused":
      return Effect.fail(wireErrorOf(new InvalidCredential()))
    case "BudgetExceeded":
      return Effect.fail(overBudget(refusal))
    case "TooManyInFlight":
      return Effect.fail(full(refusal))
    default:
      return toHttpError(refusal)
  }
}

const reasonOf = (failure: unknown): string => {
  if (failure instanceof ProtocolRefusal) return failure.reason
  return isWireError(failure) ? String(failure.error.metadata?.["reason"]) : "internal_error"
}

/** The answer of a refusal, with its status and its reason in headers, because nginx reads neither its body nor most statuses. */
export const withReason = (answer: HttpServerResponse.HttpServerResponse, failure: unknown) =>
  HttpServerResponse.setHeaders(answer, {
    "x-tollgate-status": String(answer.status),
    "x-tollgate-reason": reasonOf(failure)
  })

/** An answer with 403 in the place of each status below 500 that nginx takes for a failure. */
export const forNginx = (answer: HttpServerResponse.HttpServerResponse) =>
  [200, 401, 403].includes(answer.status) || answer.status >= 500 ? answer : HttpServerResponse.setStatus(answer, 403)
