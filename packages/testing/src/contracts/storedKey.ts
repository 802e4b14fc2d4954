import { Usd } from "@tollgate/core"
import { KeyStore } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import { after } from "../instant.js"
import { aKeyRecord } from "../keys.js"
import { aHome } from "../organizations.js"

/** A store with one key, which has a limit and an expiry. */
export const storedKey = Effect.gen(function* () {
  const keys = yield* KeyStore
  const home = yield* aHome()
  const key = yield* aKeyRecord(home, { limit: Usd.fromNumber(5), limit_reset: "daily", expires_at: after(60) })
  yield* keys.insert(key)
  return { keys, home, key, organization: home.organization_id }
})
