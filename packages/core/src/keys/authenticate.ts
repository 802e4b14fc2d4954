import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import type { Principal } from "../Caller.js"
import * as SecretKey from "../SecretKey.js"
import { span } from "../span.js"
import { InvalidCredential } from "./InvalidCredential.js"
import { isActive } from "./KeyRecord.js"
import { KeyStore } from "./KeyStore.js"

/** Who presents this key. One indexed look-up, and none for what was never a key. */
export const authenticate = Effect.fnUntraced(function* (secret: Redacted.Redacted) {
  if (Option.isNone(SecretKey.parse(yield* SecretKey.KeyPrefix, secret))) return yield* new InvalidCredential()
  const keys = yield* KeyStore
  const found = yield* keys.identify(SecretKey.hash(secret))
  const now = yield* DateTime.now
  if (Option.isNone(found) || !isActive(found.value, now)) return yield* new InvalidCredential()
  const { value: key } = found
  const principal: Principal = {
    kind: key.is_management ? "management" : "ordinary",
    organizationId: key.organization_id,
    workspaceId: key.workspace_id,
    userId: key.creator_user_id,
    keyHash: key.hash
  }
  return principal
}, span("keys.authenticate"))
