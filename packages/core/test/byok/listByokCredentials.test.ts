import { describe, expect } from "@effect/vitest"
import { ByokCredentialPage, createByokCredential, createWorkspace, listByokCredentials } from "@tollgate/core"
import { Vault } from "@tollgate/core/storage"
import { aByokCredential, aWorkspace } from "@tollgate/testing/accounts"
import { Effect } from "effect"
import { inMemory, openAccount, read } from "../support/account.js"

const page = read(ByokCredentialPage)

describe("listByokCredentials", () => {
  inMemory("shows the organization's credentials by provider and then in their order, and opens none", () =>
    Effect.gen(function* () {
      const { asManager } = yield* openAccount()
      const create = (input: Parameters<typeof aByokCredential>[0]) =>
        asManager(createByokCredential(aByokCredential(input)))
      const second = yield* create({ provider: "openai", sort_order: 2 })
      const first = yield* create({ provider: "openai", sort_order: 1 })
      const other = yield* create({ provider: "anthropic", sort_order: 9, disabled: true })
      const stranger = yield* openAccount("Stranger")
      yield* stranger.asManager(createByokCredential(aByokCredential()))
      const shut = Vault.of({ ...(yield* Vault), open: () => Effect.die("opened") })
      const list = (input: typeof ByokCredentialPage.Encoded) =>
        asManager(listByokCredentials(page(input))).pipe(Effect.provideService(Vault, shut))
      expect(yield* list({})).toEqual({ data: [other, first, second], total_count: 3 })
      expect(yield* list({ limit: 1, offset: 1 })).toEqual({ data: [first], total_count: 3 })
    })
  )

  inMemory("shows those of one provider, of one workspace, or of both, if so asked", () =>
    Effect.gen(function* () {
      const { asManager } = yield* openAccount()
      const { id: workspace_id } = yield* asManager(createWorkspace(aWorkspace()))
      const create = (input: Parameters<typeof aByokCredential>[0]) =>
        asManager(createByokCredential(aByokCredential(input)))
      const here = yield* create({ provider: "openai" })
      const there = yield* create({ provider: "openai", workspace_id })
      const apart = yield* create({ provider: "xai", workspace_id })
      const list = (input: typeof ByokCredentialPage.Encoded) => asManager(listByokCredentials(page(input)))
      const openai = yield* list({ provider: "openai" })
      expect(new Set(openai.data.map(({ id }) => id))).toEqual(new Set([here.id, there.id]))
      expect(openai.total_count).toBe(2)
      expect(yield* list({ workspace_id: workspace_id.toUpperCase() })).toEqual({
        data: [there, apart],
        total_count: 2
      })
      expect(yield* list({ provider: "xai", workspace_id })).toEqual({ data: [apart], total_count: 1 })
      expect(yield* list({ provider: "mistral" })).toEqual({ data: [], total_count: 0 })
    })
  )

  inMemory("has nothing in another organization's workspace", () =>
    Effect.gen(function* () {
      const { asManager } = yield* openAccount()
      const stranger = yield* openAccount("Stranger")
      yield* stranger.asManager(createByokCredential(aByokCredential()))
      const theirs = listByokCredentials(page({ workspace_id: stranger.workspace.id }))
      expect(yield* asManager(theirs)).toEqual({ data: [], total_count: 0 })
    })
  )
})
