import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { expected } from "../schema/expected.js"
import { Instant } from "../schema/Instant.js"
import { refusal } from "../schema/refusal.js"

/** Expiration time in a request. `null` means that the key does not expire. */
export const ExpiryInput = Schema.NullOr(Instant).pipe(expected("an ISO 8601 time with Z or an offset, or null"))

/** The expiration time is not in the future. */
export class ExpiryInThePast extends refusal<ExpiryInThePast>()("ExpiryInThePast", {
  expires_at: Schema.DateTimeUtc
}) {}

/** Whether something with this expiration time is valid at an instant. At the expiration time itself it is not. */
export const isAlive = (expires_at: DateTime.Utc | null, now: DateTime.Utc): boolean =>
  expires_at === null || DateTime.greaterThan(expires_at, now)

/** Fails if the expiration time is not in the future. */
export const inTheFuture = (
  expires_at: DateTime.Utc | null,
  now: DateTime.Utc
): Effect.Effect<void, ExpiryInThePast> =>
  expires_at === null || isAlive(expires_at, now) ? Effect.void : Effect.fail(new ExpiryInThePast({ expires_at }))
