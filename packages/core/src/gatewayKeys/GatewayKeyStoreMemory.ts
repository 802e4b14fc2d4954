import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"
import { missing, repeated } from "../memory/constraints.js"
import { MemoryState } from "../memory/MemoryState.js"
import { Slice, type State } from "../memory/Slice.js"
import * as SortedIndex from "../memory/SortedIndex.js"
import { organizationOf } from "../organizations/OrganizationStoreMemory.js"
import { contextOf } from "../ports/contextOf.js"
import type { KeyHash } from "../values/KeyHash.js"
import type { GatewayKey } from "./GatewayKey.js"
import { GatewayKeyStore } from "./GatewayKeyStore.js"

const slice = new Slice("gateway_keys", HashMap.empty<KeyHash, GatewayKey>())

/** Whether there is a gateway key with this hash. */
export const hasGatewayKey = (state: State, hash: KeyHash): boolean => HashMap.has(slice.read(state), hash)

/** The host has few gateway keys, so a list sorts them. */
const sortKeyOf = ({ created_at, hash }: GatewayKey) => SortedIndex.newestFirst(created_at.epochMillis, hash)

export const make = contextOf(
  GatewayKeyStore,
  Effect.map(MemoryState, (state) => {
    const { modify, read } = state.of(slice)
    return GatewayKeyStore.of({
      insert: (key) =>
        modify((all, state) => {
          if (HashMap.has(all, key.hash)) return repeated("gateway_keys")
          const broken =
            key.organization_id === null ? null : missing(state, organizationOf(state, key.organization_id))
          return broken ?? [undefined, HashMap.set(all, key.hash, key)]
        }),
      find: (hash) => read((all) => HashMap.get(all, hash)),
      list: ({ limit, offset }) =>
        read((all) => ({
          data: Arr.fromIterable(HashMap.values(all))
            .toSorted((one, other) => (sortKeyOf(one) < sortKeyOf(other) ? -1 : 1))
            .slice(offset, offset + limit),
          total_count: HashMap.size(all)
        })),
      delete: (hash) =>
        modify((all) => [HashMap.has(all, hash) ? Option.some(hash) : Option.none(), HashMap.remove(all, hash)])
    })
  })
)
