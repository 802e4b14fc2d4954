import {
  GuardrailStore,
  guardrailRecords,
  type MemberAssignmentRecord,
  memberAssignmentRecords,
  type StorageFailure,
  WorkspaceRecord
} from "@tollgate/core/storage"
import * as Array from "effect/Array"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Number from "effect/Number"
import * as Option from "effect/Option"
import * as Order from "effect/Order"
import { inChunks, inLists } from "../table/batches.js"
import { records } from "../table/records.js"
import { table } from "../table/table.js"
import { Database } from "../transaction/Database.js"

/** Removes duplicates: PostgreSQL rejects a statement that changes one row twice. */
const eachOnce = (members: ReadonlyArray<MemberAssignmentRecord>): ReadonlyArray<MemberAssignmentRecord> => [
  ...new Map(members.map((member) => [`${member.workspace_id} ${member.user_id}`, member])).values()
]

export const layer = Layer.effect(
  GuardrailStore,
  Effect.map(Database, (database) => {
    const { lock, snapshot, sql, transact, write } = database
    const { rows: guardrails, store } = records(database, guardrailRecords)
    const { rows: assignments, store: members } = records(database, memberAssignmentRecords)
    const workspaces = table(database, "workspaces", WorkspaceRecord)
    const lockWorkspace = workspaces.lock("organization_id", "id")
    const findAssignment = assignments.pick(["guardrail_id"], "organization_id", "workspace_id", "user_id")
    const count = (statement: Parameters<typeof write>[0]) => Effect.map(write(statement), (rows) => rows.length)

    /** Runs several statements in one transaction. A single statement needs none. */
    const total = (counts: ReadonlyArray<ReturnType<typeof count>>) => {
      const sum = Effect.map(Effect.all(counts), Number.sumAll)
      return counts.length > 1 ? transact(sum) : sum
    }

    const insert = assignments.insertAll(sql`ON CONFLICT (workspace_id, user_id) DO UPDATE SET
  id = excluded.id, guardrail_id = excluded.guardrail_id, assigned_by = excluded.assigned_by, created_at = excluded.created_at
WHERE guardrail_members.organization_id = excluded.organization_id
  AND guardrail_members.guardrail_id <> excluded.guardrail_id
RETURNING user_id`)

    /**
     * Serializes assignments in a workspace. On PostgreSQL concurrent ones would deadlock over the members and the
     * sizes of the lists.
     */
    const inTurn = <A>(members: ReadonlyArray<MemberAssignmentRecord>, assign: Effect.Effect<A, StorageFailure>) => {
      const places = new Map(members.map(({ organization_id, workspace_id: id }) => [id, { organization_id, id }]))
      const ordered = Array.sortBy(Order.mapInput(Order.string, ({ id }: { readonly id: string }) => id))(
        places.values()
      )
      const locks = ordered.map(lockWorkspace)
      return transact(Effect.zipRight(Effect.all(locks, { discard: true }), assign))
    }

    return GuardrailStore.of({
      // Deleting one deletes its assignments by the cascade of their foreign key.
      ...store,
      assign: (assigned) => inTurn(assigned, total(inChunks(eachOnce(assigned)).map((chunk) => count(insert(chunk))))),
      listMembers: (organizationId, guardrail_id, page) =>
        snapshot(
          Effect.flatMap(
            store.find(organizationId, guardrail_id),
            Effect.transposeMapOption(() => members.list(organizationId, page, { guardrail_id }))
          )
        ),
      ofMember: (organization_id, workspace_id, user_id) =>
        snapshot(
          Effect.flatMap(
            findAssignment({ organization_id, workspace_id, user_id }),
            Effect.transposeMapOption(({ guardrail_id }) => store.find(organization_id, guardrail_id))
          ).pipe(Effect.map(Option.flatten))
        ),
      unassign: (organization_id, id, users) =>
        Effect.gen(function* () {
          const deletions = inLists(users).map((list) =>
            count(sql`DELETE FROM guardrail_members
WHERE ${assignments.where({ organization_id, guardrail_id: id })} AND user_id IN ${sql.in(list)}
RETURNING user_id`)
          )
          // A DELETE locks rows in no certain order, so it takes its turn among the assignments of the workspace.
          const statement = sql`SELECT id FROM workspaces WHERE ${workspaces.where({ organization_id })}
AND id = (SELECT workspace_id FROM guardrails WHERE ${guardrails.where({ organization_id, id })}) FOR NO KEY UPDATE`
          // The workspace is not known before, so those who remove from one guardrail wait for one another.
          const place = lock({
            compile: (raw) => statement.compile(raw),
            row: () => `members of ${organization_id} ${id}`
          })
          const removed = yield* transact(Effect.zipRight(place, total(deletions)))
          const exists = removed > 0 || Option.isSome(yield* store.find(organization_id, id))
          return exists ? Option.some(removed) : Option.none()
        })
    })
  })
)
