import type * as DateTime from "effect/DateTime"
import type { ByokCredential } from "../../byok/ByokCredential.js"
import type { Guardrail } from "../../guardrails/Guardrail.js"
import type { KeyRecord } from "../../keys/KeyRecord.js"
import type { UserId } from "../../values/UserId.js"
import type { ChargedScope } from "./Admission.js"
import type { RunStep, StatedRun } from "./RunTerms.js"
import {
  guardrailTerms,
  keyScope,
  keyTerms,
  organizationScope,
  type Place,
  runScope,
  type ScopeRef,
  unlimited,
  workspaceScope
} from "./Scope.js"

/** A guardrail that applies to a request, and to whom. */
export interface AppliedGuardrail {
  readonly guardrail: Guardrail
  readonly scope: "guardrail_key" | "guardrail_member"
}

/** A guardrail that applies to a request, with the scope that it limits. */
export interface Applied extends AppliedGuardrail {
  readonly ref: ScopeRef
}

/** The versions of the scopes that guard a key's records. Each change of such a record raises one of them. */
export interface Versions {
  /** 0 for a scope that does not exist. */
  readonly key: number
  readonly workspace: number
  readonly organization: number
}

/**
 * The key, user, guardrails and credentials of requests: all that decides about them but the request itself and prices. Read as one state, or
 * after its versions.
 */
export interface Spender {
  readonly key: KeyRecord
  /** The instant from which the presented secret is refused. Null if it has no end. */
  readonly secret_until: DateTime.Utc | null
  /** Whether the key's user is still a member of its workspace. */
  readonly has_holder: boolean
  /** The user of the requests. */
  readonly user: UserId
  /** Whether this user belongs to the organization. */
  readonly is_member: boolean
  /** The key's own, then that of its user, then that of the user of the requests. */
  readonly guardrails: ReadonlyArray<Applied>
  /** The credentials of the workspace, by provider, then by `sort_order`. Null if the name asks for none. */
  readonly credentials: ReadonlyArray<ByokCredential> | null
  readonly versions: Versions
}

/** Names a spender: the secret that was presented, the user, and whether credentials are read. */
export interface SpenderName {
  readonly secret: KeyRecord["hash"]
  /** The user of the requests. Null means the user of the key. */
  readonly user: UserId | null
  /** Whether the credentials of the workspace are read, too. */
  readonly needs_credentials: boolean
}

/** The scopes that guard the records of a key. */
export const guardsOf = (
  key: Pick<KeyRecord, "hash" | "organization_id" | "workspace_id">
): readonly [key: ScopeRef, workspace: ScopeRef, organization: ScopeRef] => [
  keyScope(key),
  workspaceScope(key),
  organizationScope(key.organization_id)
]

/**
 * The scopes that requests are charged to, from the narrowest to the widest.
 *
 * @param versions The versions that an admission compares. Null compares none.
 */
export const chargedBy = (
  { guardrails, key }: Pick<Spender, "guardrails" | "key">,
  versions: Versions | null
): ReadonlyArray<ChargedScope> => [
  { ref: keyScope(key), terms: keyTerms(key), version: versions?.key ?? null },
  ...guardrails.map(({ guardrail, ref }): ChargedScope => ({ ref, terms: guardrailTerms(guardrail), version: null })),
  { ref: workspaceScope(key), terms: unlimited, version: versions?.workspace ?? null },
  { ref: organizationScope(key.organization_id), terms: unlimited, version: versions?.organization ?? null }
]

/** What a step of a path states of its run. */
class StatedStep implements StatedRun {
  readonly limit_usd: RunStep["limit_usd"]
  readonly max_in_flight: RunStep["max_in_flight"]
  readonly max_requests: RunStep["max_requests"]
  readonly expires_in: RunStep["expires_in"]
  readonly creates: boolean
  constructor({ expires_in, limit_usd, max_in_flight, max_requests }: RunStep, isLast: boolean) {
    this.limit_usd = limit_usd
    this.max_in_flight = max_in_flight
    this.max_requests = max_requests
    this.expires_in = expires_in
    this.creates =
      isLast ||
      limit_usd !== undefined ||
      max_in_flight !== undefined ||
      max_requests !== undefined ||
      expires_in !== undefined
  }
}

/** The scopes of a request's runs, from the innermost to the outermost. */
const runScopes = (place: Place, steps: ReadonlyArray<RunStep>): ReadonlyArray<ChargedScope> => {
  let path = ""
  return steps
    .map((step, index): ChargedScope => {
      path = index === 0 ? step.id : `${path}/${step.id}`
      const run = new StatedStep(step, index === steps.length - 1)
      return { ref: runScope(place, path), terms: unlimited, version: null, run }
    })
    .reverse()
}

/** The scopes of a request with its runs, which are below the workspace. */
export const withRuns = (
  scopes: ReadonlyArray<ChargedScope>,
  place: Place,
  steps: ReadonlyArray<RunStep>
): ReadonlyArray<ChargedScope> => {
  const at = scopes.findIndex(({ ref }) => ref.kind === "workspace")
  return [...scopes.slice(0, at), ...runScopes(place, steps), ...scopes.slice(at)]
}

const millis = (instant: DateTime.Utc | null) => (instant === null ? Number.POSITIVE_INFINITY : instant.epochMillis)

/** When the key or its secret ends, whichever is first, in milliseconds since 1970. Null if neither does. */
export const endOf = ({ key, secret_until }: Pick<Spender, "key" | "secret_until">): number | null => {
  const end = Math.min(millis(key.expires_at), millis(secret_until))
  return Number.isFinite(end) ? end : null
}
