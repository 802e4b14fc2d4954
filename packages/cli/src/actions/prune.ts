import { LedgerRetention, pruneLedger } from "@tollgate/core"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { DatabaseGiven } from "../database/databaseFlags.js"
import { databaseLayer, toChange } from "../database/databaseLayer.js"
import { requireExisting } from "../database/requireExisting.js"
import { read } from "../settings/Setting.js"
import * as settings from "../settings/settings.js"

const DAY = 86_400_000

interface Given extends DatabaseGiven {
  readonly retentionDays: Option.Option<string>
}

/** Deletes entries of the ledger that are older than the retention, and prints their number. */
export const prune = Effect.fnUntraced(function* (given: Given) {
  const days = yield* read(settings.retentionDays, given.retentionDays)
  const { deleted } = yield* requireExisting(Effect.provide(pruneLedger, databaseLayer(given, toChange))).pipe(
    Effect.provideService(LedgerRetention, days * DAY)
  )
  yield* Console.log(`Deleted ${deleted} ${deleted === 1 ? "entry" : "entries"} of the ledger.`)
})
