import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { changes, changeUntilItSurvives } from "../../sqlite/test/support/dyingStorage.js"
import { migratedClient } from "./support/clients.js"
import { migratedDatabase } from "./support/databases.js"

describe("A change with an idempotency key on a server of PostgreSQL that dies at any of its writes", () => {
  it.scopedLive("is stored with its audit entry and its answer, or not at all", () =>
    Effect.gen(function* () {
      const client = yield* migratedClient(yield* migratedDatabase)
      for (const [change, prepare] of Object.entries(changes)) {
        expect(yield* changeUntilItSurvives(client, change, prepare)).toBeGreaterThanOrEqual(4)
      }
    })
  )
})
