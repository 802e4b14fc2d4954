import { describe, expect } from "@effect/vitest"
import {
  ApiKeyPage,
  ApiKeyQuery,
  createKey,
  createWorkspace,
  getKey,
  listKeys,
  recordUsage,
  UsageInput,
  updateKey
} from "@tollgate/core"
import { aKey, aKeyPatch, aWorkspace } from "@tollgate/testing/accounts"
import { Effect, TestClock } from "effect"
import { inMemory, openAccount, read } from "../support/account.js"

const page = read(ApiKeyPage)

describe("listKeys", () => {
  inMemory("shows the organization's keys newest first, each as it stands now", () =>
    Effect.gen(function* () {
      const { asManager } = yield* openAccount()
      const before = yield* asManager(listKeys(page({})))
      yield* TestClock.adjust("1 millis")
      const { data: first } = yield* asManager(createKey(aKey({ name: "First", limit: 5 })))
      yield* TestClock.adjust("1 millis")
      const { data: second } = yield* asManager(createKey(aKey({ name: "Second" })))
      const spent = yield* asManager(recordUsage(first.hash, read(UsageInput)({ usage: 2 })))
      yield* openAccount("Stranger")
      const { data, total_count } = yield* asManager(listKeys(page({ limit: 2 })))
      expect(data).toEqual([second, spent])
      expect(total_count).toBe(before.total_count + 2)
      const rest = yield* asManager(listKeys(page({ offset: 2 })))
      expect(rest).toEqual({ data: before.data, total_count })
    })
  )

  inMemory("leaves out the disabled ones, or those of other workspaces, if so asked", () =>
    Effect.gen(function* () {
      const { asManager } = yield* openAccount()
      const { id: workspace_id } = yield* asManager(createWorkspace(aWorkspace()))
      const { data: there } = yield* asManager(createKey(aKey({ workspace_id })))
      yield* TestClock.adjust("1 millis")
      const { data: off } = yield* asManager(createKey(aKey({ workspace_id })))
      yield* asManager(updateKey(off.hash, aKeyPatch({ disabled: true })))
      const disabled = yield* asManager(getKey(off.hash))
      expect(yield* asManager(listKeys(page({ workspace_id })))).toEqual({ data: [disabled, there], total_count: 2 })
      const enabled = yield* asManager(
        listKeys(page({ include_disabled: false, workspace_id: workspace_id.toUpperCase() }))
      )
      expect(enabled).toEqual({ data: [there], total_count: 1 })
      const everywhere = yield* asManager(listKeys(page({ include_disabled: false })))
      expect(everywhere.data.some(({ hash }) => hash === off.hash)).toBe(false)
    })
  )

  inMemory("has a hundred keys on a page by default", () =>
    Effect.gen(function* () {
      const { asManager } = yield* openAccount()
      yield* Effect.forEach(Array.from({ length: 101 }), () => asManager(createKey(aKey())), { discard: true })
      const { data, total_count } = yield* asManager(listKeys(page({})))
      expect([data.length, total_count]).toEqual([100, 103])
      const query = read(ApiKeyQuery)
      expect([query({}), query({ limit: "null", offset: "null" })]).toEqual([
        { include_disabled: true, limit: 100, offset: 0 },
        { include_disabled: true, limit: 100, offset: 0 }
      ])
    })
  )

  inMemory("finds keys by a text, in the stated order", () =>
    Effect.gen(function* () {
      const { asManager } = yield* openAccount()
      const names = ["beta", "Alpha", "other"]
      for (const name of names) yield* asManager(createKey(aKey({ name, external_id: `customer ${name}` })))
      const find = (input: typeof ApiKeyPage.Encoded) =>
        Effect.map(asManager(listKeys(page(input))), ({ data }) => data.map(({ name }) => name))
      expect(yield* find({ q: "CUSTOMER", sort: "name" })).toEqual(["Alpha", "beta", "other"])
      expect(yield* find({ q: "customer ALPHA" })).toEqual(["Alpha"])
      expect(yield* find({ q: "customer", sort: "-name", limit: 1, offset: 1 })).toEqual(["beta"])
    })
  )

  inMemory("has nothing in another organization's workspace", () =>
    Effect.gen(function* () {
      const { asManager } = yield* openAccount()
      const stranger = yield* openAccount("Stranger")
      const { id: workspace_id } = yield* stranger.asManager(createWorkspace(aWorkspace()))
      yield* stranger.asManager(createKey(aKey({ workspace_id })))
      expect(yield* asManager(listKeys(page({ workspace_id })))).toEqual({ data: [], total_count: 0 })
    })
  )
})
