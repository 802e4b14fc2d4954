import * as Effect from "effect/Effect"
import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"
import * as Struct from "effect/Struct"
import { MemoryState } from "../memory/MemoryState.js"
import type { State } from "../memory/Slice.js"
import { contextOf } from "../ports/contextOf.js"
import { StorageFailure } from "../ports/StorageFailure.js"
import { credentials } from "./ByokStoreMemory.js"
import { isForgotten } from "./forgotten.js"
import { type Resealed, SealedSecrets } from "./SealedSecrets.js"

const pick = Struct.pick("organization_id", "workspace_id", "id", "provider", "sealed")

const replaceIn = (state: State, { before, sealed }: Resealed): readonly [number, State] | StorageFailure => {
  const { id, organization_id } = before
  const found = credentials.find(credentials.slice.read(state), organization_id, id)
  // Sealed bytes are replaced as a whole.
  if (Option.isNone(found) || found.value.sealed !== before.sealed) return [0, state]
  const done = credentials.updateIn(state, organization_id, id, { sealed })
  return done instanceof StorageFailure ? done : [1, done[1]]
}

export const make = contextOf(
  SealedSecrets,
  Effect.map(MemoryState, (state) =>
    SealedSecrets.of({
      list: (after, limit) =>
        state.of(credentials.slice).read(({ records }) =>
          [...HashMap.values(records)]
            .filter(({ id, sealed }) => !isForgotten(sealed) && (after === null || id > after))
            .toSorted((one, other) => (one.id < other.id ? -1 : 1))
            .slice(0, limit)
            .map(pick)
        ),
      replace: (changes) =>
        state.change((before) => {
          let [count, after] = [0, before]
          for (const change of changes) {
            const done = replaceIn(after, change)
            if (done instanceof StorageFailure) return done
            count += done[0]
            after = done[1]
          }
          return [count, after]
        }),
      // What is in memory is never opened again.
      noteMasterKey: () => Effect.void
    })
  )
)
