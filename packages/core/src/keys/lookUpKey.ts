import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import type { StorageFailure } from "../ports/StorageFailure.js"
import { withSpan } from "../runtime/withSpan.js"
import type { KeyHash } from "../values/KeyHash.js"
import * as SecretKey from "../values/SecretKey.js"
import { InvalidCredential } from "./InvalidCredential.js"
import { isForeign } from "./isForeign.js"
import { isActive, type KeyIdentity } from "./KeyRecord.js"
import { KeyStore } from "./KeyStore.js"

type Keys = Context.Tag.Service<KeyStore>
type Find<Found> = (secret: KeyHash, at: DateTime.Utc) => Effect.Effect<Option.Option<Found>, StorageFailure>

/** How a key is looked up and described. */
interface LookUp<Found, A, R> {
  /** The method of the store that looks the secret up. */
  readonly find: (keys: Keys) => Find<Found>
  readonly keyOf: (found: Found) => KeyIdentity
  /** Describes an active key. */
  readonly describe: (found: Found, now: DateTime.Utc) => Effect.Effect<A, StorageFailure, R>
}

/**
 * Makes a program that looks up an API key by its secret and describes it. A text that is neither of the form of this service's keys nor begins
 * as imported ones do causes no look-up; a key that is unknown, disabled or expired is refused with `InvalidCredential`.
 */
export const lookUpKey = <Found, A, R>(name: string, { describe, find, keyOf }: LookUp<Found, A, R>) => {
  type Answer = Effect.Effect<A, InvalidCredential | StorageFailure, R>
  const identify = (keys: Keys, secret: Redacted.Redacted): Answer =>
    Effect.clockWith((clock) => {
      const now = DateTime.unsafeMake(clock.unsafeCurrentTimeMillis())
      return Effect.flatMap(find(keys)(SecretKey.hash(secret), now), (found): Answer => {
        if (Option.isNone(found)) return new InvalidCredential()
        const key = keyOf(found.value)
        if (!isActive(key, now)) return new InvalidCredential()
        return Effect.zipRight(keys.use(key.hash, now), describe(found.value, now))
      })
    })
  // Without a generator, which takes more steps: a gateway does this for each of its requests.
  return (secret: Redacted.Redacted): Effect.Effect<A, InvalidCredential | StorageFailure, KeyStore | R> =>
    withSpan(name)(
      Effect.contextWithEffect((context: Context.Context<KeyStore>) => {
        const prefix = Context.get(context, SecretKey.KeyPrefix)
        const keys = Context.get(context, KeyStore)
        const kind = SecretKey.parse(prefix, secret)
        // The prefix states the table: gateway keys have one of their own.
        if (Option.isSome(kind)) return kind.value === "gateway" ? new InvalidCredential() : identify(keys, secret)
        return Effect.flatMap(isForeign(prefix, secret), (isForeign) =>
          isForeign ? identify(keys, secret) : new InvalidCredential()
        )
      })
    )
}
