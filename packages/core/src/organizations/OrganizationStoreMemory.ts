import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"
import { missing, type Reference, repeated } from "../memory/constraints.js"
import { MemoryState } from "../memory/MemoryState.js"
import { Slice, type State } from "../memory/Slice.js"
import { contextOf } from "../ports/contextOf.js"
import { memoryRecords } from "../records/memoryRecords.js"
import type { OrganizationId } from "../values/Id.js"
import type { Role } from "../values/Role.js"
import type { UserId } from "../values/UserId.js"
import type { Organization } from "./Organization.js"
import { OrganizationStore } from "./OrganizationStore.js"
import { organizationMemberRecords } from "./organizationMemberRecords.js"

const slice = new Slice("organizations", HashMap.empty<OrganizationId, Organization>())

const byIds = (one: Organization, other: Organization) => (one.id < other.id ? -1 : 1)

/** An organization that a record references. */
export const organizationOf = (state: State, id: OrganizationId): Reference => [
  "organizations",
  HashMap.has(slice.read(state), id)
]

const members = memoryRecords(organizationMemberRecords, {
  check: (state, { organization_id }) => missing(state, organizationOf(state, organization_id))
})

/** The role of a user in an organization. */
export const roleOf = (state: State, organizationId: OrganizationId, user: UserId): Option.Option<Role> =>
  Option.map(members.find(members.slice.read(state), organizationId, user), ({ role }) => role)

export const make = contextOf(
  OrganizationStore,
  Effect.map(MemoryState, (state) => {
    const { modify, read } = state.of(slice)
    const own = members.store(state)
    return OrganizationStore.of({
      insert: (organization) =>
        modify((all) =>
          HashMap.has(all, organization.id)
            ? repeated("organizations")
            : [undefined, HashMap.set(all, organization.id, organization)]
        ),
      find: (id) => read((all) => HashMap.get(all, id)),
      isEmpty: read((all) => HashMap.isEmpty(all)),
      list: (most) => read((all) => [...HashMap.values(all)].sort(byIds).slice(0, most)),
      findByName: (name) =>
        read((all) =>
          Arr.head([...HashMap.values(all)].filter((organization) => organization.name === name).sort(byIds))
        ),
      addMember: own.insert,
      findMember: own.find,
      findMembers: own.findMany,
      lockMember: own.find,
      hasOtherAdmin: (organizationId, user) =>
        state
          .of(members.slice)
          .read((all) =>
            members.filtered(all, organizationId, {}).some(({ role, user_id }) => role === "admin" && user_id !== user)
          ),
      listMembers: own.list,
      updateMember: own.update,
      deleteMember: own.delete
    })
  })
)
