import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { createUntilItSurvives } from "../../sqlite/test/support/dyingStorage.js"
import { migratedClient } from "./support/clients.js"
import { migratedDatabase } from "./support/databases.js"

describe("A change with an idempotency key on a server of PostgreSQL that dies at any of its writes", () => {
  it.scopedLive("is stored with its audit entry and its answer, or not at all", () =>
    Effect.gen(function* () {
      const client = yield* migratedClient(yield* migratedDatabase)
      expect(yield* createUntilItSurvives(client)).toBeGreaterThanOrEqual(5)
    })
  )
})
