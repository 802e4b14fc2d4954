import { readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "@effect/vitest"
import { authenticate, createWorkspace, recordUsage, SlugTaken, updateKey } from "@tollgate/core"
import { PresetStore, WorkspaceStore } from "@tollgate/core/storage"
import { aKeyPatch, aWorkspace, someUsage, TestAccount, travel, travelTo } from "@tollgate/testing"
import { DateTime, Effect, Layer, Option } from "effect"

describe("TestAccount", () => {
  it.effect("is a whole account in one line", () =>
    Effect.gen(function* () {
      const account = yield* TestAccount.make()
      const { organization, workspace } = account
      expect(organization.default_workspace_id).toBe(workspace.id)
      expect(yield* authenticate(account.managementKey)).toEqual(account.manager)
      expect(yield* authenticate(account.ordinaryKey)).toEqual(account.ordinary)
      expect([account.manager.kind, account.ordinary.kind]).toEqual(["management", "ordinary"])
      const create = createWorkspace(aWorkspace())
      const made = yield* Effect.provide(create, account.asManager)
      const workspaces = yield* WorkspaceStore
      expect(yield* workspaces.find(organization.id, made.id)).toEqual(Option.some(made))
      expect(yield* Effect.flip(Effect.provide(create, account.asHost))).toEqual(
        new SlugTaken({ resource: "workspace", slug: "research" })
      )
    }).pipe(Effect.provide(TestAccount.layer))
  )

  it.effect("forks into two that do not see each other's changes", () =>
    Effect.gen(function* () {
      const account = yield* TestAccount.make()
      const fork = yield* TestAccount.fork
      const rename = (name: string) =>
        updateKey(account.ordinaryHash, aKeyPatch({ name })).pipe(Effect.provide(account.asManager))
      const look = updateKey(account.ordinaryHash, {}).pipe(Effect.provide(account.asManager))
      yield* rename("Here")
      const [before, after] = yield* Effect.all([look, Effect.zipRight(rename("There"), look)]).pipe(
        Effect.provide(fork)
      )
      expect([before.name, after.name, (yield* look).name]).toEqual(["Ordinary key", "There", "Here"])
    }).pipe(Effect.provide(TestAccount.layer))
  )

  it.effect("forks once: what is provided with the fork later sees what was changed there before", () =>
    Effect.gen(function* () {
      const account = yield* TestAccount.make()
      const fork = yield* TestAccount.fork
      const change = (input: Parameters<typeof aKeyPatch>[0]) =>
        updateKey(account.ordinaryHash, aKeyPatch(input)).pipe(Effect.provide(account.asManager))
      yield* Effect.provide(change({ name: "There" }), fork)
      expect([(yield* Effect.provide(change({}), fork)).name, (yield* change({})).name]).toEqual([
        "There",
        "Ordinary key"
      ])
    }).pipe(Effect.provide(TestAccount.layer))
  )

  it.effect("is not forked, in a sentence, where another layer provides one of its stores", () =>
    Effect.gen(function* () {
      yield* TestAccount.make()
      const refused = yield* Effect.flip(TestAccount.fork)
      expect(refused).toEqual(new TestAccount.ForkRefused({ stores: ["WorkspaceStore", "PresetStore"] }))
      expect(refused.message).toBe(
        "TestAccount.fork copies only the stores of TestAccount.layer. Another layer provides WorkspaceStore, PresetStore."
      )
    }).pipe(
      Effect.provide(
        Layer.merge(
          Layer.effect(
            WorkspaceStore,
            Effect.map(WorkspaceStore, (store) => ({ ...store }))
          ),
          Layer.fresh(Layer.project(TestAccount.layer, PresetStore, PresetStore, (store) => store))
        ).pipe(Layer.provideMerge(TestAccount.layer))
      )
    )
  )

  it.effect("travels in time, forth and back", () =>
    Effect.gen(function* () {
      const account = yield* TestAccount.make()
      const spend = recordUsage(account.ordinaryHash, someUsage({ usage: 2 })).pipe(Effect.provide(account.asManager))
      yield* travelTo("2026-03-31T23:30:00Z")
      expect((yield* spend).usage_daily).toBe(2_000_000_000n)
      yield* travel("1 hour")
      expect(DateTime.formatIso(yield* DateTime.now)).toBe("2026-04-01T00:30:00.000Z")
      const next = yield* spend
      expect([next.usage_daily, next.usage_weekly, next.usage_monthly, next.usage]).toEqual([
        2_000_000_000n,
        4_000_000_000n,
        2_000_000_000n,
        4_000_000_000n
      ])
      yield* travelTo("2026-03-31T23:30:00Z")
      expect((yield* spend).usage_daily).toBe(4_000_000_000n)
    }).pipe(Effect.provide(TestAccount.layer))
  )

  it("needs no test runner: only the contracts import one", () => {
    const folder = fileURLToPath(new URL("../src", import.meta.url))
    const files = readdirSync(folder).filter((name) => name.endsWith(".ts"))
    expect(
      files.filter((name) =>
        /^(import|export|\} from) .*["'](@effect\/)?vitest/m.test(readFileSync(`${folder}/${name}`, "utf8"))
      )
    ).toEqual([])
  })
})
