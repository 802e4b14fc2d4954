import type * as Context from "effect/Context"
import type { KeyHash } from "../../values/KeyHash.js"
import type { Admission, AdmissionAnswer } from "../model/Admission.js"
import type { HoldId } from "../model/HoldId.js"
import type { HoldTerms } from "../model/HoldRecord.js"
import type { AuthorizedHold, NewHold } from "../model/NewHold.js"
import { type Spender, type SpenderName, withRuns } from "../model/Spender.js"
import { type HoldRequest, termsDigest } from "../rules/holdRequest.js"
import type { Admissible } from "../rules/judgeRequest.js"
import { planAfter } from "../rules/planCredentials.js"
import type { SpendingStore } from "../store/SpendingStore.js"
import { authorizedHold } from "./authorizedHold.js"
import { HoldCache } from "./HoldCache.js"
import type { AskedPrices } from "./PriceCache.js"
import type { CachedSpender } from "./SpenderCache.js"

/** Names the spender of a request. */
export const nameOf = ({ credential, user_id }: NewHold, secret: KeyHash): SpenderName => ({
  secret,
  user: user_id ?? null,
  needs_credentials: credential !== "own"
})

/** The terms of a request's hold. */
export const termsOf = (
  id: HoldId,
  input: HoldRequest,
  { key, user }: Spender,
  { asked, provider }: Pick<HoldTerms, "asked" | "provider">
): HoldTerms => ({
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
  variant: termsDigest(input)
})

/** The admission of a request at an instant. `prices` are the cached ones that it was judged by. */
export const admissionOf = (
  terms: HoldTerms,
  { ends_at, scopes }: CachedSpender,
  { charge, ignored_providers, plan, providers }: Admissible,
  { dry_run = false, run }: NewHold,
  prices: AskedPrices | null,
  now: number
): Admission => ({
  terms,
  scopes: run === undefined ? scopes : withRuns(scopes, terms, run),
  charge,
  plan,
  providers,
  ignored_providers,
  ends_at,
  prices: prices === null ? null : prices.cached.period.version,
  now,
  dry_run
})

type Store = Context.Tag.Service<SpendingStore>

/** The answer to a request that was admitted. Its hold is cached, unless it may be rolled back or is a dry run. */
export const admitted = (
  store: Store,
  input: HoldRequest,
  name: SpenderName,
  { spender }: CachedSpender,
  { shown }: Admissible,
  { isOpen, prices }: { readonly isOpen: boolean; readonly prices: AskedPrices | null },
  { hold, scopes }: Extract<AdmissionAnswer, { readonly _tag: "Admitted" }>
): AuthorizedHold => {
  if (store.findSpender !== undefined && input.dry_run !== true && !isOpen) {
    HoldCache.of(store).add({ hold, name, cards: prices?.cards ?? null })
  }
  return authorizedHold({ hold, repeated: false, plan: planAfter(shown, hold), key: spender.key, scopes })
}
