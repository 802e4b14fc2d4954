import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as FiberRef from "effect/FiberRef"
import * as Option from "effect/Option"
import { GatewayCaller } from "../../access/GatewayCaller.js"
import { KeyNotFound } from "../../keys/ApiKey.js"
import { KeyStore } from "../../keys/KeyStore.js"
import { withSpan } from "../../runtime/withSpan.js"
import { InvalidInput } from "../../schema/InvalidInput.js"
import type { KeyHash } from "../../values/KeyHash.js"
import { LedgerRetention, requireCurrentId } from "../admission/newHoldId.js"
import { chargedScopes } from "../admission/readSpender.js"
import { currentRuns, inRuns } from "../admission/withRun.js"
import type { ChargedScope } from "../model/Admission.js"
import { HoldConflict } from "../model/Hold.js"
import type { NewUsage } from "../model/HoldInput.js"
import { showHold } from "../model/HoldRecord.js"
import { CostTooLarge, KeyRefused } from "../model/refusals.js"
import { keyScope, organizationScope, unlimited, workspaceScope } from "../model/Scope.js"
import { withRuns } from "../model/Spender.js"
import { SpendingStore, type UsageSettlement } from "../store/SpendingStore.js"
import { countFlags, countSpend } from "./countSpend.js"
import { priceSettlement } from "./priceSettlement.js"
import { usageEntry } from "./usageEntry.js"

/** A deleted key, as the ledger knows it. Its guardrails do not apply any more. */
const findInLedger = Effect.fnUntraced(function* (key_hash: KeyHash) {
  const { organizationId: organization_id } = yield* GatewayCaller
  const store = yield* SpendingStore
  const list = { organization_id, workspace_id: null, key_hash, state: null, flag: null, instance: null }
  const [hold] = (yield* store.list(list, { limit: 1, offset: 0 })).data
  if (hold === undefined) return yield* KeyNotFound.of(key_hash)
  const key = { ...hold, hash: key_hash, creator_user_id: hold.user_id }
  const scopes: ReadonlyArray<ChargedScope> = [
    keyScope(key),
    workspaceScope(key),
    organizationScope(key.organization_id)
  ].map((ref) => ({ ref, terms: unlimited, version: null }))
  return { key, scopes }
})

/** A key that the caller spends for, and the scopes that its usage is charged to. */
const findSpent = Effect.fnUntraced(function* (hash: KeyHash) {
  const { organizationId } = yield* GatewayCaller
  const keys = yield* KeyStore
  const organization = organizationId === null ? yield* keys.organizationOf(hash) : Option.some(organizationId)
  const found = Option.isSome(organization) ? yield* keys.find(organization.value, hash) : Option.none()
  if (Option.isNone(found)) return yield* findInLedger(hash)
  // No request is made with one. Its usage would stand in no record.
  if (found.value.is_management) return yield* new KeyRefused({ key_state: "management" })
  return { key: found.value, scopes: yield* chargedScopes(found.value) }
})

/** Checks that a request is not in the future, and not older than the ledger's retention. */
const requireCurrent = Effect.fnUntraced(function* (at: DateTime.Utc, now: DateTime.Utc) {
  const age = now.epochMillis - at.epochMillis
  if (age >= 0 && age <= (yield* LedgerRetention)) return
  const expected = "a time that is not in the future, within the retention of the ledger"
  return yield* new InvalidInput({ issues: [{ path: ["at"], expected }] })
})

/**
 * Records a request that was made without a hold: by its cost, or by its usage at the prices of its time. It is counted without an
 * admission, so it may exceed budgets, and it is recorded for disabled and deleted keys too. A usage without a price leaves it
 * `unknown`, flagged `price_missing`, until it is settled by a cost. Recording it again with the same id changes nothing and returns
 * the hold. Within `withRun`, the `run` of the input is below the run of the fiber.
 *
 * @throws KeyNotFound, KeyRefused for a management key, HoldConflict if another key or an admission that is not settled has the id,
 * RunRefused if a run above that of the request does not exist, CostTooLarge if a counter has no room for the cost, InvalidInput for the time of the
 * id or of the request, for a path of more than 8 runs, without a cost or a usage, or for a usage without a model, StorageFailure.
 */
export const recordRequest = Effect.fnUntraced(function* (stated: NewUsage) {
  const current = inRuns(yield* FiberRef.get(currentRuns), stated)
  if (current instanceof InvalidInput) return yield* current
  const { at: given, id, key_hash, ...input } = current
  const store = yield* SpendingStore
  const now = yield* DateTime.now
  const at = given ?? now
  yield* requireCurrentId(id)
  yield* requireCurrent(at, now)
  const { key, scopes } = yield* findSpent(key_hash)
  const { credential_id = null, model, provider = null } = input
  const priced = yield* priceSettlement(input, {
    models: [],
    opened_at: at.epochMillis,
    provider: null,
    providers: null
  })
  const settlement: UsageSettlement = {
    ...Option.getOrElse(priced, () => ({
      cost: null,
      model: model ?? null,
      provider,
      basis: null,
      input_tokens: 0,
      output_tokens: 0
    })),
    credential_id,
    is_byok: credential_id !== null
  }
  const charged = input.run === undefined ? scopes : withRuns(scopes, key, input.run)
  const entry = usageEntry(key, charged, { id, settlement }, at.epochMillis, now.epochMillis)
  const answer = yield* store.recordUsage(entry)
  if (answer._tag === "Conflict") return yield* new HoldConflict({ id })
  if (answer._tag === "TooLarge") return yield* new CostTooLarge()
  if (answer._tag === "Refused") return yield* answer.refusal
  const { hold } = answer
  // An admission has a variant. Its hold is settled by its own act, and a cost that came here would be lost.
  const isUnsettled = hold.state !== "settled" && (hold.state !== "unknown" || hold.variant !== null)
  const isOther = hold.key_hash !== key_hash || isUnsettled
  if (answer._tag === "Existing" && isOther) return yield* new HoldConflict({ id })
  if (answer._tag === "Recorded") yield* Effect.zipRight(countSpend(hold), countFlags(hold))
  return showHold(hold)
}, withSpan("spending.recordRequest"))
