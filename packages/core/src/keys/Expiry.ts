import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { expected } from "../schema/expected.js"
import { Instant } from "../schema/Instant.js"

/** When a key stops opening anything, where `null` means never. */
export const ExpiryInput = Schema.NullOr(Instant).pipe(expected("an ISO 8601 time with Z or an offset, or null"))

/** The key would have expired before it exists. */
export class ExpiryInThePast extends Schema.TaggedError<ExpiryInThePast>()("ExpiryInThePast", {
  expires_at: Schema.DateTimeUtc
}) {
  override get message(): string {
    return "expires_at must be in the future."
  }
}

/** Whether something with this expiry is alive at an instant: until the expiry, and no longer. */
export const isAlive = (expires_at: DateTime.Utc | null, now: DateTime.Utc): boolean =>
  expires_at === null || DateTime.greaterThan(expires_at, now)

/** Refuses an expiry that has passed. */
export const inTheFuture = (
  expires_at: DateTime.Utc | null,
  now: DateTime.Utc
): Effect.Effect<void, ExpiryInThePast> =>
  expires_at === null || isAlive(expires_at, now) ? Effect.void : Effect.fail(new ExpiryInThePast({ expires_at }))
