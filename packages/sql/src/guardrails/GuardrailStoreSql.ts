import { Guardrail, type GuardrailId, GuardrailStore, type MemberAssignment, type OrganizationId } from "@tollgate/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Number from "effect/Number"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { Database } from "../Database.js"
import { inChunks, inLists } from "../lists.js"
import { columnList, Money, readOne, Time } from "../rows.js"

const money = { limit_usd: Schema.NullOr(Money) }

const plain = {
  ...Struct.omit(Guardrail.fields, "limit_usd"),
  created_at: Time,
  updated_at: Schema.NullOr(Time)
}

const readGuardrail = readOne(Schema.Struct({ ...plain, ...money }))

const toRow = (guardrail: Guardrail) => ({
  id: guardrail.id,
  organization_id: guardrail.organization_id,
  workspace_id: guardrail.workspace_id,
  name: guardrail.name,
  description: guardrail.description,
  limit_usd: guardrail.limit_usd,
  reset_interval: guardrail.reset_interval,
  created_at: guardrail.created_at.epochMillis,
  updated_at: guardrail.updated_at?.epochMillis ?? null
})

const toMemberRow = (assignment: MemberAssignment) => ({
  organization_id: assignment.organization_id,
  workspace_id: assignment.workspace_id,
  guardrail_id: assignment.guardrail_id,
  user_id: assignment.user_id,
  assigned_by: assignment.assigned_by,
  created_at: assignment.created_at.epochMillis
})

export const layer = Layer.effect(
  GuardrailStore,
  Effect.map(Database, ({ atomically, query, sql }) => {
    const columns = columnList(sql, Object.keys(plain), Object.keys(money))
    const count = (statement: Parameters<typeof query>[0]) => Effect.map(query(statement), (rows) => rows.length)

    /** Several statements as one act; a single one is that already. */
    const total = (counts: ReadonlyArray<ReturnType<typeof count>>) => {
      const sum = Effect.map(Effect.all(counts), Number.sumAll)
      return counts.length > 1 ? atomically(sum) : sum
    }

    const exists = (organizationId: OrganizationId, id: GuardrailId) =>
      Effect.map(
        count(sql`SELECT id FROM guardrails WHERE organization_id = ${organizationId} AND id = ${id}`),
        (found) => found > 0
      )

    return GuardrailStore.of({
      insert: (guardrail) => Effect.asVoid(query(sql`INSERT INTO guardrails ${sql.insert(toRow(guardrail))}`)),
      find: (organizationId, id) =>
        readGuardrail(
          query(sql`SELECT ${columns} FROM guardrails WHERE organization_id = ${organizationId} AND id = ${id}`)
        ),
      // Its assignments go with it: their foreign key cascades.
      remove: (organizationId, id) =>
        Effect.map(
          count(sql`DELETE FROM guardrails WHERE organization_id = ${organizationId} AND id = ${id} RETURNING id`),
          (removed) => removed > 0
        ),
      assign: (assignments) =>
        total(
          inChunks(assignments.map(toMemberRow)).map((rows) =>
            count(sql`INSERT INTO guardrail_members ${sql.insert(rows)}
ON CONFLICT (workspace_id, user_id) DO UPDATE SET
  guardrail_id = excluded.guardrail_id, assigned_by = excluded.assigned_by, created_at = excluded.created_at
WHERE guardrail_members.organization_id = excluded.organization_id
  AND guardrail_members.guardrail_id <> excluded.guardrail_id
RETURNING user_id`)
          )
        ),
      unassign: (organizationId, id, users) =>
        Effect.gen(function* () {
          const removed = yield* total(
            inLists(users).map((list) =>
              count(sql`DELETE FROM guardrail_members
WHERE organization_id = ${organizationId} AND guardrail_id = ${id} AND user_id IN ${sql.in(list)}
RETURNING user_id`)
            )
          )
          return removed > 0 || (yield* exists(organizationId, id)) ? Option.some(removed) : Option.none()
        })
    })
  })
)
