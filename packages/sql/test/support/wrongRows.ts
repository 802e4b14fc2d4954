import {
  AuthorizationCodeStore,
  ByokStore,
  GuardrailStore,
  ImageModelCatalog,
  KeyStore,
  PresetStore,
  WorkspaceStore
} from "@tollgate/core/storage"
import {
  aByokRecord,
  aCodeRecord,
  aGuardrailRecord,
  aHome,
  aKeyRecord,
  aPresetRecord,
  assignments,
  aVersionOf,
  aWorkspaceMemberRecord,
  keyAssignments
} from "@tollgate/testing"
import { Effect } from "effect"

/** One row in each table. */
export const oneOfEach = Effect.gen(function* () {
  const home = yield* aHome()
  const presets = yield* PresetStore
  const guardrails = yield* GuardrailStore
  const workspaces = yield* WorkspaceStore
  const key = yield* aKeyRecord(home)
  yield* Effect.flatMap(KeyStore, (keys) => keys.insert(key))
  yield* Effect.flatMap(AuthorizationCodeStore, (codes) => Effect.flatMap(aCodeRecord(home), codes.insert))
  yield* Effect.flatMap(ByokStore, (credentials) => Effect.flatMap(aByokRecord(home), credentials.insert))
  const guardrail = yield* aGuardrailRecord(home)
  yield* guardrails.insert(guardrail)
  yield* guardrails.assign(assignments(guardrail, home.owner))
  yield* guardrails.assignKeys(keyAssignments(guardrail, key))
  const preset = yield* aPresetRecord(home)
  yield* presets.insert(preset)
  yield* presets.insertVersion(aVersionOf(preset))
  const workspace = { id: home.workspace_id, organization_id: home.organization_id }
  yield* workspaces.addMembers([yield* aWorkspaceMemberRecord(workspace, home.owner)])
  yield* Effect.flatMap(ImageModelCatalog, ({ replace }) => replace(home.organization_id, []))
  return home
})

const elsewhere = "'00000000-0000-4000-8000-000000000000'"
const SHOUTED = `'${"A".repeat(64)}'`

/** Changes that would make a row what no row may be: the table, what is set to what. */
export const wrongRows: ReadonlyArray<readonly [table: string, change: string]> = [
  ["organizations", "id = 'acme'"],
  ["organizations", "id = NULL"],
  ["organizations", "name = ''"],
  ["organizations", "default_workspace_id = 'default'"],
  ["organizations", "created_at = 8640000000000001"],
  ["organization_members", "role = 'owner'"],
  ["organization_members", `organization_id = ${elsewhere}`],
  ["workspaces", "slug = 'Shouted'"],
  ["workspaces", "slug = '-'"],
  ["workspaces", "slug = 'a--b'"],
  ["workspaces", "slug = ''"],
  ["workspaces", `organization_id = ${elsewhere}`],
  ["workspace_members", "user_id = 'nobody'"],
  ["workspace_members", `workspace_id = ${elsewhere}`],
  ["api_keys", "hash = 'short'"],
  ["api_keys", `hash = ${SHOUTED}`],
  ["api_keys", `workspace_id = ${elsewhere}`],
  ["api_keys", `organization_id = ${elsewhere}`],
  ["api_keys", '"limit" = -1'],
  ["api_keys", `"limit" = 'much'`],
  ["api_keys", "limit_reset = 'yearly'"],
  ["api_keys", "is_management = '2'"],
  ["api_keys", "disabled = NULL"],
  ["api_keys", "expires_at = 'soon'"],
  ["key_secrets", "secret_hash = 'short'"],
  ["key_secrets", `secret_hash = ${SHOUTED}`],
  ["key_secrets", "key_id = 9999"],
  ["key_secrets", "until = 'soon'"],
  ["authorization_codes", "code_challenge_method = 'S256'"],
  ["authorization_codes", "code_challenge = 'short', code_challenge_method = 'S256'"],
  ["authorization_codes", `code_challenge = '${"a".repeat(43)}', code_challenge_method = 'MD5'`],
  ["authorization_codes", "redeemed_at = 1"],
  ["authorization_codes", `redeemed_key_hash = '${"a".repeat(64)}'`],
  ["authorization_codes", "failures = -1"],
  ["authorization_codes", `workspace_id = ${elsewhere}`],
  ["byok_credentials", "allowed_models = '{}'"],
  ["byok_credentials", "allowed_user_ids = '[1'"],
  ["byok_credentials", "allowed_api_key_hashes = ''"],
  ["byok_credentials", "sort_order = -1"],
  ["byok_credentials", `workspace_id = ${elsewhere}`],
  ["guardrails", "limit_usd = -1"],
  ["guardrails", "allowed_models = '{}'"],
  ["guardrails", "ignored_providers = 'null'"],
  ["guardrails", "reset_interval = 'never'"],
  ["guardrails", `workspace_id = ${elsewhere}`],
  ["guardrail_members", `guardrail_id = ${elsewhere}`],
  ["guardrail_members", "user_id = 'nobody'"],
  ["guardrail_key_assignments", `guardrail_id = ${elsewhere}`],
  ["guardrail_key_assignments", `workspace_id = ${elsewhere}`],
  ["guardrail_key_assignments", `key_hash = '${"0".repeat(64)}'`],
  ["guardrail_key_assignments", "key_hash = 'short'"],
  ["presets", "slug = 'a b'"],
  ["presets", "status = ''"],
  ["presets", `workspace_id = ${elsewhere}`],
  ["preset_versions", "config = '[]'"],
  ["preset_versions", "config = 'no JSON'"],
  ["preset_versions", "version = 0"],
  ["preset_versions", `preset_id = ${elsewhere}`],
  ["image_catalogs", "models = '{}'"],
  ["image_catalogs", `organization_id = ${elsewhere}`],
  ["tollgate_meta", "value = NULL"]
]
