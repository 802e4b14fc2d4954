import * as Clock from "effect/Clock"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import type { ByokCredential } from "../../byok/ByokCredential.js"
import { ByokStore } from "../../byok/ByokStore.js"
import { GuardrailStore } from "../../guardrails/GuardrailStore.js"
import { isForeign } from "../../keys/isForeign.js"
import type { KeyRecord } from "../../keys/KeyRecord.js"
import { KeyStore } from "../../keys/KeyStore.js"
import { OrganizationStore } from "../../organizations/OrganizationStore.js"
import * as SecretKey from "../../values/SecretKey.js"
import type { UserId } from "../../values/UserId.js"
import { WorkspaceStore } from "../../workspaces/WorkspaceStore.js"
import { KeyRefused } from "../model/refusals.js"
import { guardedKeyScope, memberScope, type ScopeRef, scopeName } from "../model/Scope.js"
import { type Applied, chargedBy, guardsOf, type Spender, type SpenderName, type Versions } from "../model/Spender.js"
import { SpendingStore } from "../store/SpendingStore.js"

/** The SHA-256 of a presented secret. Fails with `KeyRefused` for a text that has not the form of an API key. */
export const requireSecret = Effect.fnUntraced(function* (secret: Redacted.Redacted) {
  const prefix = yield* SecretKey.KeyPrefix
  const kind = SecretKey.parse(prefix, secret)
  if (Option.isNone(kind) && !(yield* isForeign(prefix, secret))) return yield* new KeyRefused({ key_state: "unknown" })
  // Not looked up, so that the answer says nothing about the gateway keys that exist.
  if (Option.contains(kind, "gateway")) return yield* new KeyRefused({ key_state: "gateway" })
  return SecretKey.hash(secret)
})

/** The versions of the scopes that guard a key's records. Call it before these records are read. */
export const readVersions = Effect.fnUntraced(function* (key: Parameters<typeof guardsOf>[0]) {
  const store = yield* SpendingStore
  const refs = guardsOf(key)
  const scopes = yield* store.scopes(refs, yield* Clock.currentTimeMillis)
  const known = new Map(scopes.map(({ ref, version }) => [scopeName(ref), version]))
  const versionOf = (ref: ScopeRef) => known.get(scopeName(ref)) ?? 0
  const [own, workspace, organization] = refs
  const versions: Versions = {
    key: versionOf(own),
    workspace: versionOf(workspace),
    organization: versionOf(organization)
  }
  return versions
})

/** The guardrails that apply to a request: the key's own, then those of its users, each with the scope that it limits. */
const guardrailsOf = Effect.fnUntraced(function* (key: KeyRecord, users: ReadonlyArray<UserId>) {
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

/** All credentials of a workspace, by provider, then in their order. */
const credentialsOf = Effect.fnUntraced(function* ({ organization_id, workspace_id }: KeyRecord) {
  const store = yield* ByokStore
  const found: Array<ByokCredential> = []
  for (;;) {
    const page = { limit: 100, offset: found.length }
    const { data, total_count } = yield* store.list(organization_id, page, { workspace_id })
    found.push(...data)
    if (found.length >= total_count || data.length === 0) return found
  }
})

const isMember = Effect.fnUntraced(function* ({ organization_id }: KeyRecord, user: UserId) {
  const organizations = yield* OrganizationStore
  return (yield* organizations.findMembers(organization_id, [user])).length > 0
})

/**
 * Reads a spender at an instant, through the port of each resource. Used for each request if the storage has no
 * `SpendingStore.findSpender`. None if no key has the secret, or if the secret has ended.
 */
export const readSpender = Effect.fnUntraced(function* (
  { needs_credentials, secret, user }: SpenderName,
  at: DateTime.Utc
) {
  const keys = yield* KeyStore
  const presented = yield* keys.findBySecret(secret, at)
  if (Option.isNone(presented)) return Option.none<Spender>()
  const versions = yield* readVersions(presented.value)
  // Read again, after the versions: a later change raises one of them.
  const found = yield* keys.findBySecret(secret, at)
  if (Option.isNone(found)) return Option.none<Spender>()
  const key = found.value
  const { creator_user_id: holder, organization_id, workspace_id } = key
  const workspaces = yield* WorkspaceStore
  const spending = user ?? holder
  return Option.some<Spender>({
    key,
    // Not read. Nothing that is read here is cached, so each look-up of the secret judges its end.
    secret_until: null,
    has_holder: Option.isSome(yield* workspaces.findMember(organization_id, workspace_id, holder)),
    user: spending,
    is_member: spending === holder || (yield* isMember(key, spending)),
    guardrails: yield* guardrailsOf(key, [...new Set([holder, spending])]),
    credentials: needs_credentials ? yield* credentialsOf(key) : null,
    versions
  })
})

/** The guardrails of a key: its own, then that of its user. */
export const guardrailsOfKey = (key: KeyRecord) => guardrailsOf(key, [key.creator_user_id])

/** The scopes that usage of a key is charged to, without an admission: from the key to the organization. */
export const chargedScopes = (key: KeyRecord) =>
  Effect.map(guardrailsOfKey(key), (guardrails) => chargedBy({ guardrails, key }, null))
