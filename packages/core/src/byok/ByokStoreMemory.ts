import * as Effect from "effect/Effect"
import * as HashMap from "effect/HashMap"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Struct from "effect/Struct"
import type { OrganizationId, WorkspaceId } from "../Id.js"
import { MemoryState } from "../memory/MemoryState.js"
import { ByokStore } from "./ByokStore.js"
import type { Provider } from "./Provider.js"

const lane = (organizationId: OrganizationId, workspaceId: WorkspaceId, provider: Provider) =>
  `${organizationId} ${workspaceId} ${provider}`

export const layer = Layer.effect(
  ByokStore,
  Effect.map(MemoryState, (state) =>
    ByokStore.of({
      insert: (credential) =>
        state.modify((all) => {
          const place = lane(credential.organization_id, credential.workspace_id, credential.provider)
          const next = Option.getOrElse(HashMap.get(all.sortOrders, place), () => 0)
          return [
            undefined,
            {
              ...all,
              credentials: HashMap.set(all.credentials, credential.id, credential),
              sortOrders: HashMap.set(all.sortOrders, place, Math.max(next, credential.sort_order + 1))
            }
          ]
        }),
      find: (organizationId, id) =>
        Effect.map(state.get, (all) =>
          HashMap.get(all.credentials, id).pipe(
            Option.filter((credential) => credential.organization_id === organizationId),
            Option.map(Struct.omit("organization_id", "sealed"))
          )
        ),
      nextSortOrder: (organizationId, workspaceId, provider) =>
        Effect.map(state.get, (all) =>
          Option.getOrElse(HashMap.get(all.sortOrders, lane(organizationId, workspaceId, provider)), () => 0)
        )
    })
  )
)
