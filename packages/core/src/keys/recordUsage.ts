import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { ManagementCaller } from "../access/Caller.js"
import { Transaction } from "../ports/Transaction.js"
import { withSpan } from "../runtime/withSpan.js"
import { type KeyHash, shortHash } from "../values/KeyHash.js"
import type { UsageInput } from "./ApiKey.js"
import { show } from "./KeyRecord.js"
import { KeyStore } from "./KeyStore.js"
import * as KeyUsage from "./KeyUsage.js"
import { requireKey } from "./requireKey.js"

/** Logs that counters were restarted, because a clock was wrong by more than a day: their spend no longer counts. */
const warnOfRestart = (hash: KeyHash, before: KeyUsage.KeyUsage, instant: number) => {
  const kinds = KeyUsage.windowsAhead(before, instant)
  if (kinds.length === 0) return Effect.void
  return Effect.logWarning("usage counters restarted, because the clock went back").pipe(
    Effect.annotateLogs({ key: shortHash(hash), windows: kinds.join(" ") })
  )
}

/**
 * Adds spent amounts to the counters of a key: lifetime, current day, week and month (UTC). It records what was spent and
 * refuses nothing, even beyond the limit.
 *
 * Fails with `KeyNotFound`.
 *
 * @example
 * import { type KeyHash, recordUsage, Usd } from "@tollgate/core"
 *
 * export const spend = (hash: KeyHash) => recordUsage(hash, { usage: Usd.fromNumber(0.25), byok_usage: Usd.zero })
 */
export const recordUsage = Effect.fnUntraced(function* (hash: string, { byok_usage: byok, usage }: UsageInput) {
  const { organizationId } = yield* ManagementCaller
  const keys = yield* KeyStore
  const transaction = yield* Transaction
  const now = yield* DateTime.now
  const { before, key } = yield* transaction.run(
    Effect.gen(function* () {
      const before = yield* requireKey(hash, (hash) => keys.find(organizationId, hash))
      const counters = KeyUsage.record(before, { usage, byok }, now.epochMillis)
      return { before, key: yield* requireKey(hash, (hash) => keys.setUsage(organizationId, hash, counters)) }
    })
  )
  yield* warnOfRestart(key.hash, before, now.epochMillis)
  return show(key, now)
}, withSpan("keys.recordUsage"))
