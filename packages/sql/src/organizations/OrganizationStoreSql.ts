import { Organization, OrganizationMember, OrganizationStore } from "@tollgate/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { Database } from "../Database.js"
import { inLists } from "../lists.js"
import { columnList, readAll, readOne, Time } from "../rows.js"

const OrganizationRow = Schema.Struct({ ...Organization.fields, created_at: Time })
const MemberRow = Schema.Struct({ ...OrganizationMember.fields, created_at: Time })

const readOrganization = readOne(OrganizationRow)
const readMembers = readAll(MemberRow)

export const layer = Layer.effect(
  OrganizationStore,
  Effect.map(Database, ({ query, snapshot, sql }) => {
    const columns = columnList(sql, Object.keys(OrganizationRow.fields))
    const memberColumns = columnList(sql, Object.keys(MemberRow.fields))
    return OrganizationStore.of({
      insert: ({ created_at, default_workspace_id, id, name, owner_user_id }) => {
        const row = { id, name, owner_user_id, default_workspace_id, created_at: created_at.epochMillis }
        return Effect.asVoid(query(sql`INSERT INTO organizations ${sql.insert(row)}`))
      },
      find: (id) => readOrganization(query(sql`SELECT ${columns} FROM organizations WHERE id = ${id}`)),
      // The condition lets the primary key's index answer.
      isEmpty: Effect.map(
        query(sql`SELECT id FROM organizations WHERE id > '' ORDER BY id LIMIT 1`),
        (rows) => rows.length === 0
      ),
      addMember: ({ created_at, id, organization_id, role, user_id }) => {
        const row = { id, organization_id, user_id, role, created_at: created_at.epochMillis }
        const added = query(sql`INSERT INTO organization_members ${sql.insert(row)}
ON CONFLICT (organization_id, user_id) DO NOTHING RETURNING id`)
        return Effect.map(added, (rows) => rows.length > 0)
      },
      findMembers: (id, users) => {
        const lists = inLists(users).map((list) =>
          readMembers(
            query(sql`SELECT ${memberColumns} FROM organization_members
WHERE organization_id = ${id} AND user_id IN ${sql.in(list)}`)
          )
        )
        const all = lists.length > 1 ? snapshot(Effect.all(lists)) : Effect.all(lists)
        return Effect.map(all, (found) => {
          const byUser = new Map(found.flat().map((member) => [member.user_id, member]))
          return [...new Set(users)].flatMap((user) => Option.toArray(Option.fromNullable(byUser.get(user))))
        })
      }
    })
  })
)
