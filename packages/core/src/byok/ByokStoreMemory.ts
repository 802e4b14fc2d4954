import * as Effect from "effect/Effect"
import * as HashMap from "effect/HashMap"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Struct from "effect/Struct"
import type { OrganizationId, WorkspaceId } from "../Id.js"
import { findOwned } from "../memory/findOwned.js"
import { MemoryState } from "../memory/MemoryState.js"
import { Slice } from "../memory/Slice.js"
import type { ByokId } from "./ByokCredential.js"
import type { ByokRecord } from "./ByokRecord.js"
import { ByokStore } from "./ByokStore.js"
import type { Provider } from "./Provider.js"

interface Credentials {
  readonly byId: HashMap.HashMap<ByokId, ByokRecord>
  /** The next position in each provider's list of each workspace. */
  readonly next: HashMap.HashMap<string, number>
}

const slice = new Slice<Credentials>("credentials", { byId: HashMap.empty(), next: HashMap.empty() })

const list = (organizationId: OrganizationId, workspaceId: WorkspaceId, provider: Provider) =>
  `${organizationId} ${workspaceId} ${provider}`

const nextIn = ({ next }: Credentials, key: string) => Option.getOrElse(HashMap.get(next, key), () => 0)

export const layer = Layer.effect(
  ByokStore,
  Effect.map(MemoryState, (state) => {
    const { modify, read } = state.of(slice)
    return ByokStore.of({
      insert: (credential) =>
        modify((all) => {
          const key = list(credential.organization_id, credential.workspace_id, credential.provider)
          const next = Math.max(nextIn(all, key), credential.sort_order + 1)
          return [
            undefined,
            { byId: HashMap.set(all.byId, credential.id, credential), next: HashMap.set(all.next, key, next) }
          ]
        }),
      find: (organizationId, id) =>
        read(({ byId }) => Option.map(findOwned(byId, organizationId, id), Struct.omit("organization_id", "sealed"))),
      nextSortOrder: (organizationId, workspaceId, provider) =>
        read((all) => nextIn(all, list(organizationId, workspaceId, provider)))
    })
  })
)
