import * as Arr from "effect/Array"
import * as Array from "effect/Array"
import * as Effect from "effect/Effect"
import * as HashMap from "effect/HashMap"
import * as Layer from "effect/Layer"
import * as Struct from "effect/Struct"
import { missing, type Reference, repeated } from "../memory/constraints.js"
import { MemoryState } from "../memory/MemoryState.js"
import { Slice, type State } from "../memory/Slice.js"
import * as SortedIndex from "../memory/SortedIndex.js"
import type { OrganizationId } from "../values/Id.js"
import type { UserId } from "../values/UserId.js"
import type { Organization } from "./Organization.js"
import type { OrganizationMember, OrganizationMemberRecord } from "./OrganizationMember.js"
import { OrganizationStore } from "./OrganizationStore.js"

interface Organizations {
  readonly byId: HashMap.HashMap<OrganizationId, Organization>
  /** By organization and user. */
  readonly members: HashMap.HashMap<string, OrganizationMember>
  readonly lists: HashMap.HashMap<OrganizationId, SortedIndex.SortedIndex<OrganizationMember>>
}

const slice = new Slice<Organizations>("organizations", {
  byId: HashMap.empty(),
  members: HashMap.empty(),
  lists: HashMap.empty()
})

const show: (record: OrganizationMemberRecord) => OrganizationMember = Struct.omit("organization_id")

const addMember = (all: Organizations, record: OrganizationMemberRecord): Organizations => {
  const { created_at, id, organization_id, user_id } = record
  const member = show(record)
  const sortKey = SortedIndex.newestFirst(created_at.epochMillis, id)
  return {
    ...all,
    members: HashMap.set(all.members, memberKey(organization_id, user_id), member),
    lists: SortedIndex.insertAt(all.lists, organization_id, sortKey, member)
  }
}

const byIds = (one: Organization, other: Organization) => (one.id < other.id ? -1 : 1)

const memberKey = (id: OrganizationId, user: UserId) => `${id} ${user}`

/** An organization that a record references. */
export const organizationOf = (state: State, id: OrganizationId): Reference => [
  "organizations",
  HashMap.has(slice.read(state).byId, id)
]

/** A user of an organization that a record references. */
export const memberOf = (
  state: State,
  { organization_id, user_id }: Pick<OrganizationMemberRecord, "organization_id" | "user_id">
): Reference => ["organization_members", HashMap.has(slice.read(state).members, memberKey(organization_id, user_id))]

export const layer = Layer.effect(
  OrganizationStore,
  Effect.map(MemoryState, (state) => {
    const { modify, read } = state.of(slice)
    return OrganizationStore.of({
      insert: (organization) =>
        modify((all) =>
          HashMap.has(all.byId, organization.id)
            ? repeated("organizations")
            : [undefined, { ...all, byId: HashMap.set(all.byId, organization.id, organization) }]
        ),
      find: (id) => read(({ byId }) => HashMap.get(byId, id)),
      isEmpty: read(({ byId }) => HashMap.isEmpty(byId)),
      list: (most) => read(({ byId }) => [...HashMap.values(byId)].sort(byIds).slice(0, most)),
      findByName: (name) =>
        read(({ byId }) =>
          Arr.head([...HashMap.values(byId)].filter((organization) => organization.name === name).sort(byIds))
        ),
      addMember: (member) =>
        modify((all, state) => {
          if (HashMap.has(all.members, memberKey(member.organization_id, member.user_id))) return [false, all]
          return missing(state, organizationOf(state, member.organization_id)) ?? [true, addMember(all, member)]
        }),
      listMembers: (id, page) => read(({ lists }) => SortedIndex.pageAt(lists, id, page)),
      findMembers: (id, users) =>
        read(({ members }) => Array.filterMap(new Set(users), (user) => HashMap.get(members, memberKey(id, user))))
    })
  })
)
