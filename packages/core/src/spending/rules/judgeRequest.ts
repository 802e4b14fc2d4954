import type * as DateTime from "effect/DateTime"
import * as Either from "effect/Either"
import { isAlive } from "../../keys/Expiry.js"
import { UserNotInOrganization } from "../../organizations/OrganizationMember.js"
import type { RateCard } from "../../prices/RateCard.js"
import { InvalidInput } from "../../schema/InvalidInput.js"
import type { Admission } from "../model/Admission.js"
import type { CredentialPlan } from "../model/CredentialPlan.js"
import { KeyRefused, type PolicyRefused, PriceUnknown } from "../model/refusals.js"
import type { Spender } from "../model/Spender.js"
import { askedAmount, type HoldRequest } from "./holdRequest.js"
import { judgePolicy, listedProviders, restrictsModels } from "./judgePolicy.js"
import type { Prices } from "./Prices.js"
import { planCredentials } from "./planCredentials.js"
import { judgedModel } from "./priceUsage.js"

/** Why a request is not admitted, whatever the budgets say. */
export type RequestRefusal = InvalidInput | PolicyRefused | PriceUnknown

/** An admissible request, if budgets have room, with its plan. */
export interface Admissible extends Pick<Admission, "charge" | "ignored_providers" | "plan" | "providers"> {
  readonly _tag: "Admissible"
  readonly asked: Admission["terms"]["asked"]
  readonly provider: string | null
  /** The cards that price its usage, one of each model. Empty if the amount is stated. */
  readonly cards: ReadonlyArray<RateCard>
  readonly shown: CredentialPlan
}

/** The judgement of a request by all but the budgets. */
export type Judgement = Admissible | { readonly _tag: "Refused"; readonly refusal: RequestRefusal }

const expected = "own or any, because no credential of the workspace can serve the request"

/** Why a key may not spend at an instant; null if it may. */
export const refuseKey = (
  { has_holder, key }: Pick<Spender, "has_holder" | "key">,
  now: DateTime.Utc
): KeyRefused | null => {
  if (key.is_management) return new KeyRefused({ key_state: "management" })
  if (key.disabled) return new KeyRefused({ key_state: "disabled" })
  if (!isAlive(key.expires_at, now)) return new KeyRefused({ key_state: "expired" })
  return has_holder ? null : new KeyRefused({ key_state: "creator_left" })
}

/** Why a key or the user of a request may not spend at an instant; null if both may. */
export const refuseSpender = (spender: Spender, now: DateTime.Utc): KeyRefused | UserNotInOrganization | null =>
  refuseKey(spender, now) ??
  (spender.is_member ? null : new UserNotInOrganization({ user_id: spender.user, field: "user_id" }))

/** How the amount of a request is charged, by the slots of its plan. */
const chargeOf = ({ credentials }: CredentialPlan): Admission["charge"] => {
  if (!credentials.some(({ id }) => id === null)) return "byok"
  return credentials.length > 1 ? "own_or_byok" : "own"
}

const judge = (spender: Spender, request: HoldRequest, prices: Prices): Admissible | RequestRefusal => {
  const { guardrails } = spender
  const { credential, models, zdr } = request
  const stated = request.provider ?? null
  // The price book is asked only if a guardrail restricts models.
  const restricts = guardrails.some(({ guardrail }) => restrictsModels(guardrail))
  const judged = restricts ? models.map((model) => judgedModel(prices, stated, model)) : []
  const policy = judgePolicy(guardrails, { models: judged, provider: stated, zdr })
  if (Either.isLeft(policy)) return policy.left
  const amount = askedAmount(request, policy.right, prices)
  if (amount instanceof PriceUnknown) return amount
  const { asked, cards, provider } = amount
  const shown = planCredentials(spender, { credential, provider, models, policy: listedProviders(policy.right) })
  if (shown.credentials.length === 0) return new InvalidInput({ issues: [{ path: ["credential"], expected }] })
  return {
    _tag: "Admissible",
    asked,
    provider,
    cards,
    charge: chargeOf(shown),
    plan: shown.credentials.map(({ id }) => id),
    ...policy.right,
    shown
  }
}

/** Judges a request of a spender that may spend, but for the budgets: by guardrails, prices and credentials. */
export const judgeRequest = (spender: Spender, request: HoldRequest, prices: Prices): Judgement => {
  const judged = judge(spender, request, prices)
  return judged._tag === "Admissible" ? judged : { _tag: "Refused", refusal: judged }
}
