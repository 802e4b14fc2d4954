import type { ByokCredential } from "../../byok/ByokCredential.js"
import { excludes } from "../../byok/credentialsForProvider.js"
import type { CredentialPlan } from "../model/CredentialPlan.js"
import type { HoldRecord } from "../model/HoldRecord.js"
import type { NewHold } from "../model/NewHold.js"
import type { Spender } from "../model/Spender.js"

type Slot = CredentialPlan["credentials"][number]
type Reason = CredentialPlan["left_out"][number]["reason"]

interface PlannedRequest {
  readonly credential: NewHold["credential"]
  readonly provider: string | null
  readonly models: ReadonlyArray<string>
  /** The providers that the policy allows. Null means no restriction. */
  readonly policy: ReadonlyArray<string> | null
}

const shown = ({ id, label, name, provider }: ByokCredential): Slot => ({ id, provider, name, label })

/** The credentials of a request's workspace, each with what excludes it. Null if nothing does. */
const judgeAll = ({ credentials, key, user }: Spender, { models, policy, provider }: PlannedRequest) => {
  const isOther = (one: ByokCredential) =>
    (provider !== null && one.provider !== provider) || policy?.includes(one.provider) === false
  return (credentials ?? []).map((one) => {
    const reason: Reason | null = isOther(one) ? "provider" : excludes(one, { keyHash: key.hash, models, userId: user })
    return { one, reason }
  })
}

const slotOf = (id: Slot["id"], provider: string | null): Slot => ({ id, provider, name: null, label: null })

/**
 * Plans which credentials a request may use: those of its workspace whose allowlists permit it, and the gateway's own. The
 * order is `sort_order`, the gateway's own after credentials that are no fallback.
 */
export const planCredentials = (spender: Spender, request: PlannedRequest): CredentialPlan => {
  const { credential, provider } = request
  const own = slotOf(null, provider)
  if (credential === "own") return { credentials: [own], left_out: [] }
  const all = judgeAll(spender, request)
  const usable = all.filter(({ reason }) => reason === null).map(({ one }) => one)
  return {
    credentials: [
      ...usable.filter(({ is_fallback }) => !is_fallback).map(shown),
      ...(credential === "any" ? [own] : []),
      ...usable.filter(({ is_fallback }) => is_fallback).map(shown)
    ],
    left_out: all.flatMap(({ one, reason }) => (reason === null ? [] : [{ id: one.id, reason }]))
  }
}

/** The plan after the judgement: without the gateway's slot if its amount did not fit the budgets. */
export const planAfter = (plan: CredentialPlan, { is_byok }: HoldRecord): CredentialPlan =>
  !is_byok || !plan.credentials.some(({ id }) => id === null)
    ? plan
    : {
        credentials: plan.credentials.filter(({ id }) => id !== null),
        left_out: [...plan.left_out, { id: null, reason: "budget" }]
      }

/**
 * The plan that a hold was created with, for a repetition of the creation. Names and labels are those that credentials have now, and null for
 * one that is gone. Left out are the others that the request may not use now, and the gateway's slot if budgets had no room for it.
 */
export const planOfHold = (
  { plan, provider }: HoldRecord,
  spender: Spender,
  request: PlannedRequest
): CredentialPlan => {
  const { credential } = request
  const all = judgeAll(spender, request)
  const known = new Map(all.map(({ one }) => [one.id, shown(one)]))
  const isWithoutOwn = credential === "any" && !plan.includes(null)
  return {
    credentials: plan.map((id) => (id === null ? undefined : known.get(id)) ?? slotOf(id, provider)),
    left_out: [
      ...all.flatMap(({ one, reason }) => (reason === null || plan.includes(one.id) ? [] : [{ id: one.id, reason }])),
      ...(isWithoutOwn ? [{ id: null, reason: "budget" } as const] : [])
    ]
  }
}
