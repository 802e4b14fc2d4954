import { describe, expect } from "@effect/vitest"
import {
  addWorkspaceMembers,
  authenticate,
  createAuthorizationCode,
  createByokCredential,
  createGuardrail,
  createKey,
  createPreset,
  createWorkspace,
  exchangeCode,
  ManagementCaller,
  NewWorkspaceMembers,
  OrganizationId,
  type Services,
  WorkspaceId,
  WorkspaceNotFound
} from "@tollgate/core"
import { OrganizationStore, Transaction, WorkspaceStore } from "@tollgate/core/storage"
import {
  aByokCredential,
  aGuardrail,
  aKey,
  anAuthorizationCode,
  anExchange,
  aPreset,
  aWorkspace
} from "@tollgate/testing/accounts"
import { Effect, Redacted } from "effect"
import { inMemory, inMemoryOnce, openAccount, read } from "../support/account.js"

interface Place {
  readonly workspace_id?: WorkspaceId
}

const codeFor = (place: Place) => createAuthorizationCode(anAuthorizationCode(place))

/** Every operation that creates something in a workspace, except for codes, which do not show theirs. */
const creations = (place: Place) => ({
  key: Effect.map(createKey(aKey(place)), ({ data }) => data.workspace_id),
  preset: Effect.map(
    createPreset(aPreset({ slug: place.workspace_id === undefined ? "by-default" : "stated", ...place })),
    ({ workspace_id }) => workspace_id
  ),
  guardrail: Effect.map(createGuardrail(aGuardrail(place)), ({ workspace_id }) => workspace_id),
  credential: Effect.map(createByokCredential(aByokCredential(place)), ({ workspace_id }) => workspace_id)
})

const all = (place: Place = {}): ReadonlyArray<Effect.Effect<unknown, unknown, Services | ManagementCaller>> => [
  ...Object.values(creations(place)),
  codeFor(place)
]

const absent = WorkspaceId.make("01234567-89ab-4cde-8f01-23456789abcd")

describe("what is created in a workspace", () => {
  inMemory("goes to the stated workspace, or else to the organization's default one, whatever the caller's", () =>
    Effect.gen(function* () {
      const { asManager, manager, workspace } = yield* openAccount()
      const second = yield* asManager(createWorkspace(aWorkspace()))
      // Codes are exchanged for members of their workspace.
      yield* asManager(addWorkspaceMembers(second.id, read(NewWorkspaceMembers)({ user_ids: [manager.userId] })))
      const asNeighbour = Effect.provideService(ManagementCaller, { ...manager, workspaceId: second.id })
      const everywhere = (id: WorkspaceId) => ({ key: id, preset: id, guardrail: id, credential: id })
      const there = yield* asNeighbour(Effect.all(creations({ workspace_id: second.id })))
      expect(there).toEqual(everywhere(second.id))
      expect(yield* asNeighbour(Effect.all(creations({})))).toEqual(everywhere(workspace.id))
      for (const [place, id] of [
        [{ workspace_id: second.id }, second.id],
        [{}, workspace.id]
      ] as const) {
        const code = yield* asNeighbour(codeFor(place))
        const { key } = yield* asNeighbour(exchangeCode(anExchange({ code: Redacted.value(code.id) })))
        expect((yield* authenticate(key)).workspaceId).toBe(id)
      }
    })
  )

  inMemory("is refused where the organization has no such workspace, or does not exist", () =>
    Effect.gen(function* () {
      const { asManager, manager } = yield* openAccount()
      const foreign = (yield* openAccount("Stranger")).workspace.id
      for (const id of [foreign, absent]) {
        for (const create of all({ workspace_id: id })) {
          expect(yield* Effect.flip(asManager(create))).toEqual(WorkspaceNotFound.of(id))
        }
      }
      const nobody = { ...manager, organizationId: OrganizationId.make(absent) }
      for (const create of all()) {
        const refused = Effect.flip(Effect.provideService(create, ManagementCaller, nobody))
        expect(yield* refused).toEqual(WorkspaceNotFound.of(null))
      }
    })
  )

  inMemoryOnce("is written in the same transaction in which a stated workspace is looked up", () =>
    Effect.gen(function* () {
      const { asManager, workspace } = yield* openAccount()
      const transaction = yield* Transaction
      const organizations = yield* OrganizationStore
      const workspaces = yield* WorkspaceStore
      const happened: Array<string> = []
      const happens = (what: string) => Effect.sync(() => happened.push(what))
      const watched = Transaction.of({
        ...transaction,
        run: (effect) => Effect.zipLeft(transaction.run(Effect.zipRight(happens("begin"), effect)), happens("end"))
      })
      const watchedStore = WorkspaceStore.of({
        ...workspaces,
        findMany: (...which) => Effect.zipLeft(workspaces.findMany(...which), happens("workspace"))
      })
      const watchedOrganizations = OrganizationStore.of({
        ...organizations,
        find: (id) => Effect.zipLeft(organizations.find(id), happens("organization"))
      })
      for (const [place, ...possible] of [
        // The organization has the default limit of keys.
        [{ workspace_id: workspace.id }, ["begin", "workspace", "end"], ["organization", "begin", "workspace", "end"]],
        // The default workspace never changes, so it is known before. One call of a store needs no transaction.
        [{}, ["organization", "begin", "end"], ["organization"]]
      ] as const) {
        for (const create of all(place)) {
          yield* asManager(create).pipe(
            Effect.provideService(Transaction, watched),
            Effect.provideService(WorkspaceStore, watchedStore),
            Effect.provideService(OrganizationStore, watchedOrganizations)
          )
          expect(possible).toContainEqual(happened.splice(0))
        }
      }
    })
  )
})
