import { execFile } from "node:child_process"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { promisify } from "node:util"
import { describe, expect, it } from "@effect/vitest"
import { addOrganizationMember, createPreset, Memory, replaceImageModels, UserId } from "@tollgate/core"
import { aCatalog, anImageModel, aPreset, TestAccount } from "@tollgate/testing/accounts"
import { Effect, Layer, Redacted } from "effect"
import { callAll } from "./harness/sdkCalls.mjs"
import { serverOver } from "./harness/server.js"
import { temporaryFolder } from "./harness/stores.js"

/** What a version of the SDK finds wrong with each method that manages an account; an empty folder gets its packages. */
const findings = (version: string) =>
  Effect.gen(function* () {
    const cwd = yield* temporaryFolder
    writeFileSync(join(cwd, "package.json"), "{}")
    yield* Effect.promise(() =>
      promisify(execFile)("npm", ["install", "--ignore-scripts", `@openrouter/sdk@${version}`], { cwd })
    )
    const main = pathToFileURL(join(cwd, "node_modules/@openrouter/sdk/esm/index.js")).href
    const { OpenRouter } = yield* Effect.promise(() => import(/* @vite-ignore */ main))

    const stores = yield* Layer.build(Layer.fresh(Memory.layer))
    const { asManager, managementKey } = yield* Effect.provide(TestAccount.make(), stores)
    yield* Effect.all([
      addOrganizationMember({ user_id: UserId.make("grace"), role: "member" }),
      createPreset(aPreset({ slug: "support" })),
      replaceImageModels(aCatalog(anImageModel({ id: "acme/painter" })))
    ]).pipe(Effect.provide(asManager), Effect.provide(stores))
    const serverURL = yield* serverOver(stores)
    const sdk = new OpenRouter({ apiKey: Redacted.value(managementKey), serverURL })
    return yield* Effect.promise(() => callAll(sdk, { member: "grace", preset: "support", imageModel: "acme/painter" }))
  })

const LOGGING = [
  "default_image_model, default_provider_sort, default_text_model, io_logging_api_key_ids, io_logging_sampling_rate",
  "is_data_discount_logging_enabled, is_observability_broadcast_enabled, is_observability_io_logging_enabled"
].join(", ")
const BUDGET = "created_at, id, reset_interval, updated_at, workspace_id"

/** The fields that version 0.13.43 requires beside the contract, by method. */
const required: Readonly<Record<string, unknown>> = {
  "workspaces.create": LOGGING,
  "workspaces.list": LOGGING,
  "workspaces.get": LOGGING,
  "workspaces.update": LOGGING,
  "workspaces.setBudget": BUDGET,
  "workspaces.listBudgets": BUDGET,
  "organization.listMembers": "email, first_name, last_name",
  "apiKeys.getCurrentKeyMetadata": "is_free_tier, is_provisioning_key, rate_limit",
  // It takes no other status than 200.
  "oAuth.createAuthCode": expect.stringMatching(/^201 /),
  // A version never changes.
  "presets.get": "designated_version.updated_at",
  "presets.listVersions": "updated_at",
  "presets.getVersion": "updated_at"
}

describe("The SDK @openrouter/sdk", () => {
  it.scopedLive(
    "of version 0.13.43 manages an account, except where it requires fields that the contract does not have",
    () =>
      Effect.gen(function* () {
        const told = yield* findings("0.13.43")
        expect(Object.keys(told).length).toBe(45)
        expect(Object.fromEntries(Object.entries(told).filter(([, wrong]) => wrong !== null))).toEqual(required)
      })
  )

  it.scopedLive("of the newest version is refused nothing that the contract has: its answers only lack fields", () =>
    Effect.gen(function* () {
      const told = Object.entries(yield* findings("latest"))
      const refused = told.filter(([, wrong]) => wrong !== null && /^\d/.test(wrong)).map(([name]) => name)
      expect(refused.filter((name) => name !== "workspaces.getBudget")).toEqual(["oAuth.createAuthCode"])
      expect(told.filter(([, wrong]) => wrong === null).length).toBeGreaterThanOrEqual(20)
    })
  )
})
