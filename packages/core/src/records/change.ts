import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as DefaultServices from "effect/DefaultServices"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import { ManagementCaller, type ManagingPrincipal } from "../access/Caller.js"
import { LedgerCaller } from "../access/GatewayCaller.js"
import { ReadOnlyKey } from "../access/ReadOnlyKey.js"
import { PendingEntry, pendingEntry, type Subject } from "../ports/PendingEntry.js"
import { RequestOrigin } from "../runtime/RequestOrigin.js"
import { withSpan } from "../runtime/withSpan.js"

/** The subject that the arguments of a program state: the first text is the id, an object has the fields. */
const subjectOf = (args: ReadonlyArray<unknown>, names: ReadonlyArray<string>): Omit<Subject, "organization_id"> => {
  const [object = null, ...others] = args.filter(Predicate.isString)
  const named = Object.fromEntries(names.map((name, index) => [name, others[index]]))
  return { object, fields: Object.assign(named, ...args.filter(Predicate.isRecord)) }
}

/** Who manages the account: a management key or the host. Null for a gateway, which acts for the host, and for the host without an organization. */
const managingIn = (context: Context.Context<never>): ManagingPrincipal | null => {
  const manager = Context.getOption(context, ManagementCaller)
  const ledger = Option.getOrNull(Context.getOption(context, LedgerCaller))
  return Option.getOrElse(manager, () => (ledger !== null && "kind" in ledger ? ledger : null))
}

/** The refusal of a read-only key: no program without a manager among its callers has it. */
type ReadOnlyRefusal<R> = [Extract<R, LedgerCaller | ManagementCaller>] extends [never] ? never : ReadOnlyKey

/**
 * Ends a program that changes the account: it gets a span, and its change an entry in the audit log, which is stored in the transaction
 * of the change. The program itself makes one transaction, or one write of a store. `about`, `unchanged` and `aside` tell what its
 * arguments do not.
 *
 * Before anything else, it refuses the holder of a read-only key with `ReadOnlyKey`: every program that changes the account ends so, and
 * the operation of one that did not would not compile (see `OperationRefusal` of `@tollgate/http`).
 *
 * @param action The name of the operation, `keys.updateKey`.
 * @param names How the entry calls the texts after the first one, which names what is changed.
 */
export const change =
  (action: string, ...names: ReadonlyArray<string>) =>
  <A, E, R>(
    program: Effect.Effect<A, E, R>,
    ...args: ReadonlyArray<unknown>
  ): Effect.Effect<A, E | ReadOnlyRefusal<R>, R> =>
    withSpan(action)(
      Effect.withFiberRuntime<A, E | ReadOnlyRefusal<R>, R>((fiber) => {
        // A part of another change.
        if (fiber.getFiberRef(pendingEntry) !== null) return program
        const caller = managingIn(fiber.currentContext)
        // There is a manager only where a program requires one.
        if (caller?.isReadOnly) return Effect.fail(new ReadOnlyKey() as ReadOnlyRefusal<R>)
        const { address, requestId } = Context.get(fiber.currentContext, RequestOrigin)
        const clock = Context.get(fiber.getFiberRef(DefaultServices.currentServices), Clock.Clock)
        const entry = new PendingEntry(
          {
            created_at: clock.unsafeCurrentTimeMillis(),
            actor_kind: caller?.kind ?? "host",
            actor_hash: caller?.keyHash ?? null,
            actor_user_id: caller?.userId ?? null,
            action,
            request_id: requestId,
            address
          },
          { organization_id: caller?.organizationId ?? "", ...subjectOf(args, names) }
        )
        return Effect.locally(program, pendingEntry, entry)
      })
    )
