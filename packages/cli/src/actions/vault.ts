import { type Rewrapped, rewrapSecrets } from "@tollgate/core"
import * as Console from "effect/Console"
import * as Data from "effect/Data"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type { DatabaseGiven } from "../database/databaseFlags.js"
import { databaseLayer, toChange } from "../database/databaseLayer.js"
import { requireExisting } from "../database/requireExisting.js"

/** Secrets do not open with any of the given master keys. */
export class SecretsUnreadable extends Data.TaggedError("SecretsUnreadable")<{ readonly count: number }> {
  override get message(): string {
    const secrets = this.count === 1 ? "1 provider secret opens" : `${this.count} provider secrets open`
    return `${secrets} with none of the master keys, so keep all of them. Add the key that sealed them, or replace these credentials.`
  }
}

const lineOf = ({ id, neededUntil }: Rewrapped["spare"][number]) =>
  neededUntil === null
    ? `The master key ${id} is no longer needed. Remove it.`
    : `The master key ${id} is needed until ${DateTime.formatIso(neededUntil)}, to repeat answers kept for Idempotency-Key. Remove it afterwards.`

/** Seals all provider secrets with the first master key, and prints which of the others may be removed. */
export const rewrap = (given: DatabaseGiven) =>
  Effect.gen(function* () {
    const { keyId, rewrapped, spare, unreadable } = yield* rewrapSecrets
    const secrets = rewrapped === 1 ? "1 provider secret" : `${rewrapped} provider secrets`
    yield* Console.log(`Sealed ${secrets} again. All that can be opened is sealed with the master key ${keyId}.`)
    if (unreadable > 0) return yield* new SecretsUnreadable({ count: unreadable })
    for (const key of spare) yield* Console.log(lineOf(key))
    if (spare.length === 0) yield* Console.log("It is the only master key given, so none may be removed.")
  }).pipe((use) => requireExisting(Effect.provide(use, databaseLayer(given, toChange))))
