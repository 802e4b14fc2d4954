import { expect } from "@effect/vitest"
import { KeyHash } from "@tollgate/core"
import { SpendingStore } from "@tollgate/core/storage"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Promised } from "../contract.js"

/** What a storage that finds spenders promises without keys. `spenderContract` has the rest, with keys. */
export const noSpenderPromises = (promise: Promised): void => {
  promise("finds nothing that decides about requests of a secret that no key has", () =>
    Effect.gen(function* () {
      const { findSpender } = yield* SpendingStore
      if (findSpender === undefined) return
      const name = { secret: KeyHash.make("0".repeat(64)), user: null, needs_credentials: true }
      expect(yield* findSpender(name, yield* DateTime.now)).toEqual(Option.none())
    })
  )
}
