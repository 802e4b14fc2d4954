import * as Effect from "effect/Effect"
import type { ByokCredential } from "../byok/ByokCredential.js"
import { ByokStore } from "../byok/ByokStore.js"
import { excludes } from "../byok/credentialsForProvider.js"
import type { KeyRecord } from "../keys/KeyRecord.js"
import type { UserId } from "../values/UserId.js"
import type { CredentialPlan } from "./CredentialPlan.js"
import type { HoldRecord } from "./HoldRecord.js"
import type { LockedRecords } from "./KeptRules.js"
import type { NewHold } from "./NewHold.js"

type Slot = CredentialPlan["credentials"][number]
type Reason = CredentialPlan["left_out"][number]["reason"]

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

const shown = ({ id, label, name, provider }: ByokCredential): Slot => ({ id, provider, name, label })

interface PlannedRequest {
  readonly key: KeyRecord
  readonly user: UserId
  readonly credential: NewHold["credential"]
  readonly provider: string | null
  readonly models: ReadonlyArray<string>
  /** The providers that the policy allows. Null means no restriction. */
  readonly policy: ReadonlyArray<string> | null
  /** What the open transaction has read under locks. Null without one. */
  readonly locked: LockedRecords | null
}

const readOnce = (key: KeyRecord, locked: LockedRecords | null) => {
  const known = locked?.credentials.get(key.workspace_id)
  if (known !== undefined) return Effect.succeed(known)
  return Effect.tap(credentialsOf(key), (found) => Effect.sync(() => locked?.credentials.set(key.workspace_id, found)))
}

/** The credentials of a request's workspace, each with what excludes it. Null if nothing does. */
const judgedCredentials = Effect.fnUntraced(function* ({
  key,
  locked,
  models,
  policy,
  provider,
  user
}: PlannedRequest) {
  const isOther = (one: ByokCredential) =>
    (provider !== null && one.provider !== provider) || policy?.includes(one.provider) === false
  return (yield* readOnce(key, locked)).map((one) => {
    const reason: Reason | null = isOther(one) ? "provider" : excludes(one, { keyHash: key.hash, models, userId: user })
    return { one, reason }
  })
})

const slotOf = (id: Slot["id"], provider: string | null): Slot => ({ id, provider, name: null, label: null })

/**
 * Plans which credentials a request may use: those of its workspace whose allowlists permit it, and the gateway's own. The
 * order is `sort_order`, the gateway's own after credentials that are no fallback.
 */
export const planCredentials = Effect.fnUntraced(function* (request: PlannedRequest) {
  const { credential, provider } = request
  const own = slotOf(null, provider)
  if (credential === "own") return { credentials: [own], left_out: [] } satisfies CredentialPlan
  const judged = yield* judgedCredentials(request)
  const usable = judged.filter(({ reason }) => reason === null).map(({ one }) => one)
  const plan: CredentialPlan = {
    credentials: [
      ...usable.filter(({ is_fallback }) => !is_fallback).map(shown),
      ...(credential === "any" ? [own] : []),
      ...usable.filter(({ is_fallback }) => is_fallback).map(shown)
    ],
    left_out: judged.flatMap(({ one, reason }) => (reason === null ? [] : [{ id: one.id, reason }]))
  }
  return plan
})

/**
 * The plan that a hold was created with, for a repetition of the creation. Names and labels are those that credentials have now, and null for
 * one that is gone. Left out are the others that the request may not use now, and the gateway's slot if budgets had no room for it.
 */
export const planOfHold = Effect.fnUntraced(function* ({ plan, provider }: HoldRecord, request: PlannedRequest) {
  const { credential } = request
  const judged = credential === "own" ? [] : yield* judgedCredentials(request)
  const known = new Map(judged.map(({ one }) => [one.id, shown(one)]))
  const isWithoutOwn = credential === "any" && !plan.includes(null)
  const planned: CredentialPlan = {
    credentials: plan.map((id) => (id === null ? undefined : known.get(id)) ?? slotOf(id, provider)),
    left_out: [
      ...judged.flatMap(({ one, reason }) =>
        reason === null || plan.includes(one.id) ? [] : [{ id: one.id, reason }]
      ),
      ...(isWithoutOwn ? [{ id: null, reason: "budget" } as const] : [])
    ]
  }
  return planned
})
