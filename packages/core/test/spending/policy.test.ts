import { describe, expect } from "@effect/vitest"
import {
  addOrganizationMember,
  assignKeys,
  assignMembers,
  createGuardrail,
  createKey,
  deleteGuardrail,
  type Guardrail,
  NewOrganizationMember,
  PolicyRefused,
  Provider,
  SecretKey,
  unassignKeys,
  unassignMembers,
  updateGuardrail
} from "@tollgate/core"
import { aGuardrail, aGuardrailPatch, aKey, members } from "@tollgate/testing"
import { Effect, Either } from "effect"
import { judgePolicy, listedProviders } from "../../src/spending/rules/judgePolicy.js"
import { inMemory, read } from "../support/account.js"
import { usd } from "./support/samples.js"
import { openSpender } from "./support/spender.js"

const owner = "Acme-owner"

/** A guardrail that the owner of the ordinary key has. */
const guarded = (input: Parameters<typeof aGuardrail>[0]) =>
  Effect.gen(function* () {
    const account = yield* openSpender
    const guardrail = yield* account.asManager(createGuardrail(aGuardrail(input)))
    yield* account.asManager(assignMembers(guardrail.id, members(owner)))
    return { ...account, guardrail }
  })

describe("The guardrail of a key's user", () => {
  inMemory("refuses models that are ignored or not allowed, every one of a request", () =>
    Effect.gen(function* () {
      const { guardrail, hold, ordinaryKey } = yield* guarded({
        allowed_models: ["acme/writer", "acme/reader"],
        ignored_models: ["acme/reader"]
      })
      const refused = new PolicyRefused({
        reason: "model_not_allowed",
        guardrail_id: guardrail.id,
        scope: "guardrail_member"
      })
      yield* hold(ordinaryKey, { models: ["acme/writer"] })
      for (const models of [["acme/reader"], ["acme/Writer"], ["acme/writer", "acme/other"]]) {
        expect(yield* Effect.flip(hold(ordinaryKey, { models }))).toEqual(refused)
      }
    })
  )

  inMemory("refuses other providers, and binds a request that names none", () =>
    Effect.gen(function* () {
      const { hold, ordinaryKey, settle } = yield* guarded({
        allowed_providers: ["openai", "azure"],
        ignored_providers: ["azure"]
      })
      const refused = yield* Effect.flip(hold(ordinaryKey, { provider: "azure" }))
      expect(refused).toMatchObject({ _tag: "PolicyRefused", reason: "provider_not_allowed" })
      const { data, providers } = yield* hold(ordinaryKey)
      expect(providers).toEqual(["openai"])
      const settled = yield* settle(data.id, { cost: usd(0.5), provider: "azure", model: "acme/other" })
      expect(settled).toMatchObject({ provider: "azure", flags: ["outside_policy"] })
    })
  )

  inMemory("marks a settlement by another provider than it asked for or was allowed, and no other", () =>
    Effect.gen(function* () {
      const { hold, ordinaryKey, settle } = yield* guarded({ allowed_providers: ["openai", "azure"] })
      const served = (asked: "openai" | undefined, provider: "openai" | "azure" | "mistral") =>
        Effect.gen(function* () {
          const { data } = yield* hold(ordinaryKey, { provider: asked })
          const { flags } = yield* settle(data.id, { cost: usd(0.5), provider, model: "acme/writer" })
          return flags
        })
      expect([yield* served("openai", "openai"), yield* served(undefined, "azure")]).toEqual([[], []])
      expect(yield* served("openai", "azure")).toEqual(["outside_policy"])
      expect(yield* served(undefined, "mistral")).toEqual(["outside_policy"])
    })
  )

  inMemory("refuses providers that are ignored alone, and leaves all others", () =>
    Effect.gen(function* () {
      const { hold, ordinaryKey } = yield* guarded({ ignored_providers: ["azure"] })
      expect(yield* Effect.flip(hold(ordinaryKey, { provider: "azure" }))).toMatchObject({
        _tag: "PolicyRefused",
        reason: "provider_not_allowed"
      })
      const { providers } = yield* hold(ordinaryKey)
      expect(providers).toEqual(Provider.literals.filter((provider) => provider !== "azure"))
    })
  )

  inMemory("requires zero data retention", () =>
    Effect.gen(function* () {
      const { hold, ordinaryKey } = yield* guarded({ enforce_zdr: true })
      expect(yield* Effect.flip(hold(ordinaryKey))).toMatchObject({ reason: "zdr_required" })
      const { providers } = yield* hold(ordinaryKey, { zdr: true })
      expect(providers).toBeNull()
    })
  )

  inMemory("limits all keys of a member together, and each member by itself", () =>
    Effect.gen(function* () {
      const { asManager, guardrail, hold, ordinaryKey } = yield* guarded({ limit_usd: 2, reset_interval: "daily" })
      for (const user_id of ["ada", "bob"]) {
        yield* asManager(addOrganizationMember(read(NewOrganizationMember)({ user_id })))
      }
      yield* asManager(assignMembers(guardrail.id, members("ada")))
      const { key: second } = yield* asManager(createKey(aKey()))
      const { key: adas } = yield* asManager(createKey(aKey({ creator_user_id: "ada" })))
      const { key: bobs } = yield* asManager(createKey(aKey({ creator_user_id: "bob" })))
      yield* hold(ordinaryKey)
      yield* hold(second)
      const refused = {
        _tag: "BudgetExceeded",
        budgets: [{ scope: "guardrail_member", id: guardrail.id, window: "daily", held: usd(2), limit: usd(2) }]
      }
      expect(yield* Effect.flip(hold(second))).toMatchObject(refused)
      yield* hold(adas, { amount: 2 })
      expect(yield* Effect.flip(hold(bobs, { user_id: "ada" }))).toMatchObject(refused)
      yield* hold(bobs, { amount: 5 })
    })
  )

  inMemory("limits a key that is assigned to it, by a counter of its own, and judges its models", () =>
    Effect.gen(function* () {
      const { asManager, hold, ordinaryKey } = yield* openSpender
      const guardrail = yield* asManager(
        createGuardrail(aGuardrail({ limit_usd: 1, reset_interval: "daily", ignored_models: ["acme/reader"] }))
      )
      const { key: second } = yield* asManager(createKey(aKey()))
      const hash = SecretKey.hash(ordinaryKey)
      yield* asManager(assignKeys(guardrail.id, { key_hashes: [hash] }))
      const refused = new PolicyRefused({
        reason: "model_not_allowed",
        guardrail_id: guardrail.id,
        scope: "guardrail_key"
      })
      expect(yield* Effect.flip(hold(ordinaryKey, { models: ["acme/reader"] }))).toEqual(refused)
      yield* hold(ordinaryKey)
      expect(yield* Effect.flip(hold(ordinaryKey))).toMatchObject({
        _tag: "BudgetExceeded",
        budgets: [{ scope: "guardrail_key", id: guardrail.id, window: "daily", held: usd(1), limit: usd(1) }]
      })
      yield* hold(second, { amount: 5, models: ["acme/reader"] })
      yield* asManager(unassignKeys(guardrail.id, { key_hashes: [hash] }))
      yield* hold(ordinaryKey, { models: ["acme/reader"] })
    })
  )

  inMemory("acts as it is now: changed, taken away, given back with its counter, deleted", () =>
    Effect.gen(function* () {
      const { asManager, guardrail, hold, ordinaryKey } = yield* guarded({ limit_usd: 1, reset_interval: "monthly" })
      const isRefused = Effect.map(Effect.either(hold(ordinaryKey)), Either.isLeft)
      yield* hold(ordinaryKey)
      expect(yield* isRefused).toBe(true)
      yield* asManager(updateGuardrail(guardrail.id, aGuardrailPatch({ limit_usd: 2 })))
      expect([yield* isRefused, yield* isRefused]).toEqual([false, true])
      yield* asManager(unassignMembers(guardrail.id, members(owner)))
      expect(yield* isRefused).toBe(false)
      yield* asManager(assignMembers(guardrail.id, members(owner)))
      expect(yield* isRefused).toBe(true)
      yield* asManager(deleteGuardrail(guardrail.id))
      expect(yield* isRefused).toBe(false)
    })
  )
})

describe("judgePolicy", () => {
  inMemory("compares what a model may mean with the allowed models, and all its names with the ignored ones", () =>
    Effect.gen(function* () {
      const { guardrail } = yield* guarded({ allowed_models: ["acme/writer"], ignored_models: ["Writer-Beta"] })
      const judge = (names: ReadonlyArray<string>, ...meant: ReadonlyArray<ReadonlyArray<string>>) => {
        const models = [{ meant, names: new Set(names) }]
        return Either.isRight(
          judgePolicy([{ guardrail, scope: "guardrail_key" }], { models, provider: null, zdr: false })
        )
      }
      expect(judge([], ["writer", "acme/writer"])).toBe(true)
      expect(judge([], ["writer"])).toBe(false)
      expect(judge([], ["writer", "acme/writer"], ["writer", "other"])).toBe(false)
      expect(judge(["writer-beta"], ["acme/writer"])).toBe(false)
    })
  )

  inMemory("leaves the providers that every guardrail allows and none ignores, in whatever order they are judged", () =>
    Effect.gen(function* () {
      const { guardrail } = yield* guarded({})
      const judge = (provider: string | null, ...rules: ReadonlyArray<Partial<Guardrail>>) => {
        const applied = rules.map((its) => ({ guardrail: { ...guardrail, ...its }, scope: "guardrail_key" }) as const)
        return Either.map(judgePolicy(applied, { models: [], provider, zdr: false }), listedProviders)
      }
      const ignoring = { ignored_providers: ["azure"] }
      const allowing = { allowed_providers: ["vllm", "azure", "openai"] }
      const other = { allowed_providers: ["openai", "vllm", "vllm"] }
      expect(judge(null)).toEqual(Either.right(null))
      expect(judge("vllm", { ignored_providers: [] })).toEqual(Either.right(null))
      for (const rules of [
        [ignoring, allowing, other],
        [other, allowing, ignoring]
      ]) {
        expect(judge(null, ...rules)).toEqual(Either.right(["openai", "vllm"]))
        expect(judge("vllm", ...rules)).toEqual(Either.right(["openai", "vllm"]))
        expect(judge("azure", ...rules)).toMatchObject({ left: { reason: "provider_not_allowed" } })
      }
      expect(judge(null, ignoring, { allowed_providers: ["azure"] })).toMatchObject({
        left: { reason: "provider_not_allowed" }
      })
    })
  )
})
