import * as Core from "@tollgate/core"
import * as Console from "effect/Console"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import { type DatabaseOptions, inExisting, toChange } from "../database/databaseLayer.js"
import { counted } from "../output/counted.js"
import { type LogOptions, logging } from "../settings/logging.js"
import { read } from "../settings/Setting.js"
import * as settings from "../settings/settings.js"

const DAY_MS = 86_400_000

interface Options extends DatabaseOptions, LogOptions {
  readonly retentionDays: Option.Option<string>
  readonly auditRetentionDays: Option.Option<string>
}

const lineOf = (entries: string, of: string) => Console.log(`Deleted ${entries} of ${of}.`)

/** Deletes what is older than the retentions, and answers of repeated requests, and prints their numbers. */
export const prune = Effect.fnUntraced(function* (options: Options) {
  const days = yield* read(settings.retentionDays, options.retentionDays)
  const auditDays = yield* read(settings.auditRetentionDays, options.auditRetentionDays)
  const deleted = yield* inExisting(options, toChange, Core.prune).pipe(
    Effect.provideService(Core.LedgerRetention, days * DAY_MS),
    Effect.provideService(Core.AuditRetention, auditDays > 0 ? Duration.days(auditDays) : null),
    Effect.provide(logging(options))
  )
  yield* lineOf(counted(deleted.ledger, "entry", "entries"), "the ledger")
  yield* lineOf(counted(deleted.answers, "answer"), "repeated requests")
  if (auditDays > 0) yield* lineOf(counted(deleted.audit, "entry", "entries"), "the audit log")
})
