import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { holderOf } from "../keys/identifyKey.js"
import type { KeyRecord } from "../keys/KeyRecord.js"
import { unused } from "../keys/KeyUsage.js"
import { withSpan } from "../runtime/withSpan.js"
import { InvalidInput } from "../schema/InvalidInput.js"
import * as Usd from "../values/Usd.js"
import type { Admission } from "./Admission.js"
import { askedAmount, requireAmount } from "./askedAmount.js"
import { budgetsOf } from "./Budget.js"
import type { CredentialPlan } from "./CredentialPlan.js"
import { countUnknownPrice } from "./countSpend.js"
import { exactly, untilFresh } from "./exactly.js"
import { HoldConflict, HoldEnded } from "./Hold.js"
import { type HoldRecord, type HoldTerms, hasSameTerms, showHold } from "./HoldRecord.js"
import { handOver, type MadeId } from "./handOver.js"
import { type AppliedGuardrail, judgePolicy, listedProviders } from "./judgePolicy.js"
import { KeptRules, type LockedRecords } from "./KeptRules.js"
import { type HoldRequest, modelsOf } from "./modelsOf.js"
import type { AuthorizedHold, NewHold } from "./NewHold.js"
import { newHoldId, requireCurrentId } from "./newHoldId.js"
import type { PolicyRefused } from "./PolicyRefused.js"
import type { PriceUnknown } from "./PriceUnknown.js"
import { planCredentials, planOfHold } from "./planCredentials.js"
import { judgedModel } from "./priceUsage.js"
import { findSpender, readSpender, type Spender } from "./readSpender.js"
import type { ScopeRef } from "./Scope.js"
import { SpendingStore } from "./SpendingStore.js"
import { variantOf } from "./variantOf.js"

const expected = "own or any, because no credential of the workspace can serve the request"

const nothing: CredentialPlan = { credentials: [], left_out: [] }

/** How the amount of a request is charged, by the slots of its plan. */
const chargeOf = ({ credentials }: CredentialPlan): Admission["charge"] => {
  if (!credentials.some(({ id }) => id === null)) return "byok"
  return credentials.length > 1 ? "own_or_byok" : "own"
}

/** The plan after the judgement: without the gateway's slot if its amount did not fit the budgets. */
const planOf = (plan: CredentialPlan, { is_byok }: HoldRecord): CredentialPlan =>
  !is_byok || !plan.credentials.some(({ id }) => id === null)
    ? plan
    : {
        credentials: plan.credentials.filter(({ id }) => id !== null),
        left_out: [...plan.left_out, { id: null, reason: "budget" }]
      }

/** The models that policies judge, by their names. The price book is asked only if a guardrail restricts models. */
const judgedModels = (
  guardrails: ReadonlyArray<AppliedGuardrail>,
  { models, provider }: HoldRequest,
  at: DateTime.Utc
) =>
  guardrails.some(({ guardrail }) => guardrail.allowed_models !== null || guardrail.ignored_models !== null)
    ? Effect.forEach(models, (model) => judgedModel(provider ?? null, model, at))
    : Effect.succeed([])

/** Judges a request, and stores its hold. It notes the id of a hold that it may have stored, if it has made it. */
export const admit = Effect.fnUntraced(function* (given: NewHold, made: MadeId) {
  const store = yield* SpendingStore
  const id = given.id ?? (yield* newHoldId)
  if (given.id !== undefined) yield* requireCurrentId(id)
  yield* requireAmount(given)
  const input: HoldRequest = { ...given, models: yield* modelsOf(given) }

  const termsOf = ({ key, user }: Spender, { asked, provider }: Pick<HoldTerms, "asked" | "provider">): HoldTerms => ({
    id,
    organization_id: key.organization_id,
    workspace_id: key.workspace_id,
    key_hash: key.hash,
    user_id: user,
    models: input.models,
    provider,
    instance: input.instance ?? null,
    labels: input.labels,
    asked,
    lease_seconds: input.lease_seconds,
    variant: variantOf(input)
  })

  const judge = Effect.fnUntraced(function* (spender: Spender, locked: LockedRecords | null) {
    const { guardrails, key, scopes, user } = spender
    const { models, zdr } = input
    const now = yield* DateTime.now
    const judged = yield* judgedModels(guardrails, input, now)
    const rules = yield* judgePolicy(guardrails, {
      models: judged,
      provider: input.provider ?? null,
      zdr
    })
    const { asked, provider } = yield* askedAmount(input, rules, now)
    const { credential } = input
    const providers = listedProviders(rules)
    const plan = yield* planCredentials({ key, user, credential, provider, models, policy: providers, locked })
    if (plan.credentials.length === 0) return yield* new InvalidInput({ issues: [{ path: ["credential"], expected }] })
    const terms = termsOf(spender, { asked, provider })
    const admission = {
      terms,
      scopes,
      charge: chargeOf(plan),
      plan: plan.credentials.map(({ id }) => id),
      ...rules,
      dry_run: input.dry_run ?? false
    }
    if (given.id === undefined && !admission.dry_run) made.current = id
    const answer = yield* exactly(key.organization_id, (now) => store.admit({ ...admission, now }))
    if (answer._tag !== "Admitted") made.current = null
    return { ...answer, terms, plan }
  })

  /** Judges a request. What would refuse it does not refuse the repetition of a creation, whose hold is stored. */
  const judgeOrFind = (spender: Spender, locked: LockedRecords | null) => {
    const orExisting = <E>(refusal: E) =>
      Effect.gen(function* () {
        if (given.id === undefined) return yield* Effect.fail(refusal)
        const now = yield* DateTime.now
        const found = yield* store.find({ id, organization_id: spender.key.organization_id }, now.epochMillis)
        if (Option.isNone(found)) return yield* Effect.fail(refusal)
        const terms = termsOf(spender, { asked: input.amount ?? Usd.zero, provider: input.provider ?? null })
        return { _tag: "Existing" as const, hold: found.value, terms, plan: nothing }
      })
    return Effect.catchTags(judge(spender, locked), {
      InvalidInput: orExisting<InvalidInput>,
      PolicyRefused: orExisting<PolicyRefused>,
      PriceUnknown: orExisting<PriceUnknown>
    })
  }
  const kept = KeptRules.of(store)
  const since = kept.time
  let guards: ReadonlyArray<ScopeRef> = []
  let presented: KeyRecord | null = null
  const attempt = (locked: LockedRecords | null) =>
    Effect.gen(function* () {
      // Under locks, the record is read again, and the secret is known.
      presented = locked !== null && presented !== null ? presented : yield* findSpender(input.key)
      const spender = yield* readSpender(presented, input.user_id, { kept, since, locked })
      guards = spender.scopes.map(({ ref }) => ref)
      const judged = Effect.map(judgeOrFind(spender, locked), (answer) => ({ ...answer, key: spender.key }))
      // Kept guardrails may be out of date, so a refusal by them is not the answer. They also decide whose cards count, where no provider is stated.
      const stale = () => Effect.succeed({ _tag: "Stale" as const })
      const answer = yield* spender.isFinal
        ? judged
        : Effect.catchTags(judged, {
            PolicyRefused: stale,
            PriceUnknown: (unknown) => (input.provider === undefined ? stale() : Effect.fail(unknown))
          })
      if (answer._tag === "Stale") yield* spender.forget
      return answer
    })

  const answer = yield* Effect.tapErrorTag(
    untilFresh(attempt, () => guards),
    "PriceUnknown",
    () => countUnknownPrice
  )
  if (answer._tag === "Conflict") return yield* new HoldConflict({ id })
  if (answer._tag === "Refused") return yield* answer.refusal
  const { hold, key, terms } = answer
  const now = yield* DateTime.now
  const repeated = answer._tag === "Existing"
  if (repeated && !hasSameTerms(hold, terms)) return yield* new HoldConflict({ id })
  if (repeated && (hold.state !== "open" || hold.sent_at !== null)) return yield* new HoldEnded({ id })
  const providers = listedProviders(hold)
  const { models, provider, user_id: user } = hold
  const { credential } = input
  const request = { key, user, credential, provider, models, policy: providers, locked: null }
  const plan = repeated ? yield* planOfHold(hold, request) : planOf(answer.plan, hold)
  const charged = repeated ? yield* store.scopes(guards, now.epochMillis) : answer.scopes
  const authorized: AuthorizedHold = {
    data: showHold(hold),
    repeated,
    plan,
    providers,
    key_holder: holderOf(key, charged.find(({ ref }) => ref.kind === "key") ?? unused),
    budgets: charged.flatMap((scope) => budgetsOf(scope))
  }
  return authorized
}, withSpan("spending.authorize"))

/**
 * Sets an amount aside for a request, before it is sent to a provider. The amount is stated, or the price of the usage by the price
 * book. Without a provider that is the price by the only card, if one provider that the policy allows has one, and the hold has this
 * provider. The request is admitted only if every budget that
 * applies has room for the amount: those of the key, of guardrails, of the workspace and of the organization. All are judged
 * and charged in one atomic act. Settle, release or extend the hold before its lease ends.
 *
 * It can be interrupted at any time. What was stored then is released at once, unless the input has an `id`: that hold stays open until
 * its lease ends, because the caller may repeat the creation.
 *
 * Repeating a creation with the same id and terms returns the hold with `repeated: true`, while it is open and not sent, with the plan and
 * the providers of the creation: neither the policy nor prices or credentials are judged again. A credential of the plan that is gone has no
 * name and no label.
 *
 * A key that cannot spend is `KeyRefused`, also an unknown one, which is `InvalidCredential` for `authenticate`: the caller is the gateway, and
 * learns from `key_state` what a holder of the key does not.
 *
 * @throws KeyRefused, UserNotInOrganization, PolicyRefused, PriceUnknown, BudgetExceeded, HoldConflict, HoldEnded, InvalidInput for
 * the time of the id, unless either an amount or a usage is stated, or if only the organization's credentials may be used and none of
 * them can serve the request, StorageFailure.
 *
 * @example
 * import { authorize, GatewayCaller, NewHold, settle } from "@tollgate/core"
 * import { Effect, Schema } from "effect"
 *
 * export const spend = (key: string) =>
 *   Effect.gen(function* () {
 *     const input = yield* Schema.decode(NewHold)({ key, amount: 0.25, models: ["acme/writer"] })
 *     const { data } = yield* authorize(input)
 *     return yield* settle(data.id, { cost: data.amount })
 *   }).pipe(Effect.provideService(GatewayCaller, { organizationId: null }))
 */
export const authorize = (given: NewHold) => handOver((made) => admit(given, made), Effect.succeed)
