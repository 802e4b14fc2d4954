import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import { ManagementCaller } from "../access/Caller.js"
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

/** A change of a record, within its transaction. */
export interface Change<V, Patch> {
  readonly organizationId: OrganizationId
  readonly before: V
  /** The fields to change. At least one value is not that of the record. */
  readonly patch: Patch
  readonly now: DateTime.Utc
}

/**
 * Makes the program that changes a record by its id and a patch. Absent fields stay as they are. The record is read, judged by the
 * rules and changed in one transaction; a patch of values that it has only reads it.
 *
 * @param rules Refuses the change, or returns the fields to store.
 */
export const changeRecord = <V extends object, Ref, P, Port, NotFound, Patch extends object, E, R>(
  span: string,
  store: Effect.Effect<Changeable<NoInfer<V>, Ref, P>, never, Port>,
  require: RequireOwned<Ref, NotFound>,
  rules: (change: Change<V, Patch>) => Effect.Effect<P, E, R>
) =>
  Effect.fnUntraced(function* (id: string, input: Patch) {
    const { organizationId } = yield* ManagementCaller
    const { find, update } = yield* store
    const transaction = yield* Transaction
    const now = yield* DateTime.now
    const patch = omitUndefined(input)
    const found: Effect.Effect<V, NotFound | StorageFailure> = require(id, (ref) => find(organizationId, ref))
    if (Object.keys(patch).length === 0) return yield* found
    return yield* transaction.run(
      Effect.gen(function* () {
        const before = yield* found
        if (hasValues(before, patch)) return before
        const fields = yield* rules({ organizationId, before, patch, now })
        const after: V = yield* require(id, (ref) => update(organizationId, ref, fields))
        return after
      })
    )
  }, change(span))
