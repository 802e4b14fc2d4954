import { describe, expect } from "@effect/vitest"
import { Caller, getCurrentKey, getKey, hostCaller, InvalidCredential } from "@tollgate/core"
import { Effect } from "effect"
import { inMemory, openAccount } from "../support/account.js"

describe("getCurrentKey", () => {
  inMemory("shows each caller its own key, and whether it manages the account", () =>
    Effect.gen(function* () {
      const { asManager, asOrdinary, managementHash, ordinaryHash } = yield* openAccount()
      const managing = yield* asManager(getKey(managementHash))
      const ordinary = yield* asManager(getKey(ordinaryHash))
      expect(yield* asManager(getCurrentKey)).toEqual({ ...managing, is_management_key: true })
      expect(yield* asOrdinary(getCurrentKey)).toEqual({ ...ordinary, is_management_key: false })
    })
  )

  inMemory("has none for a host", () =>
    Effect.gen(function* () {
      const { organization } = yield* openAccount()
      const host = yield* hostCaller(organization.id)
      const refused = Effect.flip(Effect.provideService(getCurrentKey, Caller, host))
      expect(yield* refused).toEqual(new InvalidCredential())
    })
  )
})
