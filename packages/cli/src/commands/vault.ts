import { type Rewrapped, rewrapSecrets } from "@tollgate/core"
import * as Console from "effect/Console"
import * as Data from "effect/Data"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { type DatabaseOptions, inExisting, toChange } from "../database/databaseLayer.js"

/** Secrets do not open with any of the given master keys. */
export class SecretsUnreadable extends Data.TaggedError("SecretsUnreadable")<{ readonly count: number }> {
  override get message(): string {
    const secrets = this.count === 1 ? "1 secret opens" : `${this.count} secrets open`
    return `${secrets} with none of the master keys, so keep all of them. Add the key that sealed them, or replace these credentials and webhooks.`
  }
}

const lineOf = ({ id, neededUntil }: Rewrapped["spare"][number]) =>
  neededUntil === null
    ? `The servers no longer need the master key ${id}: remove it from their keys.`
    : `The servers need the master key ${id} until ${DateTime.formatIso(neededUntil)}, to repeat answers kept for Idempotency-Key. Remove it from their keys afterwards.`

const backupsNeed = (count: number, now: DateTime.Utc) => {
  const [it, that] = count === 1 ? ["it", "that key"] : ["them", "those keys"]
  return `Backups and exports made before ${DateTime.formatIso(now)} open with ${that} alone: keep ${it} in another place for as long as you keep one of these.`
}

/** Seals all secrets of providers and webhooks with the first master key, and prints which of the others the servers and older backups still need. */
export const rewrap = (options: DatabaseOptions) =>
  Effect.gen(function* () {
    const { keyId, rewrapped, spare, unreadable } = yield* rewrapSecrets
    const secrets = rewrapped === 1 ? "1 secret" : `${rewrapped} secrets`
    yield* Console.log(`Sealed ${secrets} again. All that can be opened is sealed with the master key ${keyId}.`)
    if (unreadable > 0) return yield* new SecretsUnreadable({ count: unreadable })
    for (const key of spare) yield* Console.log(lineOf(key))
    yield* Console.log(
      spare.length === 0
        ? "It is the only master key given, so none may be removed."
        : backupsNeed(spare.length, yield* DateTime.now)
    )
  }).pipe((use) => inExisting(options, toChange, use))
