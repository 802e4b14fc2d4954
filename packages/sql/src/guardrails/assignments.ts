import type { GuardrailId, OrganizationId, Page, Paged, WorkspaceId } from "@tollgate/core"
import {
  type Field,
  type Filter,
  type guardrailRecords,
  type OwnedRecord,
  type Records,
  type StorageFailure,
  type StoreOf,
  WorkspaceRecord
} from "@tollgate/core/storage"
import * as Array from "effect/Array"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Number from "effect/Number"
import * as Option from "effect/Option"
import * as Order from "effect/Order"
import { inChunks, inLists } from "../table/batches.js"
import { records } from "../table/records.js"
import { table } from "../table/table.js"
import type { Database } from "../transaction/Database.js"

interface Assignment extends OwnedRecord {
  readonly workspace_id: WorkspaceId
  readonly guardrail_id: GuardrailId
}

interface Parts<R extends Assignment, V extends Field<R>, F extends Field<R>, Shown> {
  /** The field that names what is assigned: unique in a workspace. */
  readonly field: Field<R>
  /** The filter for the assignments of a guardrail. */
  readonly under: (id: GuardrailId) => Filter<R, F>
  /** Assignments of an organization as lists show them. */
  readonly show: (
    organizationId: OrganizationId,
    assignments: ReadonlyArray<Pick<R, V>>
  ) => Effect.Effect<ReadonlyArray<Shown>, StorageFailure>
}

const byId = Order.mapInput(Order.string, ({ id }: { readonly id: string }) => id)

/** The assignments of members or of keys to guardrails in a database. */
export const assignments = <
  R extends Assignment,
  V extends Field<R>,
  Ref,
  P extends Field<R>,
  F extends Field<R>,
  Shown
>(
  database: Context.Tag.Service<Database>,
  guardrails: StoreOf<typeof guardrailRecords>,
  description: Records<R, V, Ref, P, F>,
  { field, show, under }: Parts<R, V, F, Shown>
) => {
  const { lock, snapshot, sql, transact, write } = database
  const { rows, store } = records(database, description)
  const workspaces = table(database, "workspaces", WorkspaceRecord)
  const findOf = rows.pick<"guardrail_id", Field<R>>(["guardrail_id"], "organization_id", "workspace_id", field)
  const lockWorkspace = workspaces.lock("organization_id", "id")
  const [assigned, name] = [sql(description.table), sql(field)]
  const count = (statement: Parameters<typeof write>[0]) => Effect.map(write(statement), (rows) => rows.length)

  /** Runs statements one after another. Returns how many rows they have changed together. */
  const total = (counts: ReadonlyArray<ReturnType<typeof count>>) => Effect.map(Effect.all(counts), Number.sumAll)

  /** Removes duplicates: PostgreSQL rejects a statement that changes one row twice. */
  const eachOnce = (all: ReadonlyArray<R>): ReadonlyArray<R> => [
    ...new Map(all.map((one) => [`${one.workspace_id} ${one[field]}`, one])).values()
  ]

  const insert = rows.insertAll(sql`ON CONFLICT (workspace_id, ${name}) DO UPDATE SET
  id = excluded.id, guardrail_id = excluded.guardrail_id, assigned_by = excluded.assigned_by, created_at = excluded.created_at
WHERE ${assigned}.organization_id = excluded.organization_id
  AND ${assigned}.guardrail_id <> excluded.guardrail_id
RETURNING ${name}`)

  /**
   * Serializes assignments in a workspace. On PostgreSQL concurrent ones would deadlock over the rows and the sizes of the
   * lists.
   */
  const inTurn = <A>(all: ReadonlyArray<R>, assign: Effect.Effect<A, StorageFailure>) => {
    const places = new Map(all.map(({ organization_id, workspace_id: id }) => [id, { organization_id, id }]))
    const locks = Array.sort(places.values(), byId).map(lockWorkspace)
    return transact(Effect.zipRight(Effect.all(locks, { discard: true }), assign))
  }

  const list = (
    organizationId: OrganizationId,
    page: Page,
    filter?: Filter<R, F>
  ): Effect.Effect<Paged<Shown>, StorageFailure> =>
    snapshot(
      Effect.flatMap(store.list(organizationId, page, filter), ({ data, total_count }) =>
        Effect.map(show(organizationId, data), (data) => ({ data, total_count }))
      )
    )

  return {
    /** The guardrail in a workspace. */
    of: (organizationId: OrganizationId, workspaceId: WorkspaceId, name: string) =>
      snapshot(
        // The field has values of the type of `name`.
        Effect.flatMap(
          findOf({ organization_id: organizationId, workspace_id: workspaceId, [field]: name } as unknown as R),
          Effect.transposeMapOption(({ guardrail_id }) => guardrails.find(organizationId, guardrail_id))
        ).pipe(Effect.map(Option.flatten))
      ),
    assign: (all: ReadonlyArray<R>) => inTurn(all, total(inChunks(eachOnce(all)).map((chunk) => count(insert(chunk))))),
    listAll: (organizationId: OrganizationId, page: Page) => list(organizationId, page),
    list: (organizationId: OrganizationId, id: GuardrailId, page: Page) =>
      snapshot(
        Effect.flatMap(
          guardrails.find(organizationId, id),
          Effect.transposeMapOption(() => list(organizationId, page, under(id)))
        )
      ),
    unassign: (organization_id: OrganizationId, id: GuardrailId, names: ReadonlyArray<string>) =>
      Effect.gen(function* () {
        const deletions = inLists(names).map((list) =>
          count(sql`DELETE FROM ${assigned}
WHERE organization_id = ${organization_id} AND guardrail_id = ${id} AND ${name} IN ${sql.in(list)}
RETURNING ${name}`)
        )
        // A DELETE locks rows in no certain order, so it takes its turn among the assignments of the workspace.
        const statement = sql`SELECT id FROM workspaces WHERE ${workspaces.where({ organization_id })}
AND id = (SELECT workspace_id FROM guardrails WHERE organization_id = ${organization_id} AND id = ${id}) FOR NO KEY UPDATE`
        // The workspace is not known before, so removals from one guardrail wait for one another.
        const place = lock({
          compile: (raw) => statement.compile(raw),
          row: () => `assignments of ${organization_id} ${id}`
        })
        const removed = yield* transact(Effect.zipRight(place, total(deletions)))
        const exists = removed > 0 || Option.isSome(yield* guardrails.find(organization_id, id))
        return exists ? Option.some(removed) : Option.none()
      })
  }
}
