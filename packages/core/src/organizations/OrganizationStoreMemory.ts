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

/** An organization, and the name it was created with. */
interface Stored {
  readonly organization: Organization
  readonly initialName: string
}

const slice = new Slice("organizations", HashMap.empty<OrganizationId, Stored>())

/** All organizations that match, ordered by id. */
const sorted = (all: HashMap.HashMap<OrganizationId, Stored>, matches: (stored: Stored) => boolean = () => true) =>
  [...HashMap.values(all)]
    .filter(matches)
    .map(({ organization }) => organization)
    .sort((one, other) => (one.id < other.id ? -1 : 1))

/** An organization that a record references. */
export const organizationOf = (state: State, id: OrganizationId): Reference => [
  "organizations",
  HashMap.has(slice.read(state), id)
]

/** An organization. */
export const findOrganization = (state: State, id: OrganizationId): Option.Option<Organization> =>
  Option.map(HashMap.get(slice.read(state), id), ({ organization }) => organization)

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
            : [undefined, HashMap.set(all, organization.id, { organization, initialName: organization.name })]
        ),
      find: (id) => read((all) => Option.map(HashMap.get(all, id), ({ organization }) => organization)),
      update: (id, patch) =>
        modify((all) => {
          const found = HashMap.get(all, id)
          if (Option.isNone(found)) return [Option.none(), all]
          const organization = { ...found.value.organization, ...patch }
          return [Option.some(organization), HashMap.set(all, id, { ...found.value, organization })]
        }),
      isEmpty: read((all) => HashMap.isEmpty(all)),
      list: (most) => read((all) => sorted(all).slice(0, most)),
      findByName: (name) => read((all) => Arr.head(sorted(all, ({ initialName }) => initialName === name))),
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
