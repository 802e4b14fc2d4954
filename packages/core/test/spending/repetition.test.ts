import { describe, expect } from "@effect/vitest"
import {
  addOrganizationMember,
  assignMembers,
  createByokCredential,
  createGuardrail,
  createKey,
  deleteByokCredential,
  HoldConflict,
  NewOrganizationMember,
  replacePrices,
  updateGuardrail
} from "@tollgate/core"
import {
  aByokCredential,
  aGuardrail,
  aGuardrailPatch,
  aKey,
  aPriceBook,
  aRateCard,
  members,
  travel
} from "@tollgate/testing"
import { DateTime, Effect } from "effect"
import { inMemory, read } from "../support/account.js"
import { idOf } from "./support/samples.js"
import { openSpender } from "./support/spender.js"

/** An account with prices and a credential, and a hold whose creation states every term. */
const opened = Effect.gen(function* () {
  const spender = yield* openSpender
  const now = (yield* DateTime.now).epochMillis
  const { asManager, hold, ordinaryKey } = spender
  const card = (model: string, input: number) => aRateCard({ provider: "openai", model, rates: { input, output: 1 } })
  const price = (input: number) => replacePrices(aPriceBook(card("writer", input), card("reader", input)))
  yield* price(1)
  yield* asManager(addOrganizationMember(read(NewOrganizationMember)({ user_id: "bob" })))
  const credential = yield* asManager(createByokCredential(aByokCredential({ provider: "openai" })))
  const id = idOf(1, now)
  const terms = {
    id,
    models: ["writer", "reader"],
    provider: "openai",
    credential: "any",
    user_id: "Acme-owner",
    zdr: true,
    lease_seconds: 60,
    instance: "one",
    labels: { team: "blue" }
  } as const
  const byAmount = { ...terms, amount: 1 }
  const byUsage = { ...terms, amount: undefined, usage: { input: 1_000_000 } }
  return {
    ...spender,
    byAmount,
    byUsage,
    credential,
    id,
    price,
    create: (input: typeof terms | object) => hold(ordinaryKey, input)
  }
})

const others = {
  models: { models: ["reader", "writer"] },
  provider: { provider: undefined },
  "credential: own": { credential: "own" },
  "credential: byok": { credential: "byok" },
  user_id: { user_id: "bob" },
  zdr: { zdr: false },
  lease_seconds: { lease_seconds: 61 },
  instance: { instance: "two" },
  labels: { labels: { team: "red" } },
  "fewer labels": { labels: {} }
} as const

const amounts = {
  ...others,
  amount: { amount: 2 },
  "a usage of the same price": { amount: undefined, usage: { input: 1_000_000 } }
}

const usages = {
  ...others,
  usage: { usage: { input: 1_000_001 } },
  "a usage of the same price": { usage: { cache_read: 1_000_000 } },
  "the amount": { amount: 1, usage: undefined }
}

describe("The repetition of a creation", () => {
  inMemory("that states an amount conflicts if one of its terms is another", () =>
    Effect.gen(function* () {
      const { byAmount, create, id } = yield* opened
      const first = yield* create(byAmount)
      expect(yield* create({ ...byAmount, models: [...byAmount.models] })).toEqual({ ...first, repeated: true })
      for (const [name, other] of Object.entries(amounts)) {
        expect([name, yield* Effect.flip(create({ ...byAmount, ...other }))]).toEqual([name, new HoldConflict({ id })])
      }
    })
  )

  inMemory("that states a usage conflicts if one of its terms is another", () =>
    Effect.gen(function* () {
      const { byUsage, create, id } = yield* opened
      const first = yield* create(byUsage)
      const same = { ...byUsage, usage: { output: 0, input: 1_000_000 } }
      expect(yield* create(same)).toEqual({ ...first, repeated: true })
      for (const [name, other] of Object.entries(usages)) {
        expect([name, yield* Effect.flip(create({ ...byUsage, ...other }))]).toEqual([name, new HoldConflict({ id })])
      }
    })
  )

  inMemory("that states another key conflicts", () =>
    Effect.gen(function* () {
      const { asManager, byAmount, create, hold, id } = yield* opened
      yield* create(byAmount)
      const { key } = yield* asManager(createKey(aKey()))
      expect(yield* Effect.flip(hold(key, byAmount))).toEqual(new HoldConflict({ id }))
    })
  )

  inMemory("needs no price any more, and keeps the amount of the creation", () =>
    Effect.gen(function* () {
      const { byUsage, create, price } = yield* opened
      const first = yield* create(byUsage)
      yield* travel("1 second")
      yield* price(5)
      expect(yield* create(byUsage)).toMatchObject({ data: first.data, repeated: true })
      yield* replacePrices(aPriceBook())
      expect(yield* create(byUsage)).toMatchObject({ data: first.data, repeated: true })
    })
  )

  inMemory("returns the plan and the providers of the creation, whatever guardrails and credentials are by now", () =>
    Effect.gen(function* () {
      const { asManager, byAmount, create, id, sent } = yield* opened
      const guardrail = yield* asManager(createGuardrail(aGuardrail({ allowed_providers: ["openai", "azure"] })))
      yield* asManager(assignMembers(guardrail.id, members("Acme-owner")))
      const first = yield* create(byAmount)
      expect(first.providers).toEqual(["azure", "openai"])
      const added = yield* asManager(createByokCredential(aByokCredential({ provider: "openai" })))
      expect(yield* create(byAmount)).toEqual({ ...first, repeated: true })
      expect(yield* Effect.flip(sent(id, { credential_id: added.id }))).toMatchObject({ _tag: "InvalidInput" })
      const patches = [{ allowed_providers: ["azure"] }, { ignored_models: ["reader"] }, { enforce_zdr: true }]
      for (const patch of patches) {
        yield* asManager(updateGuardrail(guardrail.id, aGuardrailPatch(patch)))
        const { budgets: _, ...again } = yield* create(byAmount)
        const { budgets: __, ...before } = first
        expect(again).toEqual({ ...before, repeated: true })
      }
      expect(yield* Effect.flip(create({ ...byAmount, amount: 2 }))).toEqual(new HoldConflict({ id }))
      yield* sent(id)
      expect(yield* Effect.flip(create(byAmount))).toMatchObject({ _tag: "HoldEnded" })
    })
  )

  inMemory("shows a credential of the plan that is gone without its name and label", () =>
    Effect.gen(function* () {
      const { asManager, byAmount, create, credential } = yield* opened
      const byok = { ...byAmount, credential: "byok" }
      const first = yield* create(byok)
      expect(yield* create(byok)).toEqual({ ...first, repeated: true })
      yield* asManager(deleteByokCredential(credential.id))
      const gone = { id: credential.id, provider: "openai", name: null, label: null }
      expect(yield* create(byok)).toEqual({
        ...first,
        plan: { credentials: [gone], left_out: [] },
        repeated: true
      })
    })
  )
})

describe("A request that uses only the organization's credentials", () => {
  inMemory("is refused if no credential of its workspace serves it, before anything is set aside", () =>
    Effect.gen(function* () {
      const { asManager, hold, ordinaryKey } = yield* openSpender
      const expected = "own or any, because no credential of the workspace can serve the request"
      const refused = { _tag: "InvalidInput", issues: [{ path: ["credential"], expected }] }
      for (const dry_run of [false, true]) {
        expect(yield* Effect.flip(hold(ordinaryKey, { credential: "byok", dry_run }))).toMatchObject(refused)
      }
      yield* asManager(createByokCredential(aByokCredential({ provider: "azure" })))
      expect(yield* Effect.flip(hold(ordinaryKey, { credential: "byok", provider: "openai" }))).toMatchObject(refused)
      expect((yield* hold(ordinaryKey, { credential: "byok" })).plan.credentials).toHaveLength(1)
    })
  )
})
