import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { hasHostClient, migratedClient } from "./support/clients.js"
import { changes, changeUntilItSurvives } from "./support/dyingStorage.js"
import { temporaryFile } from "./support/files.js"

describe.skipIf(!hasHostClient)("A change with an idempotency key on a storage that dies at any of its writes", () => {
  it.scopedLive("is stored with its audit entry and its answer, or not at all", () =>
    Effect.gen(function* () {
      const client = yield* migratedClient(yield* temporaryFile)
      for (const [change, prepare] of Object.entries(changes)) {
        // The change, its entry, the answer, and the commit.
        expect(yield* changeUntilItSurvives(client, change, prepare)).toBeGreaterThanOrEqual(4)
      }
    })
  )
})
