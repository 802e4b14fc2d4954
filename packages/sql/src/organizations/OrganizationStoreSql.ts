import { Organization, OrganizationPatch } from "@tollgate/core"
import { OrganizationStore, organizationMemberRecords } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { UNSET } from "../migrations/0001_baseline/meta.js"
import { records } from "../table/records.js"
import { table } from "../table/table.js"
import { contextOf } from "../transaction/contextOf.js"
import { Database } from "../transaction/Database.js"

/** An arbitrary number that keeps these locks apart from those of other applications. */
const NAME_LOCK = 0x746c6774

/** With the name by which the organization is found, which stays. */
const CreatedRecord = Schema.Struct({ ...Organization.fields, initial_name: Schema.String })

export const make = contextOf(
  OrganizationStore,
  Effect.map(Database, (database) => {
    const { lock, read, sql, transact, write } = database
    const organizations = table(database, "organizations", Organization)
    const created = table(database, "organizations", CreatedRecord)
    const update = organizations.patch(Struct.keys(OrganizationPatch.fields), Struct.keys(Organization.fields), "id")
    const { rows, store: members } = records(database, organizationMemberRecords)
    const find = organizations.find("id")
    /** Distinguishes a database that lost its organizations from a new one. */
    const rememberFirst = ({ id }: Organization) =>
      Effect.asVoid(
        write(sql`UPDATE tollgate_meta SET value = ${id}
WHERE name = ${"first_organization_id"} AND value = ${UNSET}`)
      )
    return OrganizationStore.of({
      insert: (organization) =>
        transact(
          Effect.zipRight(
            created.insert({ ...organization, initial_name: organization.name }),
            rememberFirst(organization)
          )
        ),
      find: (id) => find({ id }),
      update: (id, patch) => update({ id }, patch),
      // The condition makes the query use the primary key's index.
      isEmpty: Effect.map(
        read(sql`SELECT id FROM organizations WHERE id > '' ORDER BY id LIMIT 1`),
        (rows) => rows.length === 0
      ),
      list: (most) =>
        organizations.all(
          read(sql`SELECT ${organizations.columns} FROM organizations WHERE id > '' ORDER BY id LIMIT ${most}`)
        ),
      // Names are not unique, so no row owns the organizations of a name: a transaction that creates one locks the name.
      findByName: (name) =>
        Effect.zipRight(
          lock(sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, ${NAME_LOCK}))`),
          organizations.first(
            read(sql`SELECT ${organizations.columns} FROM organizations
WHERE ${created.where({ initial_name: name })} ORDER BY id LIMIT 1`)
          )
        ),
      addMember: members.insert,
      findMember: members.find,
      findMembers: members.findMany,
      // Stronger than the lock of a read for a change, which lets others reference the row.
      lockMember: (organization_id, user_id) =>
        Effect.zipRight(
          lock(sql`SELECT 1 FROM organization_members WHERE ${rows.where({ organization_id, user_id })} FOR UPDATE`),
          members.find(organization_id, user_id)
        ),
      // A member that is added, removed or loses a role locks the size of the list, so the second of two sees what the first has done.
      hasOtherAdmin: (organization_id, user) =>
        Effect.zipRight(
          lock(
            sql`SELECT 1 FROM list_sizes WHERE organization_id = ${organization_id} AND list = 'members' FOR UPDATE`
          ),
          rows.exists({ organization_id }, sql`role = 'admin' AND user_id <> ${user}`)
        ),
      listMembers: members.list,
      updateMember: members.update,
      deleteMember: members.delete
    })
  })
)
