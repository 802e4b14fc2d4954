import { describe, expect } from "@effect/vitest"
import { createGuardrail, deleteGuardrail, getGuardrail, listGuardrails, Page } from "@tollgate/core"
import { aGuardrail } from "@tollgate/testing/accounts"
import { Effect, TestClock } from "effect"
import { inMemory, openAccount, read } from "../support/account.js"

const page = read(Page)

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
})
