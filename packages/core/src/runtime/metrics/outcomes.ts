import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import type { Family } from "./Family.js"
import { families } from "./families.js"

/** The counters of a registry. */
interface Counters {
  readonly counter: (
    family: Family<"counter", ReadonlyArray<string>>,
    ...values: ReadonlyArray<string>
  ) => { readonly update: (count: number) => void }
}

type Counting = <A, E, R>(program: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/** The reason of a refusal, or null for a failure of storage and what is no refusal. */
const reasonOf = (failure: unknown): string | null =>
  !Predicate.isTagged(failure, "StorageFailure") &&
  Predicate.hasProperty(failure, "reason") &&
  Predicate.isString(failure.reason)
    ? failure.reason
    : null

const counting = (registry: Counters, operation: string): Counting => {
  const ok = registry.counter(families.operations, operation, "ok")
  const refused = registry.counter(families.operations, operation, "refused")
  const failed = registry.counter(families.operations, operation, "failed")
  const note = (cause: Cause.Cause<unknown>) => {
    // Nobody has waited for its end.
    if (Cause.isInterruptedOnly(cause)) return
    const reason = Option.match(Cause.failureOption(cause), { onNone: () => null, onSome: reasonOf })
    if (reason === null) return failed.update(1)
    refused.update(1)
    registry.counter(families.refusals, operation, reason).update(1)
  }
  const onSuccess = <A>(answer: A) => {
    ok.update(1)
    return Effect.succeed(answer)
  }
  const onFailure = <E>(cause: Cause.Cause<E>) => {
    note(cause)
    return Effect.failCause(cause)
  }
  return (program) => Effect.matchCauseEffect(program, { onFailure, onSuccess })
}

/** Counts how programs end, by their names. */
export const countingOutcomes = (registry: Counters): ((operation: string) => Counting) => {
  const kept = new Map<string, Counting>()
  return (operation) => {
    const known = kept.get(operation)
    if (known !== undefined) return known
    const made = counting(registry, operation)
    kept.set(operation, made)
    return made
  }
}
