import { expect } from "@effect/vitest"
import {
  addOrganizationMember,
  addWorkspaceMembers,
  assignMembers,
  authenticate,
  CodeRefused,
  CreatorLeft,
  createAuthorizationCode,
  createGuardrail,
  createKey,
  createWorkspace,
  exchangeCode,
  getKey,
  type KeyHash,
  NewWorkspaceMembers,
  removeOrganizationMember,
  removeWorkspaceMembers,
  rotateKey,
  SecretKey,
  updateKey,
  WorkspaceUsers
} from "@tollgate/core"
import { SpendingStore, type Stores, Transaction } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { aGuardrail, members } from "../guardrails.js"
import { aKey, aRotation } from "../keys.js"
import { anAuthorizationCode, anExchange } from "../oauth.js"
import { aMember } from "../organizations.js"
import { make } from "../TestAccount.js"
import { aWorkspace } from "../workspaces.js"
import { contract } from "./contract.js"
import { meeting } from "./meeting.js"

const ROUNDS = 12

const theirs = Schema.decodeSync(WorkspaceUsers)({ user_ids: ["ada"] })
const joining = Schema.decodeSync(NewWorkspaceMembers)({ user_ids: ["ada"] })

/** An account with a second member, ada, who is in a second workspace, too. */
const opened = Effect.gen(function* () {
  const { asManager, organization, workspace: home } = yield* make()
  const act = Effect.provide(asManager)
  yield* act(addOrganizationMember(aMember("ada")))
  const research = yield* act(createWorkspace(aWorkspace()))
  yield* act(addWorkspaceMembers(research.id, joining))
  const issue = (workspace_id: string = research.id, user_id: string | null = "ada") =>
    Effect.map(act(createAuthorizationCode(anAuthorizationCode({ user_id, workspace_id }))), ({ id }) =>
      act(exchangeCode(anExchange({ code: Redacted.value(id) })))
    )
  const disabledKey = (workspace_id: string = research.id, management = false) =>
    Effect.gen(function* () {
      const { data } = yield* createKey(aKey({ creator_user_id: "ada", workspace_id, management }))
      yield* updateKey(data.hash, { disabled: true })
      return data.hash
    }).pipe(act)
  const enable = (hash: KeyHash) => act(updateKey(hash, { disabled: false }))
  const rotate = (hash: KeyHash) => act(rotateKey(hash, aRotation()))
  const isDisabled = (hash: KeyHash) => Effect.map(act(getKey(hash)), ({ disabled }) => disabled)
  const leave = act(removeOrganizationMember("ada"))
  return {
    act,
    organization,
    home: home.id,
    research: research.id,
    issue,
    disabledKey,
    enable,
    rotate,
    isDisabled,
    leave
  }
})

/** Promises of every storage about the codes and keys of a member who leaves. */
export const departureContract = contract<Stores>("A member who leaves", (promise) => {
  for (const management of [false, true]) {
    promise(`the organization leaves ${management ? "management " : ""}keys that are neither enabled nor rotated`, () =>
      Effect.gen(function* () {
        const { act, disabledKey, enable, isDisabled, leave, rotate } = yield* opened
        const hash = yield* disabledKey(undefined, management)
        yield* leave
        expect(yield* Effect.flip(enable(hash))).toEqual(new CreatorLeft({ hash, change: "enable" }))
        expect(yield* Effect.flip(rotate(hash))).toEqual(new CreatorLeft({ hash, change: "rotate" }))
        expect(yield* isDisabled(hash)).toBe(true)
        expect(yield* act(updateKey(hash, { disabled: true, name: "Ada's" }))).toMatchObject({ name: "Ada's" })
      })
    )
  }

  promise(
    "a workspace leaves keys there that are neither enabled nor rotated, may be disabled, and work elsewhere",
    () =>
      Effect.gen(function* () {
        const { act, disabledKey, enable, home, isDisabled, research, rotate } = yield* opened
        const [there, enabled, here] = [yield* disabledKey(), yield* disabledKey(), yield* disabledKey(home)]
        yield* enable(enabled)
        yield* act(removeWorkspaceMembers(research, theirs))
        expect(yield* Effect.flip(enable(there))).toEqual(new CreatorLeft({ hash: there, change: "enable" }))
        expect(yield* Effect.flip(rotate(there))).toEqual(new CreatorLeft({ hash: there, change: "rotate" }))
        // It is enabled already.
        expect(yield* enable(enabled)).toMatchObject({ disabled: false })
        yield* act(updateKey(enabled, { disabled: true }))
        yield* enable(here)
        yield* rotate(here)
        expect(yield* Effect.forEach([there, enabled, here], isDisabled)).toEqual([true, true, false])
        yield* act(addWorkspaceMembers(research, joining))
        yield* enable(there)
        yield* rotate(there)
      })
  )

  promise(
    "the organization raises the version of each workspace where the user had a membership or only a guardrail",
    () =>
      Effect.gen(function* () {
        const { act, home, leave, organization, research } = yield* opened
        const made = (slug: string) => act(createWorkspace(aWorkspace({ slug })))
        const [guarded, other] = [yield* made("guarded"), yield* made("other")]
        const { id } = yield* act(createGuardrail(aGuardrail({ workspace_id: guarded.id })))
        yield* act(assignMembers(id, members("ada")))
        const store = yield* SpendingStore
        const versionOf = (subject: string) =>
          Effect.map(
            store.scopes([{ organization_id: organization.id, kind: "workspace", guardrail_id: null, subject }], 0),
            ([scope]) => scope?.version ?? 0
          )
        const versions = Effect.forEach([home, research, guarded.id, other.id], versionOf)
        const before = yield* versions
        yield* leave
        const raised = (yield* versions).map((version, index) => version > (before[index] ?? 0))
        expect(raised).toEqual([true, true, true, false])
      })
  )

  promise("the organization leaves no code that is exchanged", () =>
    Effect.gen(function* () {
      const { act, home, issue, leave } = yield* opened
      const codes = [yield* issue(), yield* issue(home)]
      const others = yield* issue(home, null)
      yield* leave
      for (const exchange of codes) expect(yield* Effect.flip(exchange)).toEqual(new CodeRefused())
      yield* authenticate((yield* others).key)
      // The codes were revoked: they stay so when the user comes back.
      yield* act(addOrganizationMember(aMember("ada")))
      expect(yield* Effect.flip(codes[1] ?? Effect.void)).toEqual(new CodeRefused())
    })
  )

  promise("a workspace leaves no code for it that is exchanged, and those for others", () =>
    Effect.gen(function* () {
      const { act, home, issue, research } = yield* opened
      const [there, here] = [yield* issue(), yield* issue(home)]
      yield* act(removeWorkspaceMembers(research, theirs))
      expect(yield* Effect.flip(there)).toEqual(new CodeRefused())
      yield* act(addWorkspaceMembers(research, joining))
      expect(yield* Effect.flip(there)).toEqual(new CodeRefused())
      yield* authenticate((yield* here).key)
      // The caller, who is the user of a code without one, is no member of the workspace.
      expect(yield* Effect.flip(yield* issue(research, null))).toEqual(new CodeRefused())
    })
  )

  promise("the organization has no enabled key afterwards, though codes are exchanged and keys enabled meanwhile", () =>
    Effect.gen(function* () {
      for (let round = 0; round < ROUNDS; round++) {
        const { disabledKey, enable, home, isDisabled, issue, leave } = yield* opened
        const [hash, exchange] = [yield* disabledKey(home), yield* issue(home)]
        const { arrivals, racing } = yield* meeting(3)
        const minted: Array<KeyHash> = []
        const exchanged = Effect.flatMap(exchange, ({ key }) =>
          Effect.sync(() => void minted.push(SecretKey.hash(key)))
        )
        const acts: ReadonlyArray<Effect.Effect<void, unknown, Stores>> = [
          Effect.catchTag(Effect.asVoid(enable(hash)), "CreatorLeft", () => Effect.void),
          Effect.catchTag(exchanged, "CodeRefused", () => Effect.void),
          Effect.asVoid(leave)
        ]
        // None of the transactions begins before all have arrived, and each begins first in some rounds.
        const inOrder = [...acts.slice(round % 3), ...acts.slice(0, round % 3)]
        const together = Effect.all(inOrder, { concurrency: "unbounded", discard: true })
        yield* Effect.provideService(together, Transaction, racing)
        expect(arrivals()).toBe(3)
        const keys = [hash, ...minted]
        expect(yield* Effect.forEach(keys, isDisabled)).toEqual(keys.map(() => true))
      }
    })
  )
})
