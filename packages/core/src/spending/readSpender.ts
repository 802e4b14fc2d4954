import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import { GatewayCaller } from "../access/GatewayCaller.js"
import { GuardrailStore } from "../guardrails/GuardrailStore.js"
import { isAlive } from "../keys/Expiry.js"
import { isForeign } from "../keys/isForeign.js"
import type { KeyIdentity, KeyRecord } from "../keys/KeyRecord.js"
import { KeyStore } from "../keys/KeyStore.js"
import { requireMember } from "../organizations/requireMember.js"
import { Transaction } from "../ports/Transaction.js"
import * as SecretKey from "../values/SecretKey.js"
import type { UserId } from "../values/UserId.js"
import { WorkspaceStore } from "../workspaces/WorkspaceStore.js"
import type { ChargedScope } from "./Admission.js"
import type { Applied, KeptRules, LockedRecords, Reading } from "./KeptRules.js"
import { KeyRefused } from "./KeyRefused.js"
import { type ScopeRef, scopeName, unlimited } from "./Scope.js"
import { SpendingStore } from "./SpendingStore.js"
import {
  guardedKeyScope,
  guardrailTerms,
  keyScope,
  keyTerms,
  memberScope,
  organizationScope,
  workspaceScope
} from "./scopes.js"

/** The versions of scopes, read before the records that they guard. A scope that does not exist has version 0. */
export const readVersions = Effect.fnUntraced(function* (refs: ReadonlyArray<ScopeRef>) {
  const store = yield* SpendingStore
  const scopes = yield* store.scopes(refs, yield* Clock.currentTimeMillis)
  const versions = new Map(scopes.map(({ ref, version }) => [scopeName(ref), version]))
  return refs.map((ref) => ({ ref, version: versions.get(scopeName(ref)) ?? 0 }))
})

const requireActive = Effect.fnUntraced(function* (key: KeyIdentity, now: DateTime.Utc) {
  if (key.is_management) return yield* new KeyRefused({ key_state: "management" })
  if (key.disabled) return yield* new KeyRefused({ key_state: "disabled" })
  if (!isAlive(key.expires_at, now)) return yield* new KeyRefused({ key_state: "expired" })
})

/** Fails with `KeyRefused` unless the key is active, ordinary, and its user is a member of its workspace. */
export const requireSpender = Effect.fnUntraced(function* (key: KeyIdentity, now: DateTime.Utc) {
  yield* requireActive(key, now)
  const workspaces = yield* WorkspaceStore
  const member = yield* workspaces.findMember(key.organization_id, key.workspace_id, key.creator_user_id)
  if (Option.isNone(member)) return yield* new KeyRefused({ key_state: "creator_left" })
})

/** Finds the active key of a presented secret, in an organization that the caller spends for. */
export const findSpender = Effect.fnUntraced(function* (secret: Redacted.Redacted) {
  const { organizationId } = yield* GatewayCaller
  const prefix = yield* SecretKey.KeyPrefix
  const kind = SecretKey.parse(prefix, secret)
  if (Option.isNone(kind) && !(yield* isForeign(prefix, secret))) return yield* new KeyRefused({ key_state: "unknown" })
  // Not looked up, so that the answer says nothing about the gateway keys that exist.
  if (Option.contains(kind, "gateway")) return yield* new KeyRefused({ key_state: "gateway" })
  const keys = yield* KeyStore
  const now = yield* DateTime.now
  const found = yield* keys.findBySecret(SecretKey.hash(secret), now)
  const owned = Option.filter(
    found,
    ({ organization_id }) => organizationId === null || organizationId === organization_id
  )
  if (Option.isNone(owned)) return yield* new KeyRefused({ key_state: "unknown" })
  yield* requireActive(owned.value, now)
  yield* keys.use(owned.value.hash, now)
  return owned.value
})

/** The guardrails that apply to a request: the key's own, then those of its users, each with the scope that it limits. */
export const guardrailsOf = Effect.fnUntraced(function* (key: KeyRecord, users: ReadonlyArray<UserId>) {
  const guardrails = yield* GuardrailStore
  const { hash, organization_id, workspace_id } = key
  const own = yield* guardrails.ofKey(organization_id, workspace_id, hash)
  const ofKey = Option.map(
    own,
    (guardrail): Applied => ({ guardrail, scope: "guardrail_key", ref: guardedKeyScope(key, guardrail) })
  )
  const ofMembers = yield* Effect.forEach(users, (user) =>
    Effect.map(
      guardrails.ofMember(organization_id, workspace_id, user),
      Option.map(
        (guardrail): Applied => ({ guardrail, scope: "guardrail_member", ref: memberScope(key, guardrail, user) })
      )
    )
  )
  return [ofKey, ...ofMembers].flatMap(Option.toArray)
})

/** Reads the rules of a key's requests, and then its record again: a change after the versions were read raises one of them. */
const readRules = Effect.fnUntraced(function* (
  { hash, organization_id, workspace_id }: KeyRecord,
  user: UserId | null
) {
  const guards = [keyScope({ hash, organization_id }), workspaceScope({ organization_id, workspace_id })]
  const versions = yield* readVersions([...guards, organizationScope(organization_id)])
  const keys = yield* KeyStore
  const found = yield* keys.find(organization_id, hash)
  if (Option.isNone(found)) return yield* new KeyRefused({ key_state: "unknown" })
  const key = found.value
  yield* requireSpender(key, yield* DateTime.now)
  const users = [...new Set([key.creator_user_id, user ?? key.creator_user_id])]
  for (const other of users.slice(1)) yield* requireMember(organization_id, "user_id", other)
  return { key, rules: { versions, guardrails: yield* guardrailsOf(key, users) } }
})

/** Where rules are kept, and since when they have to be true. */
interface Keeping {
  readonly kept: KeptRules
  /** The time of `kept` at which the request began. */
  readonly since: number
  /** What an open transaction has read after it has locked the scopes that guard it. Null without one. */
  readonly locked: LockedRecords | null
}

const readOrShare = Effect.fnUntraced(function* (
  presented: KeyRecord,
  user_id: UserId | undefined,
  { kept, locked, since }: Keeping
) {
  const transaction = yield* Transaction
  const name = nameOf(presented, user_id)
  const read = Effect.map(readRules(presented, user_id ?? null), (its): Reading => ({ ...its, began: since + 1 }))
  if (locked !== null) {
    const known = locked.rules.get(name)
    if (known !== undefined) yield* requireActive(known.key, yield* DateTime.now)
    const reading = known ?? (yield* read)
    locked.rules.set(name, reading)
    return reading
  }
  const known = kept.get(name)
  if (known !== undefined) return { ...known, key: presented }
  // A transaction may be rolled back, and the versions that it has raised are then those of other changes. Asked before reading,
  // because a fiber can outlive its transaction.
  return yield* (yield* transaction.isOpen) ? read : kept.read(name, since, read)
})

const nameOf = ({ hash }: KeyRecord, user_id: UserId | undefined) => `${hash} ${user_id ?? ""}`

/**
 * Reads everything that decides about a key's request: whether its user may spend, the guardrails that apply, and the scopes to charge.
 * The scopes have the versions from before the records were read, so an admission notices later changes. It is kept in memory, until
 * `forget` drops it because a version differs.
 *
 * `isFinal` tells whether the rules were read after the request began, so that they may refuse it.
 *
 * @param presented The key, as it was found by its secret. Under locks it is read again.
 *
 * Fails with `KeyRefused`, or with `UserNotInOrganization` for another user of the request.
 */
export const readSpender = Effect.fnUntraced(function* (
  presented: KeyRecord,
  user_id: UserId | undefined,
  keeping: Keeping
) {
  const { kept, locked, since } = keeping
  const { began, key, rules } = yield* readOrShare(presented, user_id, keeping)
  const scopes = rules.versions.map((guarded, index): ChargedScope => {
    return { ...guarded, terms: index === 0 ? keyTerms(key) : unlimited }
  })
  const ofGuardrails = rules.guardrails.map(({ guardrail, ref }): ChargedScope => {
    return { ref, terms: guardrailTerms(guardrail), version: null }
  })
  return {
    key,
    user: user_id ?? key.creator_user_id,
    guardrails: rules.guardrails,
    scopes: [...scopes.slice(0, 1), ...ofGuardrails, ...scopes.slice(1)],
    isFinal: locked !== null || began > since,
    forget: Effect.sync(() => kept.forget(nameOf(key, user_id), rules))
  }
})

export type Spender = Effect.Effect.Success<ReturnType<typeof readSpender>>
