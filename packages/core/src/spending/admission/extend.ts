import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { GatewayCaller } from "../../access/GatewayCaller.js"
import { KeyStore } from "../../keys/KeyStore.js"
import { withSpan } from "../../runtime/withSpan.js"
import { WorkspaceStore } from "../../workspaces/WorkspaceStore.js"
import type { Extension } from "../model/Admission.js"
import { HoldEnded, HoldNotFound } from "../model/Hold.js"
import type { HoldExtension } from "../model/HoldInput.js"
import { type HoldRecord, showHold } from "../model/HoldRecord.js"
import { KeyRefused } from "../model/refusals.js"
import { guardsOf, type Versions } from "../model/Spender.js"
import { wrongAmount } from "../rules/holdRequest.js"
import { refuseKey } from "../rules/judgeRequest.js"
import { SpendingStore } from "../store/SpendingStore.js"
import { type CachedHold, HoldCache } from "./HoldCache.js"
import { priceExtension } from "./priceExtension.js"
import { readVersions } from "./readSpender.js"
import { requireHold } from "./requireHold.js"
import { retryWhileStale, withoutExpiredHolds } from "./retryWhileStale.js"
import { SpenderCache, spenderKey } from "./SpenderCache.js"
import { tellRefusal } from "./tellRefusal.js"

type Fence = Required<Pick<Extension, "ends_at" | "fence">>
type Guarded = Parameters<typeof guardsOf>[0]

/** The scopes that guard a key, with their versions. */
const fenceBy = (guarded: Guarded, versions: Versions): Fence["fence"] => {
  const [key, workspace, organization] = guardsOf(guarded)
  return [
    { ref: key, version: versions.key },
    { ref: workspace, version: versions.workspace },
    { ref: organization, version: versions.organization }
  ]
}

/** Reads the versions that guard a hold's key, and when the key ends. Fails with `KeyRefused` if the key cannot spend. */
const readFence = Effect.fnUntraced(function* (hold: HoldRecord) {
  const { key_hash: hash, organization_id, workspace_id } = hold
  const versions = yield* readVersions({ hash, organization_id, workspace_id })
  const keys = yield* KeyStore
  const found = yield* keys.find(organization_id, hash)
  if (Option.isNone(found)) return yield* new KeyRefused({ key_state: "unknown" })
  const key = found.value
  const workspaces = yield* WorkspaceStore
  const holder = yield* workspaces.findMember(organization_id, key.workspace_id, key.creator_user_id)
  const refusal = refuseKey({ key, has_holder: Option.isSome(holder) }, yield* DateTime.now)
  if (refusal !== null) return yield* refusal
  return { fence: fenceBy(key, versions), ends_at: key.expires_at?.epochMillis ?? null } satisfies Fence
})

/** The same from the cached spender of a hold. Null if it is not cached, or if its key cannot spend any more. */
const cachedFence = (
  spenders: SpenderCache,
  { hold, name }: CachedHold,
  now: number
): (Fence & { readonly forget: () => void }) | null => {
  const key = spenderKey(name)
  const cached = spenders.get(key, now)
  if (cached === undefined) return null
  const { spender } = cached
  // The secret may be another key's by now.
  if (spender.key.hash !== hold.key_hash || spender.key.organization_id !== hold.organization_id) return null
  // The secret of the opening may have ended, and the user of the request may have left: the key still spends.
  if (refuseKey(spender, DateTime.unsafeMake(now)) !== null) return null
  return {
    fence: fenceBy(spender.key, spender.versions),
    ends_at: spender.key.expires_at?.epochMillis ?? null,
    forget: () => spenders.forget(key, spender)
  }
}

/**
 * Holds a larger amount for a request that goes on, or renews the lease. `amount`, or the price of `usage`, is the whole amount to hold, so
 * that a repetition changes nothing; without them only the lease is renewed. A usage is priced as of the opening of the hold, by the dearest of
 * its models (`priceExtension`). The budgets of the opening are judged with their present limits. Models are not judged again.
 *
 * @throws HoldNotFound, HoldEnded, KeyRefused, BudgetExceeded, RunRefused for a larger amount in a run that is stopped or has ended,
 * PriceUnknown, InvalidInput if both an amount and a usage are stated, StorageFailure.
 */
export const extend = Effect.fnUntraced(function* (id: string, extension: HoldExtension) {
  const { lease_seconds, usage } = extension
  const wrong = extension.amount === undefined ? null : wrongAmount(extension)
  if (wrong !== null) return yield* wrong
  const store = yield* SpendingStore
  const { organizationId } = yield* GatewayCaller
  const [holds, spenders] = [HoldCache.of(store), SpenderCache.of(store)]
  let known = holds.get(id, organizationId)
  // A cached one is read again before anything refuses: the stored one may be another hold with this id.
  const isCached = known !== undefined
  let hold = known?.hold ?? (yield* requireHold(id, store.find))
  const amount = usage === undefined ? extension.amount : yield* priceExtension(usage, hold, {}, known?.cards)
  const attempt = Effect.gen(function* () {
    const cached = known && cachedFence(spenders, known, yield* Clock.currentTimeMillis)
    if (cached == null && isCached) hold = yield* requireHold(id, store.find)
    const { ends_at, fence } = cached ?? (yield* readFence(hold))
    const { key_hash, organization_id } = hold
    const named = { id: hold.id, organization_id }
    const terms = { hold: named, amount: amount ?? null, lease_seconds: lease_seconds ?? null, key_hash }
    const answer = yield* withoutExpiredHolds(organization_id, (now) => store.extend({ ...terms, fence, ends_at, now }))
    if (answer._tag !== "KeyEnded" && answer._tag !== "Stale") return answer
    if (answer._tag === "KeyEnded" && cached == null) return yield* new KeyRefused({ key_state: "expired" })
    cached?.forget()
    known = undefined
    return { _tag: "Stale" as const }
  })
  const answer = yield* retryWhileStale(
    () => attempt,
    () => guardsOf({ ...hold, hash: hold.key_hash })
  )
  switch (answer._tag) {
    case "NotFound":
      return yield* HoldNotFound.of(hold.id)
    case "Ended":
      return yield* new HoldEnded({ id: hold.id })
    case "Refused":
      yield* tellRefusal(answer.told)
      return yield* answer.refusal
    case "Extended":
      return showHold(answer.hold)
  }
}, withSpan("spending.extend"))
