import { expect } from "@effect/vitest"
import * as Core from "@tollgate/core"
import type { Stores } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { aGuardrail, aGuardrailPatch, keyHashes } from "../guardrails.js"
import { aKey, aKeyPatch } from "../keys.js"
import { aHold } from "../spending.js"
import * as TestAccount from "../TestAccount.js"
import { aPooledBudget, aWorkspace } from "../workspaces.js"
import { contract } from "./contract.js"

/** A key in a workspace of its own, with one open hold, and how its next request is answered, which is released again. */
const opened = (limits: { readonly key?: number | null; readonly workspace?: number | null } = {}) =>
  Effect.gen(function* () {
    const { asManager, organization } = yield* TestAccount.make()
    const managing = Effect.provide(asManager)
    const gateway = Effect.provideService(Core.GatewayCaller, { organizationId: organization.id })
    const workspace = yield* managing(Core.createWorkspace(aWorkspace({ max_in_flight: limits.workspace ?? null })))
    yield* managing(Core.addWorkspaceMembers(workspace.id, { user_ids: [organization.owner_user_id] }))
    const { data, key } = yield* managing(
      Core.createKey(aKey({ workspace_id: workspace.id, max_in_flight: limits.key ?? null }))
    )
    const ask = gateway(Effect.either(Core.authorize(aHold(key))))
    const first = yield* Effect.flatten(ask)
    const next = Effect.gen(function* () {
      const answer = yield* ask
      if (Either.isLeft(answer)) return answer.left._tag === "TooManyInFlight" ? answer.left.scopes : answer.left
      yield* gateway(Core.release(answer.right.data.id))
      return "admitted" as const
    })
    return { ask, first, gateway, hash: data.hash, managing, next, workspace }
  })

const full = (scope: string, id: string) => [{ scope, id, max_in_flight: 1, in_flight: 1 }]

/** Promises of every storage about the number of open holds that keys, guardrails and workspaces admit. */
export const inFlightContract = contract<Stores>("The number of open holds", (promise) => {
  promise("is limited by a key from its creation on, and each change acts on the next request", () =>
    Effect.gen(function* () {
      const { hash, managing, next } = yield* opened({ key: 1 })
      const set = (max_in_flight: number | null) => managing(Core.updateKey(hash, aKeyPatch({ max_in_flight })))
      expect(yield* next).toEqual(full("key", hash))
      expect(yield* set(2)).toMatchObject({ max_in_flight: 2 })
      expect(yield* next).toBe("admitted")
      yield* set(1)
      expect(yield* next).toEqual(full("key", hash))
      yield* set(null)
      expect(yield* next).toBe("admitted")
    })
  )

  promise("is limited by a guardrail for each key, from its assignment on", () =>
    Effect.gen(function* () {
      const { ask, hash, managing, next, workspace } = yield* opened()
      const { id } = yield* managing(Core.createGuardrail(aGuardrail({ workspace_id: workspace.id, max_in_flight: 1 })))
      expect(yield* next).toBe("admitted")
      yield* managing(Core.assignKeys(id, keyHashes(hash)))
      // The open hold was not of the guardrail.
      expect(Either.isRight(yield* ask)).toBe(true)
      expect(yield* next).toEqual(full("guardrail_key", id))
      yield* managing(Core.updateGuardrail(id, aGuardrailPatch({ max_in_flight: 2 })))
      expect(yield* next).toBe("admitted")
      yield* managing(Core.unassignKeys(id, keyHashes(hash)))
      expect(yield* next).toBe("admitted")
    })
  )

  promise("is limited by a workspace from its creation on, beside its pooled budgets, which each change keeps", () =>
    Effect.gen(function* () {
      const { managing, next, workspace } = yield* opened({ workspace: 1 })
      const { id } = workspace
      const set = (max_in_flight: number | null) => managing(Core.updateWorkspace(id, { max_in_flight }))
      const limits = Effect.map(managing(Core.listWorkspaceBudgets(id)), (budgets) =>
        budgets.map(({ interval, limit_usd }) => [interval, Core.Usd.toNumber(limit_usd)])
      )
      expect(yield* next).toEqual(full("workspace", id))
      yield* managing(Core.setWorkspaceBudget(id, "daily", aPooledBudget({ limit_usd: 50 })))
      expect(yield* next).toEqual(full("workspace", id))
      yield* managing(Core.setWorkspaceBudget(id, "monthly", aPooledBudget({ limit_usd: 100 })))
      expect(yield* set(2)).toMatchObject({ max_in_flight: 2 })
      expect(yield* next).toBe("admitted")
      yield* set(1)
      yield* managing(Core.deleteWorkspaceBudget(id, "daily"))
      expect(yield* next).toEqual(full("workspace", id))
      expect(yield* limits).toEqual([["monthly", 100]])
      yield* set(null)
      expect(yield* next).toBe("admitted")
      expect(yield* limits).toEqual([["monthly", 100]])
    })
  )

  promise("of a workspace is that of its record after concurrent changes of it and of its pooled budgets", () =>
    Effect.gen(function* () {
      const { ask, first, gateway, managing, workspace } = yield* opened()
      const { id } = workspace
      yield* gateway(Core.release(first.data.id))
      const changes = Array.from({ length: 12 }, (_, n) => [
        Effect.asVoid(managing(Core.updateWorkspace(id, { max_in_flight: (n % 4) + 1 }))),
        Effect.asVoid(
          managing(Core.updateWorkspace(id, { max_in_flight: n % 2 === 0 ? null : 3, name: `Named ${n}` }))
        ),
        Effect.asVoid(managing(Core.setWorkspaceBudget(id, "monthly", aPooledBudget({ limit_usd: 100 + n })))),
        Effect.asVoid(managing(Core.setWorkspaceBudget(id, "lifetime", aPooledBudget({ limit_usd: 1000 + n }))))
      ]).flat()
      yield* Effect.all(changes, { concurrency: "unbounded", discard: true })
      yield* managing(Core.updateWorkspace(id, { name: "Last" }))
      const { max_in_flight } = yield* managing(Core.getWorkspace(id))
      const answers = yield* Effect.replicateEffect(ask, 6)
      expect(answers.filter(Either.isRight)).toHaveLength(max_in_flight ?? 6)
      expect(yield* managing(Core.listWorkspaceBudgets(id))).toHaveLength(2)
    })
  )
})
