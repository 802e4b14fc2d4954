import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as HashMap from "effect/HashMap"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { OrganizationId } from "../Id.js"
import { MemoryState } from "../memory/MemoryState.js"
import { Slice } from "../memory/Slice.js"
import type { AuthorizationCodeRecord, CodeHash } from "./AuthorizationCodeRecord.js"
import { AuthorizationCodeStore } from "./AuthorizationCodeStore.js"

type Codes = HashMap.HashMap<CodeHash, AuthorizationCodeRecord>

const slice = new Slice<Codes>("authorization codes", HashMap.empty())

const find = (codes: Codes, organizationId: OrganizationId, hash: CodeHash) =>
  Option.filter(HashMap.get(codes, hash), (code) => code.organization_id === organizationId)

export const layer = Layer.effect(
  AuthorizationCodeStore,
  Effect.map(MemoryState, (state) => {
    const { modify, read } = state.of(slice)
    return AuthorizationCodeStore.of({
      insert: (code) => modify((codes) => [undefined, HashMap.set(codes, code.hash, code)]),
      find: (organizationId, hash) => read((codes) => find(codes, organizationId, hash)),
      redeem: ({ at, hash, keyHash, maxFailures, organizationId }) =>
        modify((codes) => {
          const open = Option.filter(
            find(codes, organizationId, hash),
            (code) =>
              code.redeemed_at === null && code.failures < maxFailures && DateTime.greaterThan(code.expires_at, at)
          )
          if (Option.isNone(open)) return [false, codes]
          return [true, HashMap.set(codes, hash, { ...open.value, redeemed_at: at, redeemed_key_hash: keyHash })]
        }),
      recordFailure: (organizationId, hash) =>
        modify((codes) => {
          const code = find(codes, organizationId, hash)
          if (Option.isNone(code)) return [undefined, codes]
          return [undefined, HashMap.set(codes, hash, { ...code.value, failures: code.value.failures + 1 })]
        })
    })
  })
)
