import { describe, expect } from "@effect/vitest"
import { EntryPage, listActivityEntries } from "@tollgate/core"
import { travelTo } from "@tollgate/testing"
import { DateTime, Effect, Schema } from "effect"
import { usd } from "../spending/support/samples.js"
import { openSpender } from "../spending/support/spender.js"
import { inMemory } from "../support/account.js"

const entries = (page: typeof EntryPage.Encoded = {}) => listActivityEntries(Schema.decodeSync(EntryPage)(page))

describe("listActivityEntries", () => {
  inMemory("has a request that was sent and whose lease has ended, also if no other act follows", () =>
    Effect.gen(function* () {
      yield* travelTo("2026-05-31T12:00:00Z")
      const { asManager, hold, ordinaryKey, sent, settle } = yield* openSpender
      const first = yield* hold(ordinaryKey, { amount: 1, lease_seconds: 60 })
      yield* settle(first.data.id, { cost: usd(0.5) })
      const second = yield* hold(ordinaryKey, { amount: 2, lease_seconds: 60 })
      yield* sent(second.data.id)
      yield* travelTo("2026-05-31T12:00:59Z")
      expect((yield* asManager(entries())).data).toHaveLength(1)
      yield* travelTo("2026-05-31T12:05:00Z")
      // A full page needs no look at the end.
      expect((yield* asManager(entries({ limit: 1 }))).after).toBe(1)
      const { after, data } = yield* asManager(entries({ after: 1 }))
      expect({ after, data }).toMatchObject({
        after: 2,
        data: [
          {
            ...{ position: 2, id: second.data.id, kind: "unknown", amount: usd(2) },
            at: DateTime.unsafeMake("2026-05-31T12:01:00Z")
          }
        ]
      })
    })
  )
})
