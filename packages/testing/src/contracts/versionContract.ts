import { expect } from "@effect/vitest"
import { type ScopeRef, SpendingStore, type Stores, Transaction, Vault } from "@tollgate/core/storage"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as TestAccount from "../TestAccount.js"
import { contract } from "./contract.js"
import { aSpendingKey, changingAgain, type SpendingKey, versionChanges } from "./versions/versionChanges.js"

/** The scopes whose versions guard what admissions of a key are judged by. */
const guardsOf = ({ hash, organization_id, workspace_id }: SpendingKey): ReadonlyArray<ScopeRef> => [
  { organization_id, kind: "key", guardrail_id: null, subject: hash },
  { organization_id, kind: "workspace", guardrail_id: null, subject: workspace_id },
  { organization_id, kind: "organization", guardrail_id: null, subject: organization_id }
]

/** The versions of the scopes of a key, its workspace and its organization; 0 for a scope that does not exist. */
const versionsOf = Effect.fnUntraced(function* (key: SpendingKey) {
  const store = yield* SpendingStore
  const now = yield* Clock.currentTimeMillis
  const versions = Effect.forEach(guardsOf(key), (ref) =>
    Effect.map(store.scopes([ref], now), ([scope]) => scope?.version ?? 0)
  )
  return yield* versions
})

/** What becomes of the versions of several scopes. */
const movement = (before: ReadonlyArray<number>, after: ReadonlyArray<number>) => {
  const moved = after.map((version, index) => version - (before[index] ?? 0))
  if (moved.some((by) => by < 0)) return "fallen"
  return moved.some((by) => by > 0) ? "risen" : "the same"
}

type Act<A> = Effect.Effect<A, unknown, Stores>

/** Looks at the versions of a key's scopes, and makes a change. */
type Watch = (act: Act<unknown>, versions: Act<ReadonlyArray<number>>) => Act<string>

/** What becomes of the versions with each change, which has a key of its own. */
const movements = (watch: Watch) =>
  Effect.gen(function* () {
    const { asManager } = yield* TestAccount.make()
    const moved: Record<string, string> = {}
    for (const [name, ready] of Object.entries(versionChanges)) {
      const key = yield* Effect.provide(aSpendingKey, asManager)
      const vault = yield* Vault
      const act = Effect.provide(yield* Effect.provide(ready(key), asManager), asManager)
      moved[name] = yield* watch(Effect.provideService(act, Vault, vault), versionsOf(key))
    }
    return moved
  }).pipe(Effect.provideServiceEffect(Vault, Vault.makeEphemeral))

const during = (versions: Act<ReadonlyArray<number>>, act: Act<unknown>) =>
  Effect.gen(function* () {
    const before = yield* versions
    yield* act
    return movement(before, yield* versions)
  })

const each = (moved: (name: string) => string) =>
  Object.fromEntries(Object.keys(versionChanges).map((name) => [name, moved(name)]))

/**
 * Promises of every storage about the versions of scopes, by which a process learns that what it keeps of a key, its workspace and its
 * organization is out of date.
 */
export const versionContract = contract<Stores>("A version that guards a key's admissions", (promise) => {
  promise("rises with every change of a right, or of what an admission shows", () =>
    Effect.gen(function* () {
      expect(yield* movements((act, versions) => during(versions, act))).toEqual(each(() => "risen"))
    })
  )

  promise("stays with a repetition that changes nothing or is refused", () =>
    Effect.gen(function* () {
      const repeated = yield* movements((act, versions) => Effect.zipRight(act, during(versions, Effect.exit(act))))
      expect(repeated).toEqual(each((name) => (changingAgain.has(name) ? "risen" : "the same")))
    })
  )

  promise("stays with a change whose transaction is undone", () =>
    Effect.gen(function* () {
      const { run } = yield* Transaction
      const undone = yield* movements((act, versions) =>
        during(versions, Effect.flip(run(Effect.zipRight(act, Effect.fail("undone")))))
      )
      expect(undone).toEqual(each(() => "the same"))
    })
  )
})
