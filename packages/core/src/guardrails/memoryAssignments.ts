import * as Arr from "effect/Array"
import type * as Context from "effect/Context"
import * as Option from "effect/Option"
import { missing } from "../memory/constraints.js"
import type { MemoryState } from "../memory/MemoryState.js"
import type { State } from "../memory/Slice.js"
import { StorageFailure } from "../ports/StorageFailure.js"
import { memoryRecords } from "../records/memoryRecords.js"
import type { Field, Filter, OwnedRecord, Records } from "../records/Records.js"
import type { RecordTable } from "../records/RecordTable.js"
import type { OrganizationId, WorkspaceId } from "../values/Id.js"
import type { Page, Paged } from "../values/Page.js"
import type { GuardrailId } from "./Guardrail.js"
import { guardrailRecords } from "./guardrailRecords.js"

/** Where something can have one guardrail. */
interface Place extends OwnedRecord {
  readonly workspace_id: WorkspaceId
}

interface Assignment extends Place {
  readonly guardrail_id: GuardrailId
}

interface Parts<R extends Assignment, V extends Field<R>, F extends Field<R>, Name, Shown> {
  /** The unique values of the assignment of a member or a key. */
  readonly of: (place: Place, name: Name) => Partial<R> & OwnedRecord
  /** The filter for the assignments of a guardrail. */
  readonly under: (id: GuardrailId) => Filter<R, F>
  /** An assignment as lists show it. */
  readonly show: (state: State, assignment: Pick<R, V>) => Option.Option<Shown>
  /** Further constraints on an assignment: the failure, or null. */
  readonly check?: (state: State, record: R) => StorageFailure | null
}

export const guardrails = memoryRecords(guardrailRecords)

/** The assignments of members or of keys to guardrails in memory. */
export const memoryAssignments = <
  R extends Assignment,
  V extends Field<R>,
  Ref,
  P extends Field<R>,
  F extends Field<R>,
  Name,
  Shown
>(
  description: Records<R, V, Ref, P, F>,
  { check = () => null, of, show, under }: Parts<R, V, F, Name, Shown>
) => {
  const assignments = memoryRecords(description, {
    check: (state, record) => {
      const guardrail = guardrails.slice.read(state).find(record.organization_id, record.guardrail_id)
      const isThere = Option.exists(guardrail, ({ workspace_id }) => workspace_id === record.workspace_id)
      return missing(state, ["guardrails", isThere]) ?? check(state, record)
    }
  })

  const pageOf = (
    all: RecordTable<R>,
    state: State,
    organizationId: OrganizationId,
    page: Page,
    filter?: Filter<R, F>
  ): Paged<Shown> => {
    const { data, total_count } = assignments.list(all, organizationId, page, filter)
    return { data: Arr.filterMap(data, (assignment) => show(state, assignment)), total_count }
  }

  const store = (state: Context.Tag.Service<MemoryState>) => {
    const { modify, read } = state.of(assignments.slice)
    return {
      assign: (records: ReadonlyArray<R>) =>
        modify((before, state) => {
          let [count, all] = [0, before]
          for (const record of records) {
            const former = assignments.holder(all, record)
            if (Option.exists(former, ({ guardrail_id }) => guardrail_id === record.guardrail_id)) continue
            const free = Option.isSome(former) ? assignments.remove(all, former.value) : all
            const inserted = assignments.insert(free, state, record)
            if (inserted instanceof StorageFailure) return inserted
            ;[count, all] = [count + 1, inserted[1]]
          }
          return [count, all]
        }),
      of: (organization_id: OrganizationId, workspace_id: WorkspaceId, name: Name) =>
        read((all, state) =>
          Option.map(
            Option.flatMap(assignments.holder(all, of({ organization_id, workspace_id }, name)), ({ guardrail_id }) =>
              guardrails.slice.read(state).find(organization_id, guardrail_id)
            ),
            guardrails.show
          )
        ),
      listAll: (organizationId: OrganizationId, page: Page) =>
        read((all, state) => pageOf(all, state, organizationId, page)),
      list: (organizationId: OrganizationId, id: GuardrailId, page: Page) =>
        read((all, state) =>
          Option.map(guardrails.slice.read(state).find(organizationId, id), () =>
            pageOf(all, state, organizationId, page, under(id))
          )
        ),
      unassign: (organization_id: OrganizationId, id: GuardrailId, names: ReadonlyArray<Name>) =>
        modify((all, state) => {
          const guardrail = guardrails.slice.read(state).find(organization_id, id)
          if (Option.isNone(guardrail)) return [Option.none(), all]
          const removed = [...new Set(names)]
            .flatMap((name) => Option.toArray(assignments.holder(all, of(guardrail.value, name))))
            .filter(({ guardrail_id }) => guardrail_id === id)
          return [Option.some(removed.length), removed.reduce(assignments.remove, all)]
        })
    }
  }
  return { holder: assignments.holder, slice: assignments.slice, store }
}
