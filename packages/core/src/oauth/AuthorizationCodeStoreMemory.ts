import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as HashMap from "effect/HashMap"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { OrganizationId } from "../Id.js"
import { MemoryState, type State } from "../memory/MemoryState.js"
import type { CodeHash } from "./AuthorizationCode.js"
import { AuthorizationCodeStore } from "./AuthorizationCodeStore.js"

const find = (all: State, organizationId: OrganizationId, hash: CodeHash) =>
  Option.filter(HashMap.get(all.codes, hash), (code) => code.organization_id === organizationId)

export const layer = Layer.effect(
  AuthorizationCodeStore,
  Effect.map(MemoryState, (state) =>
    AuthorizationCodeStore.of({
      insert: (code) => state.modify((all) => [undefined, { ...all, codes: HashMap.set(all.codes, code.hash, code) }]),
      find: (organizationId, hash) => Effect.map(state.get, (all) => find(all, organizationId, hash)),
      redeem: ({ at, hash, keyHash, maxFailures, organizationId }) =>
        state.modify((all) => {
          const open = Option.filter(
            find(all, organizationId, hash),
            (code) =>
              code.redeemed_at === null && code.failures < maxFailures && DateTime.greaterThan(code.expires_at, at)
          )
          if (Option.isNone(open)) return [false, all]
          const redeemed = { ...open.value, redeemed_at: at, redeemed_key_hash: keyHash }
          return [true, { ...all, codes: HashMap.set(all.codes, hash, redeemed) }]
        }),
      recordFailure: (organizationId, hash) =>
        state.modify((all) => {
          const code = find(all, organizationId, hash)
          if (Option.isNone(code)) return [undefined, all]
          const failed = { ...code.value, failures: code.value.failures + 1 }
          return [undefined, { ...all, codes: HashMap.set(all.codes, hash, failed) }]
        })
    })
  )
)
