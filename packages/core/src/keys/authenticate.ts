import * as Data from "effect/Data"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import { Caller } from "../Caller.js"
import * as SecretKey from "../SecretKey.js"
import { isActive } from "./KeyRecord.js"
import { KeyStore } from "./KeyStore.js"

/** The key is unknown, malformed, disabled or expired; which of them, nobody is told. */
export class InvalidCredential extends Data.TaggedError("InvalidCredential") {
  override get message(): string {
    return "The key is unknown, malformed, disabled or expired."
  }
}

/** Who presents this key. One indexed look-up, and none for what was never a key. */
export const authenticate = Effect.fn("keys.authenticate")(function* (secret: Redacted.Redacted) {
  if (Option.isNone(SecretKey.parse(yield* SecretKey.KeyPrefix, secret))) return yield* new InvalidCredential()
  const keys = yield* KeyStore
  const found = yield* keys.identify(SecretKey.hash(secret))
  const now = yield* DateTime.now
  const key = yield* Option.filter(found, (key) => isActive(key, now)).pipe(
    Effect.mapError(() => new InvalidCredential())
  )
  return Caller.of({
    kind: key.is_management ? "management" : "ordinary",
    organizationId: key.organization_id,
    workspaceId: key.workspace_id,
    userId: key.creator_user_id,
    keyHash: key.hash
  })
})
