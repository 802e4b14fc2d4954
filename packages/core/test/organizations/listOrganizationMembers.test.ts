import { describe, expect } from "@effect/vitest"
import { addOrganizationMember, listOrganizationMembers, Page } from "@tollgate/core"
import { aMember } from "@tollgate/testing/accounts"
import { Effect, TestClock } from "effect"
import { inMemory, openAccount, read } from "../support/account.js"

const page = read(Page)

describe("listOrganizationMembers", () => {
  inMemory("shows the organization's users newest first, its owner among them", () =>
    Effect.gen(function* () {
      const { asManager } = yield* openAccount()
      yield* TestClock.adjust("1 millis")
      const ada = yield* asManager(addOrganizationMember(aMember("ada", "admin")))
      yield* TestClock.adjust("1 millis")
      const bob = yield* asManager(addOrganizationMember(aMember("bob")))
      const stranger = yield* openAccount("Stranger")
      yield* stranger.asManager(addOrganizationMember(aMember("ada")))
      const { data, total_count } = yield* asManager(listOrganizationMembers(page({})))
      expect(total_count).toBe(3)
      expect(data.slice(0, 2)).toEqual([bob, ada])
      expect(data[2]).toMatchObject({ user_id: "Acme-owner", role: "admin" })
      expect(yield* asManager(listOrganizationMembers(page({ limit: 1, offset: 1 })))).toEqual({
        data: [ada],
        total_count
      })
    })
  )
})
