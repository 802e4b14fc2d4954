import * as Effect from "effect/Effect"
import * as HashMap from "effect/HashMap"
import * as Iterable from "effect/Iterable"
import * as Option from "effect/Option"
import * as Struct from "effect/Struct"
import { MemoryState } from "../memory/MemoryState.js"
import type { State } from "../memory/Slice.js"
import { contextOf } from "../ports/contextOf.js"
import { StorageFailure } from "../ports/StorageFailure.js"
import { webhooks } from "../webhooks/WebhookStoreMemory.js"
import { credentials } from "./ByokStoreMemory.js"
import { isForgotten } from "./forgotten.js"
import { isOfCredential, type Resealed, type SealedSecret, SealedSecrets } from "./SealedSecrets.js"

const ofCredential = Struct.pick("organization_id", "workspace_id", "id", "provider", "sealed")
const ofWebhook = Struct.pick("organization_id", "id", "sealed")

const allIn = (state: State): ReadonlyArray<SealedSecret> => [
  ...Iterable.map(HashMap.values(credentials.slice.read(state).records), ofCredential),
  ...Iterable.map(HashMap.values(webhooks.slice.read(state).records), ofWebhook)
]

/** The sealed bytes that are stored now, and how others are stored in their place. */
const storedIn = (state: State, secret: SealedSecret) => {
  const { organization_id } = secret
  if (isOfCredential(secret)) {
    return {
      now: Option.map(credentials.find(credentials.slice.read(state), organization_id, secret.id), (_) => _.sealed),
      store: (sealed: Uint8Array) => credentials.updateIn(state, organization_id, secret.id, { sealed })
    }
  }
  return {
    now: Option.map(webhooks.find(webhooks.slice.read(state), organization_id, secret.id), (_) => _.sealed),
    store: (sealed: Uint8Array) => webhooks.updateIn(state, organization_id, secret.id, { sealed })
  }
}

const replaceIn = (state: State, { before, sealed }: Resealed): readonly [number, State] | StorageFailure => {
  const { now, store } = storedIn(state, before)
  // Sealed bytes are replaced as a whole.
  if (Option.getOrNull(now) !== before.sealed) return [0, state]
  const done = store(sealed)
  return done instanceof StorageFailure ? done : [1, done[1]]
}

export const make = contextOf(
  SealedSecrets,
  Effect.map(MemoryState, (state) =>
    SealedSecrets.of({
      list: (after, limit) =>
        state.of(credentials.slice).read((_, now) =>
          allIn(now)
            .filter(({ id, sealed }) => !isForgotten(sealed) && (after === null || id > after))
            .toSorted((one, other) => (one.id < other.id ? -1 : 1))
            .slice(0, limit)
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
