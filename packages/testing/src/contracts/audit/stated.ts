import { expect } from "@effect/vitest"

interface Stated {
  readonly changes: Readonly<Record<string, unknown>>
  readonly secrets: ReadonlyArray<string>
}

const stating = (changes: Stated["changes"], ...secrets: ReadonlyArray<string>): Stated => ({ changes, secrets })

const nothing = stating({})
const named = stating({ name: "New" })
const id: unknown = expect.stringMatching(/^[0-9a-f-]{36,64}$/)
const slug: unknown = expect.stringMatching(/^s-[0-9a-f-]{36}$/)

/** What the entry of each of `changes` states, by the name of the operation. */
export const stated: Readonly<Record<string, Stated>> = {
  createKey: stating({
    ...{ name: "A key", limit: null, limit_reset: null, include_byok_in_limit: false, expires_at: null },
    ...{ creator_user_id: null, metadata: {}, external_id: null, management: false }
  }),
  updateKey: stating({ name: "New", limit: 2 }),
  rotateKey: stating({ grace_seconds: 0 }),
  deleteKey: nothing,
  createAuthorizationCode: stating(
    {
      ...{ callback_url: "https://app.example/callback", code_challenge_method: "S256", user_id: null, limit: null },
      ...{ usage_limit_type: null, expires_at: null, key_label: "Authorized application" }
    },
    "code_challenge"
  ),
  exchangeCode: stating({
    ...{ name: "Authorized application", limit: null, limit_reset: null, expires_at: null, creator_user_id: "owner" },
    workspace_id: id
  }),
  createByokCredential: stating(
    {
      ...{ provider: "openai", name: null, disabled: false, is_fallback: false, allowed_models: null },
      ...{ allowed_api_key_hashes: null, allowed_user_ids: null }
    },
    "key"
  ),
  updateByokCredential: stating({}, "key"),
  deleteByokCredential: nothing,
  createGuardrail: stating({
    ...{ name: "A guardrail", description: null, limit_usd: null, reset_interval: null, allowed_models: null },
    ...{ ignored_models: null, allowed_providers: null, ignored_providers: null, enforce_zdr: null },
    include_byok_in_budgets: false
  }),
  updateGuardrail: named,
  deleteGuardrail: nothing,
  assignMembers: stating({ member_user_ids: [id] }),
  unassignMembers: stating({ member_user_ids: [id] }),
  assignKeys: stating({ key_hashes: [id] }),
  unassignKeys: stating({ key_hashes: [id] }),
  createWorkspace: stating({ slug, name: "Research", description: null }),
  updateWorkspace: named,
  deleteWorkspace: nothing,
  addWorkspaceMembers: stating({ user_ids: [id] }),
  removeWorkspaceMembers: stating({ user_ids: [id] }),
  setWorkspaceBudget: stating({ interval: "monthly", limit_usd: 100 }),
  deleteWorkspaceBudget: stating({ interval: "monthly" }),
  addOrganizationMember: stating({ user_id: id, role: "member" }),
  updateOrganizationMember: stating({ role: "admin" }),
  removeOrganizationMember: stating({ disabled_keys: 0 }),
  createPreset: stating({ slug, name: "Summary", description: null, system_prompt: null, config: {} }),
  updatePreset: named,
  createPresetVersion: stating({ system_prompt: null, config: {} }),
  deletePreset: nothing,
  correctHold: stating({ cost: 0.2, reason: "Invoice" }),
  replaceImageModels: stating({ models: [expect.objectContaining({ id: "acme/painter", name: "Painter" })] })
}
