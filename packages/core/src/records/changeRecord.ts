import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { ManagementCaller } from "../access/Caller.js"
import type { ReadOnlyKey } from "../access/ReadOnlyKey.js"
import type { RequireOwned } from "../access/requireOwned.js"
import type { StorageFailure } from "../ports/StorageFailure.js"
import { Transaction } from "../ports/Transaction.js"
import { omitUndefined } from "../schema/omitUndefined.js"
import type { OrganizationId } from "../values/Id.js"
import { change } from "./change.js"
import { hasValues } from "./hasValues.js"

/** The methods of a store that change one record. */
interface Changeable<V, Ref, P> {
  readonly find: (organizationId: OrganizationId, ref: Ref) => Effect.Effect<Option.Option<V>, StorageFailure>
  readonly update: (
    organizationId: OrganizationId,
    ref: Ref,
    patch: P
  ) => Effect.Effect<Option.Option<V>, StorageFailure>
}

/** The same for a record that every organization has one of. */
interface ChangeableAlone<V, P> {
  readonly find: (organizationId: OrganizationId) => Effect.Effect<Option.Option<V>, StorageFailure>
  readonly update: (organizationId: OrganizationId, patch: P) => Effect.Effect<Option.Option<V>, StorageFailure>
}

/** What every organization has. */
export const present = <V>(found: Option.Option<V>): Effect.Effect<V> =>
  Option.match(found, {
    onNone: () => Effect.dieMessage("The caller's organization has lost its record."),
    onSome: Effect.succeed
  })

/** A change of a record, within its transaction. */
export interface Change<V, Patch> {
  readonly organizationId: OrganizationId
  readonly before: V
  /** The fields to change. At least one value is not that of the record. */
  readonly patch: Patch
  readonly now: DateTime.Utc
}

/** Refuses a change, or returns the fields to store. */
type Rules<V, Patch, P, E, R> = (change: Change<V, Patch>) => Effect.Effect<P, E, R>

const changeFound = Effect.fnUntraced(function* <V extends object, P, Patch extends object, F, E, R>(
  input: Patch,
  found: (organizationId: OrganizationId) => Effect.Effect<V, F>,
  store: (organizationId: OrganizationId, fields: P) => Effect.Effect<V, F>,
  rules: Rules<V, Patch, P, E, R>
) {
  const { organizationId } = yield* ManagementCaller
  const transaction = yield* Transaction
  const now = yield* DateTime.now
  const patch = omitUndefined(input)
  if (Object.keys(patch).length === 0) return yield* found(organizationId)
  return yield* transaction.run(
    Effect.gen(function* () {
      const before = yield* found(organizationId)
      if (hasValues(before, patch)) return before
      const fields = yield* rules({ organizationId, before, patch, now })
      return yield* store(organizationId, fields)
    })
  )
})

/**
 * Makes the program that changes a record by its id and a patch. Absent fields stay as they are. The record is read, judged by the
 * rules and changed in one transaction; a patch of values that it has only reads it.
 */
export const changeRecord = <V extends object, Ref, P, Port, NotFound, Patch extends object, E, R>(
  span: string,
  store: Effect.Effect<Changeable<NoInfer<V>, Ref, P>, never, Port>,
  require: RequireOwned<Ref, NotFound>,
  rules: Rules<V, Patch, P, E, R>
): ((
  id: string,
  input: Patch
) => Effect.Effect<
  NoInfer<V>,
  E | NotFound | StorageFailure | ReadOnlyKey,
  Port | R | ManagementCaller | Transaction
>) =>
  Effect.fnUntraced(function* (id: string, input: Patch) {
    const { find, update } = yield* store
    return yield* changeFound(
      input,
      (organizationId): Effect.Effect<V, NotFound | StorageFailure> => require(id, (ref) => find(organizationId, ref)),
      (organizationId, fields: P) => require(id, (ref) => update(organizationId, ref, fields)),
      rules
    )
  }, change(span))

/** The same for the one record of its kind that every organization has: it needs no id, and is never absent. */
export const changeOwnRecord = <V extends object, P, Port, Patch extends object, E, R>(
  span: string,
  store: Effect.Effect<ChangeableAlone<NoInfer<V>, P>, never, Port>,
  rules: Rules<V, Patch, P, E, R>
): ((
  input: Patch
) => Effect.Effect<NoInfer<V>, E | StorageFailure | ReadOnlyKey, Port | R | ManagementCaller | Transaction>) =>
  Effect.fnUntraced(function* (input: Patch) {
    const { find, update } = yield* store
    return yield* changeFound(
      input,
      (organizationId): Effect.Effect<V, StorageFailure> => Effect.flatMap(find(organizationId), present),
      (organizationId, fields: P) => Effect.flatMap(update(organizationId, fields), present),
      rules
    )
  }, change(span))
