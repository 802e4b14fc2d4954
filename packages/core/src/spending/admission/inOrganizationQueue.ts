import * as Cause from "effect/Cause"
import type * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Runtime from "effect/Runtime"
import type { StorageFailure } from "../../ports/StorageFailure.js"
import type { Transaction } from "../../ports/Transaction.js"
import { awaitQueued } from "../../runtime/awaitQueued.js"
import type { OrganizationId } from "../../values/Id.js"
import { type ScopeRef, scopeName } from "../model/Scope.js"
import type { SpendingStore } from "../store/SpendingStore.js"
import { LockedRecords } from "./resolveSpender.js"

/** In one transaction, so that others do not wait long for its locks. */
const MAX_GROUP_ACTS = 32

/** An act has failed so that its transaction cannot be committed. */
class Undone extends Data.TaggedError("Undone") {}

interface QueuedAct {
  readonly guards: ReadonlyArray<ScopeRef>
  readonly act: (locked: LockedRecords) => Effect.Effect<void, Undone>
  /** Tells the caller how it ended, or why its transaction failed. */
  readonly answer: (failure: Cause.Cause<Undone | StorageFailure> | null) => void
}

/** The acts that wait, by their organization. An organization whose acts run has an entry. */
type Queues = Map<OrganizationId, Array<QueuedAct>>

const all = new WeakMap<object, Queues>()

const queuesOf = (store: object): Queues => {
  const queues: Queues = all.get(store) ?? new Map()
  all.set(store, queues)
  return queues
}

/** What runs them: locks scopes in the open transaction, and runs a transaction. */
export interface UnderLocks {
  readonly lock: Context.Tag.Service<typeof SpendingStore>["lock"]
  readonly run: Context.Tag.Service<typeof Transaction>["run"]
}

/** Whether what others did may be committed with an act that ended so. A refusal has stored nothing. */
const isHarmless = (exit: Exit.Exit<unknown, unknown>): boolean =>
  Exit.isSuccess(exit) ||
  Option.exists(Cause.failureOption(exit.cause), (failure) => !Predicate.isTagged(failure, "StorageFailure"))

/** Runs acts in a transaction that has locked all their scopes. If it fails, each runs in one of its own. */
const runGroup = ({ lock, run }: UnderLocks, acts: ReadonlyArray<QueuedAct>): Effect.Effect<void> => {
  const guards = new Map(acts.flatMap(({ guards }) => guards.map((ref) => [scopeName(ref), ref])))
  const each = Effect.suspend(() => {
    const locked = new LockedRecords()
    return Effect.forEach(acts, ({ act }) => act(locked), { discard: true })
  })
  const answerAll = (failure: Cause.Cause<Undone | StorageFailure> | null) =>
    Effect.sync(() => {
      for (const { answer } of acts) answer(failure)
    })
  return Effect.matchCauseEffect(run(lock([...guards.values()], each)), {
    onSuccess: () => answerAll(null),
    onFailure: (cause) =>
      acts.length === 1
        ? answerAll(cause)
        : Effect.forEach(acts, (one) => runGroup({ lock, run }, [one]), { discard: true })
  })
}

const answerOf = <A, E>(
  exit: Exit.Exit<A, E> | null,
  failure: Cause.Cause<Undone | StorageFailure> | null
): Effect.Effect<A, E | StorageFailure> => {
  if (exit !== null && (failure === null || !isHarmless(exit))) return exit
  return Effect.failCause(
    Cause.flatMap(failure ?? Cause.empty, (error) => (error._tag === "Undone" ? Cause.empty : Cause.fail(error)))
  )
}

/**
 * Runs an act in a transaction that has locked its scopes, and with it those of the same organization that wait meanwhile: they would
 * wait for the same locks, take the connections of other organizations, and read the same rules again. One that is interrupted leaves
 * the line, or waits for its end.
 *
 * @param store Whose acts wait for each other.
 * @param act Is given what the transaction has read. It may run again, also without the others.
 */
export const inOrganizationQueue = <A, E, R>(
  store: object,
  { lock, run }: UnderLocks,
  organization: OrganizationId,
  guards: ReadonlyArray<ScopeRef>,
  act: (locked: LockedRecords) => Effect.Effect<A, E, R>
): Effect.Effect<A, E | StorageFailure, R> =>
  Effect.flatMap(Effect.runtime<R>(), (runtime) =>
    awaitQueued<A, E | StorageFailure>((resume) => {
      const queues = queuesOf(store)
      let exit: Exit.Exit<A, E> | null = null
      const waiting: QueuedAct = {
        guards,
        act: (locked) =>
          Effect.flatMap(Effect.exit(Effect.provide(act(locked), runtime.context)), (ended) => {
            exit = ended
            return isHarmless(ended) ? Effect.void : new Undone()
          }),
        answer: (failure) => resume(answerOf(exit, failure))
      }
      const others = queues.get(organization)
      const line = others ?? []
      line.push(waiting)
      if (others === undefined) {
        queues.set(organization, line)
        Runtime.runFork(runtime)(runAll({ lock, run }, line, () => queues.delete(organization)))
      }
      return () => {
        const at = line.indexOf(waiting)
        if (at >= 0) line.splice(at, 1)
        return at >= 0
      }
    })
  )

/** Runs what waits in a line, until nothing does. */
const runAll = (under: UnderLocks, line: Array<QueuedAct>, ended: () => void): Effect.Effect<void> =>
  // After what begins to wait at the same moment.
  Effect.flatMap(Effect.yieldNow(), () => {
    const acts = line.splice(0, MAX_GROUP_ACTS)
    if (acts.length > 0) return Effect.zipRight(runGroup(under, acts), runAll(under, line, ended))
    ended()
    return Effect.void
  })
