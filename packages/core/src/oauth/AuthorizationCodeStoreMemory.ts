import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"
import * as RedBlackTree from "effect/RedBlackTree"
import { missing, repeated } from "../memory/constraints.js"
import { findOwned } from "../memory/findOwned.js"
import { MemoryState } from "../memory/MemoryState.js"
import { Slice } from "../memory/Slice.js"
import * as SortedIndex from "../memory/SortedIndex.js"
import { contextOf } from "../ports/contextOf.js"
import type { OrganizationId } from "../values/Id.js"
import { workspaceOf } from "../workspaces/WorkspaceStoreMemory.js"
import { type AuthorizationCodeRecord, type CodeHash, userOf } from "./AuthorizationCodeRecord.js"
import { AuthorizationCodeStore } from "./AuthorizationCodeStore.js"

interface Codes {
  readonly byHash: HashMap.HashMap<CodeHash, AuthorizationCodeRecord>
  readonly byExpiry: SortedIndex.SortedIndex<AuthorizationCodeRecord>
}

const slice = new Slice<Codes>("authorization codes", { byHash: HashMap.empty(), byExpiry: SortedIndex.empty() })

const find = ({ byHash }: Codes, organizationId: OrganizationId, hash: CodeHash) =>
  findOwned(byHash, organizationId, hash)

const sortKey = ({ expires_at, hash }: AuthorizationCodeRecord) => SortedIndex.oldestFirst(expires_at.epochMillis, hash)

const insert = (all: Codes, code: AuthorizationCodeRecord): Codes => ({
  byHash: HashMap.set(all.byHash, code.hash, code),
  byExpiry: RedBlackTree.insert(all.byExpiry, sortKey(code), code)
})

const remove = (all: Codes, code: AuthorizationCodeRecord): Codes => ({
  byHash: HashMap.remove(all.byHash, code.hash),
  byExpiry: RedBlackTree.removeFirst(all.byExpiry, sortKey(code))
})

/** Changes a code, but not its expiration time, by which it is indexed. */
const change = (all: Codes, code: AuthorizationCodeRecord, part: Partial<AuthorizationCodeRecord>): Codes => ({
  ...all,
  byHash: HashMap.set(all.byHash, code.hash, { ...code, ...part })
})

export const make = contextOf(
  AuthorizationCodeStore,
  Effect.map(MemoryState, (state) => {
    const { modify, read } = state.of(slice)
    return AuthorizationCodeStore.of({
      insert: (code) =>
        modify((all, state) => {
          if (HashMap.has(all.byHash, code.hash)) return repeated("authorization_codes")
          return missing(state, workspaceOf(state, code)) ?? [undefined, insert(all, code)]
        }),
      find: (organizationId, hash) => read((all) => find(all, organizationId, hash)),
      redeem: ({ at, hash, keyHash, maxFailures, organizationId }) =>
        modify((all) => {
          const open = Option.filter(
            find(all, organizationId, hash),
            (code) =>
              code.redeemed_at === null && code.failures < maxFailures && DateTime.greaterThan(code.expires_at, at)
          )
          if (Option.isNone(open)) return [false, all]
          return [true, change(all, open.value, { redeemed_at: at, redeemed_key_hash: keyHash })]
        }),
      recordFailures: (organizationId, hash, atLeast) =>
        modify((all) => {
          const code = Option.filter(find(all, organizationId, hash), ({ failures }) => failures < atLeast)
          return [undefined, Option.isNone(code) ? all : change(all, code.value, { failures: atLeast })]
        }),
      revoke: (organizationId, users, workspaceId) =>
        modify((all) => {
          const theirs = [...HashMap.values(all.byHash)].filter(
            (code) =>
              code.organization_id === organizationId &&
              users.includes(userOf(code)) &&
              (workspaceId === null || code.workspace_id === workspaceId) &&
              code.redeemed_at === null
          )
          return [undefined, theirs.reduce(remove, all)]
        }),
      deleteOf: (organizationId, workspaceId) =>
        modify((all) => {
          const codes = [...HashMap.values(all.byHash)].filter(
            (code) => code.organization_id === organizationId && code.workspace_id === workspaceId
          )
          return [undefined, codes.reduce(remove, all)]
        }),
      deleteExpired: (before, atMost) =>
        modify((all) => {
          const { data } = SortedIndex.page(all.byExpiry, { limit: atMost, offset: 0 })
          const expired = data.filter(({ expires_at }) => DateTime.lessThan(expires_at, before))
          return [expired.length, expired.reduce(remove, all)]
        })
    })
  })
)
