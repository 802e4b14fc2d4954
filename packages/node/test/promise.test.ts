import { createHash } from "node:crypto"
import * as Node from "@tollgate/node"
import { describe, expect } from "vitest"
import { everyWay } from "./everyWay.js"
import { rejection, time, uuid } from "./gates.js"

const classes: Readonly<Record<string, unknown>> = { ...Node }
const NOBODY = "3f0e3a4e-52d8-4f5b-8a55-6d3f2f1d9f10"
const VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
const CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
const callback_url = "https://app.example/callback"

const zero = {
  usage: 0,
  usage_daily: 0,
  usage_weekly: 0,
  usage_monthly: 0,
  byok_usage: 0,
  byok_usage_daily: 0,
  byok_usage_weekly: 0,
  byok_usage_monthly: 0,
  held: 0,
  unknown: 0,
  byok_held: 0,
  byok_unknown: 0
}

const model = {
  id: "acme/painter",
  name: "Painter",
  description: "",
  created: 1_772_625_600,
  architecture: { input_modalities: ["text"], output_modalities: ["image"] },
  supported_parameters: {},
  supports_streaming: false
}

describe("a gate", () => {
  everyWay("answers plain values: organizations, workspaces and their members", async ({ account, created }) => {
    const { organization, workspace } = created
    expect(organization).toEqual({
      id: uuid,
      name: "Acme",
      owner_user_id: "owner",
      default_workspace_id: workspace.id,
      created_at: time,
      default_key_limit: null,
      alert_thresholds: null
    })
    expect(await account.organization.get()).toEqual(organization)
    const limited = await account.organization.update({ default_key_limit: 25 })
    expect(limited).toEqual({ ...organization, default_key_limit: 25 })
    const told = await account.organization.update({ alert_thresholds: [25, 90] })
    expect(told).toEqual({ ...limited, alert_thresholds: [25, 90] })
    await account.organization.update({ alert_thresholds: null })
    const limits = [{}, { limit: undefined }, { limit: null }, { limit: 0 }].map(async (stated) => {
      // Options that a host passes on may be undefined, which the types refuse.
      const { data } = await account.keys.create({ name: "New", ...(stated as { limit?: number | null }) })
      return data.limit
    })
    expect(await Promise.all(limits)).toEqual([25, 25, null, 0])
    const joined = await account.organization.addMember({ user_id: "ada" })
    expect(joined).toEqual({ id: uuid, user_id: "ada", role: "member", created_at: time })
    const owner = { id: uuid, user_id: "owner", role: "admin", created_at: time }
    const everybody = { data: expect.arrayContaining([joined, owner]), total_count: 2 }
    expect(await account.organization.listMembers()).toEqual(everybody)
    const research = await account.workspaces.create({ slug: "research", name: "Research" })
    expect(research).toEqual({
      id: uuid,
      slug: "research",
      name: "Research",
      description: null,
      max_in_flight: null,
      created_at: time,
      updated_at: null,
      created_by: "owner"
    })
    expect(await account.workspaces.get("research")).toEqual(research)
    const both = { data: expect.arrayContaining([workspace, research]), total_count: 2 }
    expect(await account.workspaces.list()).toEqual(both)
    const ada = { id: uuid, user_id: "ada", workspace_id: research.id, role: "member", created_at: time }
    const added = await account.workspaces.addMembers("research", { user_ids: ["ada", "nobody"] })
    expect(added).toEqual({ added_count: 1, data: [ada] })
    expect(await account.workspaces.listMembers(research.id)).toEqual({ data: added.data, total_count: 1 })
    const leaving = { user_ids: ["ada", "nobody"] }
    expect(await account.workspaces.removeMembers(research.id, leaving)).toEqual({ removed_count: 1 })
    expect(await account.workspaces.delete(research.id)).toEqual({ deleted: true })
    const promoted = { ...joined, role: "admin" }
    expect(await account.organization.updateMember("ada", { role: "admin" })).toEqual(promoted)
    await account.keys.create({ name: "Of ada", creator_user_id: "ada" })
    expect(await account.organization.removeMember("ada")).toEqual({ deleted: true, disabled_keys: 1 })
  })

  everyWay("answers plain values: budgets of a workspace", async ({ account, host, ordinary }) => {
    await host.keys.recordUsage(ordinary.data.hash, { usage: 1.5, byok_usage: 4 })
    const counted = { boost_usd: 0, spent_usd: 1.5, held_usd: 0, unknown_usd: 0 }
    const monthly = { interval: "monthly", limit_usd: 40, ...counted, remaining_usd: 38.5, resets_at: time }
    const lifetime = { interval: "lifetime", limit_usd: 90, ...counted, remaining_usd: 88.5, resets_at: null }
    expect(await account.workspaces.setBudget("default", "lifetime", { limit_usd: 90 })).toEqual(lifetime)
    expect(await account.workspaces.setBudget("default", "monthly", { limit_usd: 40 })).toEqual(monthly)
    expect(await account.workspaces.listBudgets("default")).toEqual([monthly, lifetime])
    const tooMuch = account.workspaces.setBudget("default", "weekly", { limit_usd: 40 })
    expect(await rejection(tooMuch)).toBeInstanceOf(Node.BudgetOutOfOrder)
    expect(await account.workspaces.deleteBudget("default", "monthly")).toEqual({ deleted: true })
    const missing = await rejection(account.workspaces.deleteBudget("default", "monthly"))
    expect(missing).toBeInstanceOf(Node.BudgetNotFound)
    expect(missing).toMatchObject({ interval: "monthly" })
    expect(await account.workspaces.listBudgets("default")).toEqual([lifetime])
    const spending = host.spending.authorize({ key: ordinary.key, amount: 88.6, models: ["acme/writer"] })
    const refused = await rejection(spending)
    expect(refused).toMatchObject({ budgets: [{ scope: "workspace", window: "lifetime", remaining: 88_500_000_000n }] })
    expect(JSON.parse(JSON.stringify(refused))).toMatchObject({
      _tag: "BudgetExceeded",
      budgets: [{ scope: "workspace", window: "lifetime", remaining: 88.5 }]
    })
  })

  everyWay(
    "answers plain values: keys, codes and the keys bought with them",
    async ({ account, host, ordinary, target }) => {
      const { data, key } = ordinary
      const details = {
        ...{ is_management_key: false, is_read_only: false, metadata: {}, external_id: null },
        ...{ created_by: "owner", last_used_at: null }
      }
      expect(data).toEqual({
        ...zero,
        hash: createHash("sha256").update(key).digest("hex"),
        name: "Ordinary",
        label: `${key.slice(0, 9)}...${key.slice(-4)}`,
        disabled: false,
        limit: null,
        limit_remaining: null,
        limit_reset: null,
        include_byok_in_limit: false,
        max_in_flight: null,
        created_at: time,
        updated_at: time,
        expires_at: null,
        creator_user_id: "owner",
        workspace_id: uuid,
        ...details
      })
      const limited = { limit: 25, limit_reset: "weekly", limit_remaining: 25 } as const
      const updated = await account.keys.update(data.hash, { limit: 25, limit_reset: "weekly" })
      expect({ ...updated, ...details }).toEqual({ ...data, ...limited, updated_at: time })
      expect("metadata" in updated).toBe(false)
      expect(await host.keys.recordUsage(data.hash, { usage: 0.25 })).toEqual({
        ...updated,
        ...details,
        limit_remaining: 24.75,
        usage: 0.25,
        usage_daily: 0.25,
        usage_weekly: 0.25,
        usage_monthly: 0.25
      })
      const rotated = await account.keys.rotate(data.hash, { grace_seconds: 60 })
      expect(rotated.data).toMatchObject({ hash: data.hash, usage: 0.25, limit: 25 })
      for (const secret of [key, rotated.key]) {
        expect((await target.withKey(secret).keys.current()).hash).toBe(data.hash)
      }
      const issued = await account.oauth.createCode({ callback_url, code_challenge: CHALLENGE, user_id: "owner" })
      expect(issued).toEqual({ id: expect.stringMatching(/^[\w-]{43}$/), created_at: time, expires_at: time })
      const bought = await account.oauth.exchangeCode({ code: issued.id, code_verifier: VERIFIER })
      expect(bought).toEqual({ key: expect.stringMatching(/^tg_sk_[0-9A-Za-z]{49}$/), user_id: "owner" })
      expect(await target.withKey(bought.key).presets.list()).toEqual({ data: [], total_count: 0 })
    }
  )

  everyWay("answers plain values: credentials, guardrails, presets and image models", async ({ account, created }) => {
    const at = { workspace_id: created.workspace.id }
    const credential = await account.byok.create({ provider: "openai", key: "sk-proj-0123456789abcdefghijklmnop" })
    expect(credential).toEqual({
      id: uuid,
      provider: "openai",
      workspace_id: at.workspace_id,
      label: "sk-p...mnop",
      name: null,
      disabled: false,
      is_fallback: false,
      allowed_models: null,
      allowed_api_key_hashes: null,
      allowed_user_ids: null,
      sort_order: 0,
      created_at: time
    })
    expect(await account.byok.get(credential.id)).toEqual(credential)
    expect(await account.byok.list({ provider: "openai" })).toEqual({ data: [credential], total_count: 1 })
    const spare = { name: "Spare", is_fallback: true }
    expect(await account.byok.update(credential.id, spare)).toEqual({ ...credential, ...spare })
    expect(await account.byok.delete(credential.id)).toEqual({ deleted: true })
    expect(await account.byok.list()).toEqual({ data: [], total_count: 0 })
    const guardrail = await account.guardrails.create({ name: "Interns", limit_usd: 10, reset_interval: "daily" })
    expect(guardrail).toEqual({
      ...at,
      id: uuid,
      name: "Interns",
      description: null,
      limit_usd: 10,
      reset_interval: "daily",
      allowed_models: null,
      ignored_models: null,
      allowed_providers: null,
      ignored_providers: null,
      enforce_zdr: null,
      include_byok_in_budgets: false,
      max_in_flight: null,
      created_at: time,
      updated_at: null
    })
    expect(await account.guardrails.list()).toEqual({ data: [guardrail], total_count: 1 })
    expect(await account.guardrails.get(guardrail.id)).toEqual(guardrail)
    const raised = await account.guardrails.update(guardrail.id, { limit_usd: 25 })
    expect(raised).toEqual({ ...guardrail, limit_usd: 25, updated_at: time })
    const users = { member_user_ids: ["owner", "owner", "nobody"] }
    expect(await account.guardrails.assignMembers(guardrail.id, users)).toEqual({ assigned_count: 1 })
    const under = { organization_id: created.organization.id, guardrail_id: guardrail.id, assigned_by: "owner" }
    const assigned = [{ id: uuid, user_id: "owner", ...under, created_at: time }]
    expect(await account.guardrails.listMembers(guardrail.id)).toEqual({ data: assigned, total_count: 1 })
    expect(await account.guardrails.listAllMembers()).toEqual({ data: assigned, total_count: 1 })
    expect(await account.guardrails.unassignMembers(guardrail.id, users)).toEqual({ unassigned_count: 1 })
    const { data: own } = await account.keys.create({ name: "Assigned" })
    const hashes = { key_hashes: [own.hash, own.hash, "0".repeat(64)] }
    expect(await account.guardrails.assignKeys(guardrail.id, hashes)).toEqual({ assigned_count: 1 })
    const named = { key_hash: own.hash, key_name: "Assigned", key_label: own.label }
    const keys = [{ id: uuid, ...named, guardrail_id: guardrail.id, assigned_by: "owner", created_at: time }]
    expect(await account.guardrails.listKeys(guardrail.id)).toEqual({ data: keys, total_count: 1 })
    expect(await account.guardrails.listAllKeys()).toEqual({ data: keys, total_count: 1 })
    expect(await account.guardrails.unassignKeys(guardrail.id, hashes)).toEqual({ unassigned_count: 1 })
    await account.keys.delete(own.hash)
    expect(await account.guardrails.delete(guardrail.id)).toEqual({ deleted: true })
    const settings = { system_prompt: "Sum up.", config: { temperature: 0.2 } }
    const made = await account.presets.create({ slug: "summary", name: "Summary", ...settings })
    const { designated_version, ...preset } = made
    expect(designated_version).toEqual({
      ...settings,
      id: preset.designated_version_id,
      preset_id: preset.id,
      creator_id: "owner",
      version: 1,
      created_at: time
    })
    expect(await account.presets.get("summary")).toEqual(made)
    const second = await account.presets.createVersion("summary", { config: { top_k: 1 } })
    expect(second).toEqual({
      id: uuid,
      preset_id: preset.id,
      creator_id: "owner",
      version: 2,
      system_prompt: null,
      config: { top_k: 1 },
      created_at: time
    })
    const versions = [designated_version, second]
    expect(await account.presets.listVersions("summary")).toEqual({ data: versions, total_count: 2 })
    expect(await account.presets.getVersion("summary", 2)).toEqual(second)
    expect(preset).toEqual({
      id: uuid,
      name: "Summary",
      slug: "summary",
      description: null,
      designated_version_id: uuid,
      status: "active",
      status_updated_at: null,
      workspace_id: at.workspace_id,
      creator_user_id: "owner",
      created_at: time,
      updated_at: time
    })
    expect(await account.presets.list({ limit: 1 })).toEqual({ data: [preset], total_count: 1 })
    const models = [{ ...model, endpoints: `/api/v1/images/models/${model.id}/endpoints` }]
    expect(await account.images.replace({ models: [model] })).toEqual(models)
    expect(await account.images.list()).toEqual(models)
  })

  everyWay("rejects with the tagged error itself", async (entered) => {
    const { account, created, enterAnother, gate, host, isRemote, ordinary, target, user } = entered
    const other = await enterAnother()
    const code = await account.oauth.createCode({ callback_url, code_challenge: CHALLENGE })
    await account.workspaces.create({ slug: "research", name: "Research" })
    await account.presets.create({ slug: "summary", name: "Summary" })
    const { hash } = ordinary.data
    const users = { member_user_ids: ["owner"] }
    const refusals: ReadonlyArray<readonly [call: () => Promise<unknown>, tag: keyof typeof Node, fields?: object]> = [
      [() => account.organization.addMember({ user_id: "owner" }), "AlreadyMember", { user_id: "owner" }],
      [() => gate.asOrganization(NOBODY).presets.list(), "OrganizationNotFound", { short_id: NOBODY.slice(0, 8) }],
      [
        () => account.workspaces.create({ slug: "research", name: "Again" }),
        "SlugTaken",
        { resource: "workspace", slug: "research" }
      ],
      [
        () => account.workspaces.addMembers(NOBODY, { user_ids: ["owner"] }),
        "WorkspaceNotFound",
        { short_id: NOBODY.slice(0, 8) }
      ],
      [() => account.organization.updateMember("nobody", {}), "OrganizationMemberNotFound", {}],
      [() => account.organization.removeMember("nobody"), "OrganizationMemberNotFound", {}],
      [
        () => account.organization.updateMember("owner", { role: "member" }),
        "LastAdmin",
        { user_id: "owner", change: "demote" }
      ],
      [() => account.organization.removeMember("owner"), "LastAdmin", { user_id: "owner", change: "remove" }],
      [
        async () => {
          await account.organization.addMember({ user_id: "grace", role: "admin" })
          await account.organization.removeMember("owner")
        },
        "MemberHasLastManagementKey",
        { user_id: "owner" }
      ],
      [() => account.workspaces.delete("default"), "DefaultWorkspaceFixed"],
      [
        async () => {
          const { id } = await account.workspaces.create({ slug: "kept", name: "Kept" })
          await account.workspaces.addMembers(id, { user_ids: ["owner"] })
          const { data, key } = await account.keys.create({ name: "Enabled", workspace_id: id })
          await host.spending.authorize({ key, amount: 1, models: ["acme/writer"] })
          const refusal = await rejection(account.workspaces.delete(id))
          expect(refusal).toBeInstanceOf(Node.WorkspaceHasKeys)
          await account.keys.update(data.hash, { disabled: true })
          await account.workspaces.delete(id)
        },
        "HoldsOpen"
      ],
      [() => account.workspaces.removeMembers("default", { user_ids: ["owner"] }), "DefaultWorkspaceFixed"],
      [() => account.presets.getVersion("summary", 2), "PresetVersionNotFound"],
      [() => account.workspaces.get("nowhere"), "WorkspaceNotFound", { short_id: null }],
      [() => account.workspaces.listMembers("nowhere"), "WorkspaceNotFound", { short_id: null }],
      [() => account.keys.create({ name: "Late", expires_at: "2020-01-01T00:00:00Z" }), "ExpiryInThePast"],
      [
        () => account.keys.create({ name: "Lost", workspace_id: NOBODY }),
        "WorkspaceNotFound",
        { short_id: NOBODY.slice(0, 8) }
      ],
      [() => account.keys.update("nothing", {}), "KeyNotFound", { short_hash: null }],
      [() => other.account.keys.update(hash, {}), "KeyNotFound", { short_hash: hash.slice(0, 12) }],
      [() => host.keys.recordUsage("nothing", { usage: 1 }), "KeyNotFound", { short_hash: null }],
      [
        () => account.keys.update(created.data.hash, { disabled: true }),
        "LastManagementKey",
        { hash: created.data.hash, change: "disable" }
      ],
      [
        () => account.keys.delete(created.data.hash),
        "LastManagementKey",
        { hash: created.data.hash, change: "delete" }
      ],
      [
        () => account.keys.create({ name: "Strange", creator_user_id: "nobody" }),
        "UserNotInOrganization",
        { user_id: "nobody", field: "creator_user_id" }
      ],
      [
        () => account.oauth.createCode({ callback_url, user_id: "nobody" }),
        "UserNotInOrganization",
        { user_id: "nobody", field: "user_id" }
      ],
      [
        () => account.oauth.createCode({ callback_url, code_challenge_method: "S256" }),
        "ChallengeRefused",
        { method: "S256", problem: "missing" }
      ],
      [
        () => account.oauth.createCode({ callback_url, code_challenge: "a".repeat(44) }),
        "ChallengeRefused",
        { method: "S256", problem: "malformed" }
      ],
      [() => account.oauth.exchangeCode({ code: code.id }), "CodeRefused"],
      [() => other.account.oauth.exchangeCode({ code: code.id, code_verifier: VERIFIER }), "CodeRefused"],
      [() => account.byok.get(NOBODY), "ByokNotFound", { short_id: NOBODY.slice(0, 8) }],
      [() => account.byok.update(NOBODY, {}), "ByokNotFound", { short_id: NOBODY.slice(0, 8) }],
      [() => account.byok.delete("nonsense"), "ByokNotFound", { short_id: null }],
      [() => account.guardrails.create({ name: "Endless", limit_usd: 1 }), "IntervalRequired"],
      [() => account.guardrails.assignMembers(NOBODY, users), "GuardrailNotFound", { short_id: NOBODY.slice(0, 8) }],
      [() => account.guardrails.unassignMembers(NOBODY, users), "GuardrailNotFound", { short_id: NOBODY.slice(0, 8) }],
      [() => account.guardrails.get(NOBODY), "GuardrailNotFound", { short_id: NOBODY.slice(0, 8) }],
      [() => account.guardrails.update(NOBODY, {}), "GuardrailNotFound", { short_id: NOBODY.slice(0, 8) }],
      [() => account.guardrails.listMembers(NOBODY), "GuardrailNotFound", { short_id: NOBODY.slice(0, 8) }],
      [() => account.guardrails.delete("nonsense"), "GuardrailNotFound", { short_id: null }],
      [
        () => account.presets.create({ slug: "summary", name: "Again" }),
        "SlugTaken",
        { resource: "preset", slug: "summary" }
      ],
      [() => account.presets.get("nowhere"), "PresetNotFound"],
      [() => target.withKey("nothing").presets.list(), "InvalidCredential"],
      [() => user.keys.create({ name: "Mine" }), "ManagementKeyRequired"],
      // Where the contract lists no 403, a server tells the holder of an ordinary key only that the key is not valid.
      [() => user.keys.update(hash, {}), isRemote ? "InvalidCredential" : "ManagementKeyRequired"],
      [() => user.images.replace({ models: [] }), "ManagementKeyRequired"]
    ]
    for (const [call, tag, fields = {}] of refusals) {
      const reason = await rejection(call())
      expect(reason).toBeInstanceOf(classes[tag])
      expect(reason).toMatchObject({ _tag: tag, ...fields })
    }
    const invalid = await rejection(account.keys.create({ name: "" }))
    expect(invalid).toBeInstanceOf(Node.InvalidInput)
    expect(invalid).toMatchObject({ issues: [{ path: ["name"], expected: expect.stringContaining("1 to 255") }] })
  })
})
