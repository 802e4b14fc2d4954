import { OrganizationId } from "@tollgate/core"
import type { Field, Filter, OwnedRecord, RecordStore, Stores } from "@tollgate/core/storage"
import type * as Effect from "effect/Effect"
import { shown } from "../shown.js"
import { type Command, callsOf } from "./Command.js"
import type { Picks } from "./picks.js"

/** An organization that does not exist: the script knows by name what other calls delete. */
export const nowhere = OrganizationId.make("00000000-0000-4000-8000-000000000000")

interface Subject<R extends OwnedRecord, Ref, P extends Field<R>, F extends Field<R>> {
  /** The resource in reports: "guardrail". */
  readonly noun: string
  readonly record: R
  /** Everything that identifies the record. */
  readonly refs: ReadonlyArray<Ref>
  readonly change: Partial<Pick<R, P>>
  /** Filters of the list, and how reports call what they match: "in the workspace default". */
  readonly lists: ReadonlyArray<readonly [which: string, filter: Filter<R, F>]>
}

/** The calls that the store of every resource has. */
export const recordCommands = <R extends OwnedRecord, V extends Field<R>, Ref, P extends Field<R>, F extends Field<R>>(
  port: Effect.Effect<RecordStore<R, V, Ref, P, F>, never, Stores> & { readonly key: string },
  { asked, asker, isOwn, named, page, paged }: Picks,
  { change, lists, noun, record, refs }: Subject<R, Ref, P, F>
): ReadonlyArray<Command> => {
  const call = callsOf(port)
  const rules = { drops: isOwn && named(noun) }
  return [
    call("insert", `creating ${named(noun)}`, (_) => _.insert(record), { adds: named(noun) }),
    ...refs.flatMap((ref) => [
      call("find", `finding ${asked(noun)} by ${ref}`, (_) => _.find(asker, ref)),
      call(
        "update",
        () => `changing ${asked(noun)} by ${shown(change)}`,
        (_) => _.update(asker, ref, change)
      ),
      call("delete", `deleting ${asked(noun)}`, (_) => _.delete(asker, ref), rules)
    ]),
    call("findMany", `finding ${asked(noun)} among others`, (_) => _.findMany(asker, refs)),
    ...lists.map(([which, filter]) =>
      call("list", `listing the ${noun}s ${which}${paged}`, (_) => _.list(asker, page, filter))
    )
  ]
}
