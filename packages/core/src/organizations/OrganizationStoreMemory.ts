import * as Effect from "effect/Effect"
import * as HashMap from "effect/HashMap"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { OrganizationId } from "../Id.js"
import { MemoryState } from "../memory/MemoryState.js"
import { Slice } from "../memory/Slice.js"
import type { UserId } from "../UserId.js"
import type { Organization } from "./Organization.js"
import type { OrganizationMember } from "./OrganizationMember.js"
import { OrganizationStore } from "./OrganizationStore.js"

interface Organizations {
  readonly byId: HashMap.HashMap<OrganizationId, Organization>
  /** By organization and user. */
  readonly members: HashMap.HashMap<string, OrganizationMember>
}

const slice = new Slice<Organizations>("organizations", { byId: HashMap.empty(), members: HashMap.empty() })

const byIds = (one: Organization, other: Organization) => (one.id < other.id ? -1 : 1)

const memberKey = (id: OrganizationId, user: UserId) => `${id} ${user}`

export const layer = Layer.effect(
  OrganizationStore,
  Effect.map(MemoryState, (state) => {
    const { modify, read } = state.of(slice)
    return OrganizationStore.of({
      insert: (organization) =>
        modify((all) => [undefined, { ...all, byId: HashMap.set(all.byId, organization.id, organization) }]),
      find: (id) => read(({ byId }) => HashMap.get(byId, id)),
      isEmpty: read(({ byId }) => HashMap.isEmpty(byId)),
      list: (most) => read(({ byId }) => [...HashMap.values(byId)].sort(byIds).slice(0, most)),
      addMember: (member) =>
        modify((all) => {
          const key = memberKey(member.organization_id, member.user_id)
          if (HashMap.has(all.members, key)) return [false, all]
          return [true, { ...all, members: HashMap.set(all.members, key, member) }]
        }),
      findMembers: (id, users) =>
        read(({ members }) =>
          [...new Set(users)].flatMap((user) => Option.toArray(HashMap.get(members, memberKey(id, user))))
        )
    })
  })
)
