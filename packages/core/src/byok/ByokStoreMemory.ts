import * as Effect from "effect/Effect"
import * as HashMap from "effect/HashMap"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as RedBlackTree from "effect/RedBlackTree"
import * as Struct from "effect/Struct"
import { missing, repeated } from "../memory/constraints.js"
import { findOwned } from "../memory/findOwned.js"
import { MemoryState } from "../memory/MemoryState.js"
import { Slice } from "../memory/Slice.js"
import * as SortedIndex from "../memory/SortedIndex.js"
import type { OrganizationId } from "../values/Id.js"
import { workspaceOf } from "../workspaces/WorkspaceStoreMemory.js"
import type { ByokCredential, ByokId } from "./ByokCredential.js"
import type { ByokRecord } from "./ByokRecord.js"
import { type ByokList, ByokStore } from "./ByokStore.js"

interface Credentials {
  readonly byId: HashMap.HashMap<ByokId, ByokRecord>
  readonly lists: HashMap.HashMap<string, SortedIndex.SortedIndex<ByokRecord>>
}

const slice = new Slice<Credentials>("credentials", { byId: HashMap.empty(), lists: HashMap.empty() })

const show: (record: ByokRecord) => ByokCredential = Struct.omit("organization_id", "sealed")

const nameOf = (organizationId: OrganizationId, { provider, workspaceId }: ByokList) =>
  `${organizationId} ${workspaceId} ${provider}`

/** The lists that contain a credential. */
const listsOf = ({ organization_id, provider, workspace_id }: ByokRecord): ReadonlyArray<string> =>
  [workspace_id, null].flatMap((workspaceId) =>
    [provider, null].map((provider) => nameOf(organization_id, { workspaceId, provider }))
  )

// No slug holds a space, so this sorts by provider first.
const sortKeyOf = ({ id, provider, sort_order }: ByokRecord) => `${provider} ${SortedIndex.oldestFirst(sort_order, id)}`

const insert = ({ byId, lists }: Credentials, record: ByokRecord): Credentials => ({
  byId: HashMap.set(byId, record.id, record),
  lists: listsOf(record).reduce((lists, name) => SortedIndex.insertAt(lists, name, sortKeyOf(record), record), lists)
})

const remove = ({ byId, lists }: Credentials, record: ByokRecord): Credentials => ({
  byId: HashMap.remove(byId, record.id),
  lists: listsOf(record).reduce((lists, name) => SortedIndex.removeAt(lists, name, sortKeyOf(record)), lists)
})

const listOf = ({ lists }: Credentials, organizationId: OrganizationId, list: ByokList) =>
  Option.getOrElse(HashMap.get(lists, nameOf(organizationId, list)), SortedIndex.empty<ByokRecord>)

export const layer = Layer.effect(
  ByokStore,
  Effect.map(MemoryState, (state) => {
    const { modify, read } = state.of(slice)
    return ByokStore.of({
      insert: (credential) =>
        modify((all, state) => {
          if (HashMap.has(all.byId, credential.id)) return repeated("byok_credentials")
          return missing(state, workspaceOf(state, credential)) ?? [undefined, insert(all, credential)]
        }),
      find: (organizationId, id) => read(({ byId }) => Option.map(findOwned(byId, organizationId, id), show)),
      list: (organizationId, list, page) =>
        read((all) => {
          const { data, total_count } = SortedIndex.page(listOf(all, organizationId, list), page)
          return { data: data.map(show), total_count }
        }),
      ofProvider: (organizationId, workspaceId, provider) =>
        read((all) => [...RedBlackTree.values(listOf(all, organizationId, { workspaceId, provider }))]),
      update: (organizationId, id, change) =>
        modify((all) =>
          Option.match(findOwned(all.byId, organizationId, id), {
            onNone: () => [Option.none(), all],
            onSome: (before) => {
              const after: ByokRecord = { ...before, ...change }
              return [Option.some(show(after)), insert(remove(all, before), after)]
            }
          })
        ),
      delete: (organizationId, id) =>
        modify((all) =>
          Option.match(findOwned(all.byId, organizationId, id), {
            onNone: () => [Option.none(), all],
            onSome: (found) => [Option.some(id), remove(all, found)]
          })
        ),
      nextSortOrder: (organizationId, workspaceId, provider) =>
        read((all) =>
          Option.match(RedBlackTree.last(listOf(all, organizationId, { workspaceId, provider })), {
            onNone: () => 0,
            onSome: ([, last]) => last.sort_order + 1
          })
        )
    })
  })
)
