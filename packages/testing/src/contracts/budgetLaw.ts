import type { KeyHash, OrganizationId } from "@tollgate/core"
import {
  budgetsOf,
  Day,
  emptyScope,
  GuardrailStore,
  guardedKeyScope,
  KeyStore,
  memberScope,
  OrganizationStore,
  runPath,
  type ScopeRef,
  type ScopeTerms,
  SpendingStore,
  scopeName,
  unlimited,
  WorkspaceStore
} from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

const AMPLE = { limit: 100, offset: 0 }
const kinds = ["key", "guardrail_key", "guardrail_member", "run", "workspace", "organization"]

/** What may have budgets: its scope, the limits with which that begins, and what a list shows of it. */
interface Owner {
  readonly ref: ScopeRef
  readonly terms: ScopeTerms
  readonly name: string
  readonly workspace_id: string | null
}

const limited = (limit: ScopeTerms["limits"]["lifetime"], reset: string | null, include_byok: boolean): ScopeTerms => ({
  ...unlimited,
  limits: { ...unlimited.limits, [reset ?? "lifetime"]: limit },
  include_byok
})

/** The owners of an organization that an admission may meet, by their records. */
const ownersOf = Effect.fnUntraced(function* (
  organization_id: OrganizationId,
  keys: ReadonlyArray<{ readonly hash: KeyHash }>,
  now: number
) {
  const [keyStore, guardrailStore] = [yield* KeyStore, yield* GuardrailStore]
  const [organizations, workspaces] = [yield* OrganizationStore, yield* WorkspaceStore]
  const spending = yield* SpendingStore
  const owners: Array<Owner> = []
  const simple = (kind: ScopeRef["kind"], subject: string): ScopeRef => ({
    organization_id,
    kind,
    guardrail_id: null,
    subject
  })
  const present = new Set<string>()
  for (const { hash } of keys) {
    const key = Option.getOrNull(yield* keyStore.find(organization_id, hash))
    if (key === null || (key.expires_at !== null && key.expires_at.epochMillis <= now)) continue
    present.add(hash)
    const { include_byok_in_limit, limit, limit_reset, name, workspace_id } = key
    const terms = limited(limit, limit_reset, include_byok_in_limit)
    owners.push({ ref: simple("key", hash), terms, name, workspace_id })
  }
  const guardrailOf = (id: Parameters<typeof guardrailStore.find>[1]) =>
    Effect.map(Effect.flatten(guardrailStore.find(organization_id, id)), (guardrail) => ({
      guardrail,
      terms: limited(guardrail.limit_usd, guardrail.reset_interval, guardrail.include_byok_in_budgets)
    }))
  for (const { guardrail_id, key_hash } of (yield* guardrailStore.listAllKeys(organization_id, AMPLE)).data) {
    if (!present.has(key_hash)) continue
    const { guardrail, terms } = yield* guardrailOf(guardrail_id)
    const { name, workspace_id } = guardrail
    owners.push({ ref: guardedKeyScope({ organization_id, hash: key_hash }, guardrail), terms, name, workspace_id })
  }
  for (const { guardrail_id, user_id } of (yield* guardrailStore.listAllMembers(organization_id, AMPLE)).data) {
    const { guardrail, terms } = yield* guardrailOf(guardrail_id)
    const { name, workspace_id } = guardrail
    owners.push({ ref: memberScope({ organization_id, workspace_id }, guardrail, user_id), terms, name, workspace_id })
  }
  const open = { organization_id, workspace_id: null, run: null, parent: null, state: "open" } as const
  for (const { scope } of (yield* spending.runs(open, AMPLE, now)).data) {
    const [workspace_id = null] = scope.ref.subject.split("/")
    owners.push({ ref: scope.ref, terms: scope, name: runPath(scope.ref), workspace_id })
  }
  for (const { id, name } of (yield* workspaces.list(organization_id, AMPLE)).data) {
    owners.push({ ref: simple("workspace", id), terms: unlimited, name, workspace_id: id })
  }
  const { name } = yield* Effect.flatten(organizations.find(organization_id))
  return [...owners, { ref: simple("organization", organization_id), terms: unlimited, name, workspace_id: null }]
})

/** The list of all budgets with their shares, computed from the scope of every record: see `SpendingStore.budgets`. */
export const budgetLaw = Effect.fnUntraced(function* (
  organization_id: OrganizationId,
  keys: ReadonlyArray<{ readonly hash: KeyHash }>,
  now: number
) {
  const store = yield* SpendingStore
  const owners = yield* ownersOf(organization_id, keys, now)
  const refs = owners.map(({ ref }) => ref)
  const scopes = new Map((yield* store.scopes(refs, now)).map((scope) => [scopeName(scope.ref), scope]))
  return owners
    .flatMap(({ name, ref, terms, workspace_id }) => {
      const scope = scopes.get(scopeName(ref)) ?? emptyScope(0, ref, terms, Day.of(now))
      return budgetsOf(scope).map(({ limit, remaining, spent, held, unknown, window }) => {
        // What is left of it, with its boosts, and what counts make the limit in force.
        const inForce = Number(limit) + Number(remaining + spent + held + unknown - limit)
        return {
          share: limit === 0n ? 1 : Number(spent + unknown) / inForce,
          kind: ref.kind,
          subject: ref.subject,
          guardrail: ref.guardrail_id,
          name,
          window,
          workspace_id,
          day: Day.of(now),
          run: scope.run && runPath(ref)
        }
      })
    })
    .sort((one, other) => {
      const placeOf = ({ guardrail, kind, subject, window }: typeof one) =>
        [kinds.indexOf(kind), subject, guardrail ?? "", Day.kinds.indexOf(window)].join(" ")
      return other.share - one.share || (placeOf(one) < placeOf(other) ? -1 : 1)
    })
})
