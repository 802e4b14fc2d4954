import { Guardrail, GuardrailId, GuardrailPatch, MemberAssignment } from "@tollgate/core"
import {
  GuardrailRecord,
  GuardrailStore,
  MemberAssignmentRecord,
  type StorageFailure,
  WorkspaceRecord
} from "@tollgate/core/storage"
import * as Array from "effect/Array"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Number from "effect/Number"
import * as Option from "effect/Option"
import * as Order from "effect/Order"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { inChunks, inLists } from "../table/batches.js"
import { countedPage } from "../table/countedPage.js"
import { rowReader } from "../table/rowReader.js"
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
    const guardrails = table(database, "guardrails", GuardrailRecord)
    const assignments = table(database, "guardrail_members", MemberAssignmentRecord)
    const workspaces = table(database, "workspaces", WorkspaceRecord)
    const paged = countedPage(database)
    const fields = Struct.keys(Guardrail.fields)
    const pages = guardrails.pages(fields, "created_at DESC, id")
    const memberPages = assignments.pages(Struct.keys(MemberAssignment.fields), "created_at DESC, id")
    const ids = rowReader(sql, Schema.Struct({ id: GuardrailId }))
    const find = guardrails.pickForUpdate(fields, "organization_id", "id")
    const findAssignment = assignments.pick(["guardrail_id"], "organization_id", "workspace_id", "user_id")
    const change = guardrails.patch(
      [...Struct.keys(GuardrailPatch.fields), "updated_at"],
      fields,
      "organization_id",
      "id"
    )
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
      const locks = ordered.map((place) =>
        lock(sql`SELECT id FROM workspaces WHERE ${workspaces.where(place)} FOR NO KEY UPDATE`)
      )
      return transact(Effect.zipRight(Effect.all(locks, { discard: true }), assign))
    }

    return GuardrailStore.of({
      insert: guardrails.insert,
      find: (organization_id, id) => find({ organization_id, id }),
      list: (organization_id, workspace_id, page) =>
        workspace_id === null
          ? paged(organization_id, "guardrails", page, pages({ organization_id }, page))
          : paged(
              organization_id,
              `guardrails of ${workspace_id}`,
              page,
              pages({ organization_id, workspace_id }, page)
            ),
      update: (organization_id, id, patch, updated_at) => change({ organization_id, id }, { ...patch, updated_at }),
      // Its assignments are deleted by the cascade of their foreign key.
      delete: (organization_id, id) =>
        Effect.map(
          ids.firstWritten(
            write(sql`DELETE FROM guardrails WHERE ${guardrails.where({ organization_id, id })} RETURNING id`)
          ),
          Option.map((deleted) => deleted.id)
        ),
      assign: (members) => inTurn(members, total(inChunks(eachOnce(members)).map((chunk) => count(insert(chunk))))),
      listMembers: (organization_id, id, page) =>
        snapshot(
          Effect.flatMap(find({ organization_id, id }), (found) => {
            if (Option.isNone(found)) return Effect.succeedNone
            const rows = memberPages({ organization_id, guardrail_id: id }, page)
            return Effect.asSome(paged(organization_id, `members of ${id}`, page, rows))
          })
        ),
      ofMember: (organization_id, workspace_id, user_id) =>
        snapshot(
          Effect.flatMap(findAssignment({ organization_id, workspace_id, user_id }), (found) =>
            Option.isNone(found) ? Effect.succeedNone : find({ organization_id, id: found.value.guardrail_id })
          )
        ),
      unassign: (organization_id, id, users) =>
        Effect.gen(function* () {
          const deletions = inLists(users).map((list) =>
            count(sql`DELETE FROM guardrail_members
WHERE ${assignments.where({ organization_id, guardrail_id: id })} AND user_id IN ${sql.in(list)}
RETURNING user_id`)
          )
          // A DELETE locks rows in no certain order, so it takes its turn among the assignments of the workspace.
          const place = lock(sql`SELECT id FROM workspaces WHERE ${workspaces.where({ organization_id })}
AND id = (SELECT workspace_id FROM guardrails WHERE ${guardrails.where({ organization_id, id })}) FOR NO KEY UPDATE`)
          const removed = yield* transact(Effect.zipRight(place, total(deletions)))
          const exists = removed > 0 || Option.isSome(yield* find({ organization_id, id }))
          return exists ? Option.some(removed) : Option.none()
        })
    })
  })
)
