import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { manager } from "../Caller.js"
import { strict } from "../Input.js"
import { named } from "../named.js"
import { Transaction } from "../Transaction.js"
import * as Usd from "../Usd.js"
import { KeyNotFound } from "./ApiKey.js"
import { KeyHash } from "./KeyHash.js"
import { type KeyRecord, show } from "./KeyRecord.js"
import { KeyStore } from "./KeyStore.js"
import * as KeyUsage from "./KeyUsage.js"

/** Dollars spent by a key: through the gateway's credentials (`usage`) and through the account's own (`byok_usage`). */
export const UsageInput = Schema.Struct({
  usage: Schema.optionalWith(Usd.UsdLimit, { default: () => Usd.zero }),
  byok_usage: Schema.optionalWith(Usd.UsdLimit, { default: () => Usd.zero })
}).annotations({ identifier: "UsageInput", ...strict })
export type UsageInput = typeof UsageInput.Type

const readHash = named(KeyHash)

/** Counts what a key has spent, after the fact, in its lifetime and in the current day, week and month. */
export const recordUsage = Effect.fn("keys.recordUsage")(function* (name: string, input: UsageInput) {
  const { organizationId } = yield* manager
  const hash = yield* Effect.mapError(readHash(name), () => new KeyNotFound({ hash: null }))
  const keys = yield* KeyStore
  const { run } = yield* Transaction
  const now = yield* DateTime.now
  const found = (key: Option.Option<KeyRecord>) => Effect.mapError(key, () => new KeyNotFound({ hash }))
  const spent = { usage: input.usage, byok: input.byok_usage }
  const key = yield* run(
    Effect.gen(function* () {
      const { counters } = yield* Effect.flatMap(keys.find(organizationId, hash), found)
      const next = KeyUsage.record(counters, spent, now.epochMillis)
      return yield* Effect.flatMap(keys.setUsage(organizationId, hash, next), found)
    })
  )
  return show(key, now)
})
