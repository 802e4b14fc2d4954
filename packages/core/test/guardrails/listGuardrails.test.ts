import { describe, expect } from "@effect/vitest"
import {
  createGuardrail,
  createWorkspace,
  deleteGuardrail,
  getGuardrail,
  listGuardrails,
  PageInWorkspace
} from "@tollgate/core"
import { aGuardrail, aWorkspace } from "@tollgate/testing/accounts"
import { Effect, TestClock } from "effect"
import { inMemory, openAccount, read } from "../support/account.js"

const page = read(PageInWorkspace)

describe("listGuardrails", () => {
  inMemory("shows the organization's guardrails newest first, each as it is read alone", () =>
    Effect.gen(function* () {
      const { asManager } = yield* openAccount()
      const first = yield* asManager(createGuardrail(aGuardrail({ name: "First" })))
      yield* TestClock.adjust("1 millis")
      const gone = yield* asManager(createGuardrail(aGuardrail({ name: "Gone" })))
      yield* TestClock.adjust("1 millis")
      const last = yield* asManager(createGuardrail(aGuardrail({ name: "Last" })))
      yield* asManager(deleteGuardrail(gone.id))
      const stranger = yield* openAccount("Stranger")
      yield* stranger.asManager(createGuardrail(aGuardrail()))
      expect(yield* asManager(listGuardrails(page({})))).toEqual({ data: [last, first], total_count: 2 })
      expect(yield* asManager(listGuardrails(page({ limit: 1, offset: 1 })))).toEqual({ data: [first], total_count: 2 })
      expect(yield* asManager(getGuardrail(first.id.toUpperCase()))).toEqual(first)
    })
  )

  inMemory("shows only those of a workspace, and nothing of another organization's or an unknown one", () =>
    Effect.gen(function* () {
      const { asManager } = yield* openAccount()
      const stranger = yield* openAccount("Stranger")
      const theirs = yield* stranger.asManager(createGuardrail(aGuardrail()))
      const { id: workspace_id } = yield* asManager(createWorkspace(aWorkspace()))
      const here = yield* asManager(createGuardrail(aGuardrail({ name: "Here" })))
      yield* TestClock.adjust("1 millis")
      const there = yield* asManager(createGuardrail(aGuardrail({ name: "There", workspace_id })))
      const of = (workspace_id: string) => asManager(listGuardrails(page({ workspace_id })))
      expect(yield* asManager(listGuardrails(page({})))).toEqual({ data: [there, here], total_count: 2 })
      expect(yield* of(workspace_id.toUpperCase())).toEqual({ data: [there], total_count: 1 })
      expect(yield* of(here.workspace_id)).toEqual({ data: [here], total_count: 1 })
      for (const id of [theirs.workspace_id, "7f9c24e8-3b12-4fef-91d0-62f4a0a0b001"]) {
        expect(yield* of(id)).toEqual({ data: [], total_count: 0 })
      }
    })
  )
})
