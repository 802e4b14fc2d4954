import { describe, expect, it } from "@effect/vitest"
import { assignMembers, createGuardrail, Memory, updateGuardrail, updateKey } from "@tollgate/core"
import { GuardrailStore, Transaction, WorkspaceStore } from "@tollgate/core/storage"
import { aGuardrail, aGuardrailPatch, aKeyPatch, members } from "@tollgate/testing"
import { Effect } from "effect"
import { KeptRules, type Rules } from "../../src/spending/KeptRules.js"
import { inMemory } from "../support/account.js"
import { openSpender } from "./support/spender.js"

const opened = Effect.gen(function* () {
  const account = yield* openSpender
  const guardrail = yield* account.asManager(createGuardrail(aGuardrail({ allowed_models: ["acme/writer"] })))
  yield* account.asManager(assignMembers(guardrail.id, members("Acme-owner")))
  const allow = (...allowed_models: ReadonlyArray<string>) =>
    account.asManager(updateGuardrail(guardrail.id, aGuardrailPatch({ allowed_models: [...allowed_models] })))
  return { ...account, allow }
})

describe("What a request is judged by", () => {
  inMemory("is read once for many requests of a key, but for the key itself", () =>
    Effect.gen(function* () {
      const { asManager, hold, ordinaryHash, ordinaryKey } = yield* opened
      const [guardrails, workspaces] = [yield* GuardrailStore, yield* WorkspaceStore]
      const read: Array<string> = []
      const reading =
        <A extends ReadonlyArray<unknown>, B>(name: string, f: (...args: A) => B) =>
        (...args: A): B => {
          read.push(name)
          return f(...args)
        }
      const watched = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
        effect.pipe(
          Effect.provideService(GuardrailStore, {
            ...guardrails,
            ofKey: reading("ofKey", guardrails.ofKey),
            ofMember: reading("ofMember", guardrails.ofMember)
          }),
          Effect.provideService(WorkspaceStore, {
            ...workspaces,
            findMember: reading("findMember", workspaces.findMember)
          })
        )
      yield* watched(hold(ordinaryKey))
      expect(read.splice(0)).toEqual(["findMember", "ofKey", "ofMember"])
      yield* asManager(updateKey(ordinaryHash, aKeyPatch({ name: "Renamed" })))
      const { key_holder } = yield* watched(hold(ordinaryKey))
      expect(key_holder.key.name).toBe("Renamed")
      expect(read).toEqual([])
      yield* asManager(updateKey(ordinaryHash, aKeyPatch({ limit: 50 })))
      yield* watched(hold(ordinaryKey))
      expect(read).toEqual(["findMember", "ofKey", "ofMember"])
    })
  )

  inMemory("allows at once what a changed guardrail allows, and refuses at once what it refuses", () =>
    Effect.gen(function* () {
      const { allow, hold, ordinaryKey } = yield* opened
      yield* hold(ordinaryKey)
      yield* allow("acme/other")
      yield* hold(ordinaryKey, { models: ["acme/other"] })
      expect(yield* Effect.flip(hold(ordinaryKey))).toMatchObject({ _tag: "PolicyRefused" })
    })
  )

  it("is kept for the last 10,000 keys, and read anew for those before", () => {
    const kept = KeptRules.of({})
    const rules: Rules = { versions: [], guardrails: [] }
    for (let key = 0; key <= 10_000; key++) kept.set(`key ${key}`, { rules, began: 1 })
    expect([0, 1, 10_000].map((key) => kept.get(`key ${key}`)?.rules)).toEqual([undefined, rules, rules])
  })

  it.effect("is not what a transaction read that was rolled back", () =>
    Effect.gen(function* () {
      const { allow, hold, ordinaryKey } = yield* opened
      const { run } = yield* Transaction
      const other = { models: ["acme/other"] }
      const rolledBack = Effect.zipRight(
        Effect.zipRight(allow("acme/other"), hold(ordinaryKey, other)),
        Effect.fail("no")
      )
      yield* Effect.flip(run(rolledBack))
      // A change like that raises the versions to the same numbers.
      yield* allow("acme/reader")
      expect(yield* Effect.flip(hold(ordinaryKey, other))).toMatchObject({ _tag: "PolicyRefused" })
      yield* hold(ordinaryKey, { models: ["acme/reader"] })
    }).pipe(Effect.provide(Memory.layer))
  )
})
