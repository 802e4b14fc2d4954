import * as Effect from "effect/Effect"
import * as HashMap from "effect/HashMap"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { OrganizationId } from "../Id.js"
import { MemoryState } from "../memory/MemoryState.js"
import type { UserId } from "../Text.js"
import { OrganizationStore } from "./OrganizationStore.js"

const memberKey = (id: OrganizationId, user: UserId) => `${id} ${user}`

export const layer = Layer.effect(
  OrganizationStore,
  Effect.map(MemoryState, (state) =>
    OrganizationStore.of({
      insert: (organization) =>
        state.modify((all) => [
          undefined,
          { ...all, organizations: HashMap.set(all.organizations, organization.id, organization) }
        ]),
      find: (id) => Effect.map(state.get, (all) => HashMap.get(all.organizations, id)),
      isEmpty: Effect.map(state.get, (all) => HashMap.isEmpty(all.organizations)),
      addMember: (member) =>
        state.modify((all) => {
          const key = memberKey(member.organization_id, member.user_id)
          if (HashMap.has(all.organizationMembers, key)) return [false, all]
          return [true, { ...all, organizationMembers: HashMap.set(all.organizationMembers, key, member) }]
        }),
      findMembers: (id, users) =>
        Effect.map(state.get, (all) =>
          [...new Set(users)].flatMap((user) =>
            Option.toArray(HashMap.get(all.organizationMembers, memberKey(id, user)))
          )
        )
    })
  )
)
