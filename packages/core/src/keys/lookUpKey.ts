import type * as Context from "effect/Context"
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

type Look<Key> = (secret: KeyHash, at: DateTime.Utc) => Effect.Effect<Option.Option<Key>, StorageFailure>

/**
 * Makes a program that looks up an API key by its secret and describes it. A text that is neither of the form of this service's keys nor begins
 * as imported ones do causes no look-up; a key that is unknown, disabled or expired is refused with `InvalidCredential`.
 */
export const lookUpKey = <Key extends KeyIdentity, A, R>(
  name: string,
  look: (keys: Context.Tag.Service<KeyStore>) => Look<Key>,
  say: (key: Key, now: DateTime.Utc) => Effect.Effect<A, StorageFailure, R>
) =>
  Effect.fnUntraced(function* (secret: Redacted.Redacted) {
    const prefix = yield* SecretKey.KeyPrefix
    const kind = SecretKey.parse(prefix, secret)
    // The prefix states the table: gateway keys have one of their own.
    const isLookedUp = Option.isSome(kind) ? kind.value !== "gateway" : yield* isForeign(prefix, secret)
    if (!isLookedUp) return yield* new InvalidCredential()
    const keys = yield* KeyStore
    const now = yield* DateTime.now
    const found = yield* look(keys)(SecretKey.hash(secret), now)
    if (Option.isNone(found) || !isActive(found.value, now)) return yield* new InvalidCredential()
    yield* keys.use(found.value.hash, now)
    return yield* say(found.value, now)
  }, withSpan(name))
