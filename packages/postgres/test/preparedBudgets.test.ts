import { expect, it, vi } from "@effect/vitest"
import { OrganizationId, WorkspaceId } from "@tollgate/core"
import { SpendingStore } from "@tollgate/core/storage"
import { Effect } from "effect"
import { Client } from "pg"
import { MAX_PREPARED_LENGTH } from "../src/Session.js"
import { inEmptyDatabase } from "./support/stores.js"

const organization_id = OrganizationId.make("11111111-1111-4111-8111-111111111111")
const workspace_id = WorkspaceId.make("22222222-2222-4222-8222-222222222222")

it.scopedLive("Every list of budgets is prepared, and none is near the length from which texts are not", () =>
  Effect.gen(function* () {
    const said = yield* Effect.acquireRelease(
      Effect.sync(() => vi.spyOn(Client.prototype, "query")),
      (said) => Effect.sync(() => said.mockRestore())
    )
    const store = yield* SpendingStore
    for (const above of [null, 0.8])
      for (const kind of [null, "key", "run"] as const)
        for (const place of [null, workspace_id])
          for (const offset of [0, 10]) {
            const list = { organization_id, kind, workspace_id: place, above }
            yield* store.budgets(list, { limit: 10, offset }, 0)
          }
    const lists = said.mock.calls.flatMap(([statement]: ReadonlyArray<unknown>) => {
      if (typeof statement !== "object" || statement === null || !("text" in statement)) return []
      const text = String(statement.text)
      return text.includes("AS share") ? [{ text, isPrepared: "name" in statement }] : []
    })
    const texts = new Set(lists.map(({ text }) => text))
    // Those of a page, and those that only count.
    expect(texts.size).toBe(24)
    expect(lists.filter(({ isPrepared }) => !isPrepared)).toEqual([])
    expect(Math.max(...Array.from(texts, (text) => text.length))).toBeLessThan(MAX_PREPARED_LENGTH - 100)
  }).pipe(Effect.provide(inEmptyDatabase))
)
