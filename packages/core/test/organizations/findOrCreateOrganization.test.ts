import { describe, expect } from "@effect/vitest"
import { authenticate, createOrganization, type FoundOrganization, findOrCreateOrganization } from "@tollgate/core"
import { OrganizationStore } from "@tollgate/core/storage"
import { anOrganization } from "@tollgate/testing/accounts"
import { Effect, Redacted } from "effect"
import { inMemory } from "../support/account.js"

const acme = anOrganization({ name: "Acme", owner_user_id: "owner" })
const secretsOf = (found: ReadonlyArray<FoundOrganization>) => found.flatMap(({ key }) => (key === null ? [] : [key]))

describe("findOrCreateOrganization", () => {
  inMemory("creates it the first time, and finds the same from then on without its key", () =>
    Effect.gen(function* () {
      const first = yield* findOrCreateOrganization(acme)
      const [secret] = secretsOf([first])
      if (secret === undefined) return expect.unreachable("no key was shown")
      expect((yield* authenticate(secret)).organizationId).toBe(first.organization.id)
      const { organization, workspace } = first
      for (const owner_user_id of ["owner", "somebody else"]) {
        const again = yield* findOrCreateOrganization(anOrganization({ name: "Acme", owner_user_id }))
        expect(again).toEqual({ organization, workspace, data: null, key: null })
      }
    })
  )

  inMemory("creates one for many that ask at the same moment, and shows one of them its key", () =>
    Effect.gen(function* () {
      const found = yield* Effect.replicateEffect(findOrCreateOrganization(acme), 20, { concurrency: "unbounded" })
      expect(new Set(found.map(({ organization }) => organization.id)).size).toBe(1)
      expect(new Set(secretsOf(found).map(Redacted.value)).size).toBe(1)
      const organizations = yield* OrganizationStore
      expect(yield* organizations.list(2)).toEqual([found[0]?.organization])
    })
  )

  inMemory("takes another name for another organization, however alike", () =>
    Effect.gen(function* () {
      const { organization } = yield* createOrganization(acme)
      for (const name of ["acme", "Acme ", "Acm"]) {
        expect((yield* findOrCreateOrganization(anOrganization({ name }))).organization.id).not.toBe(organization.id)
      }
      expect((yield* findOrCreateOrganization(acme)).organization).toEqual(organization)
    })
  )
})
