// Calls each method of the SDK @openrouter/sdk that manages an account, in an order in which each finds what it needs, and tells which fail.
import { createHash } from "node:crypto"

const VERIFIER = "v".repeat(64)

/** What an error says: the fields that the SDK misses in an answer, or the refusal. */
const reasonOf = (error) => {
  const fields = error.cause?.issues?.map(({ path }) =>
    path.filter((part) => !/^(Result|data|\d+)$/.test(part)).join(".")
  )
  return fields === undefined ? `${error.statusCode} ${error.body}` : [...new Set(fields)].sort().join(", ")
}

/** What was answered, also where the SDK finds it wanting. */
const answerIn = (error) =>
  error.rawValue?.Result ?? error.rawValue ?? (error.statusCode < 300 ? JSON.parse(error.body) : undefined)

/** The name of each method, and what is wrong with its answer; null if nothing. `member` is a user of the organization beside its owner. */
export const callAll = async (sdk, { imageModel, member, preset }) => {
  const told = {}
  const attempt = async (name, call) => {
    try {
      const answer = await call()
      told[name] = null
      return answer?.result ?? answer
    } catch (error) {
      told[name] = reasonOf(error)
      return answerIn(error)
    }
  }
  const { apiKeys, byok, guardrails, oAuth, organization, presets, workspaces } = sdk

  const workspace = await attempt("workspaces.create", () =>
    workspaces.create({ createWorkspaceRequest: { name: "Research", slug: "research" } })
  )
  // Later versions name the workspace of a budget otherwise.
  const place = { id: workspace.data.id, workspaceRef: workspace.data.id }
  await attempt("workspaces.list", () => workspaces.list())
  await attempt("workspaces.get", () => workspaces.get(place))
  await attempt("workspaces.update", () =>
    workspaces.update({ ...place, updateWorkspaceRequest: { description: "Models under test" } })
  )
  await attempt("workspaces.bulkAddMembers", () =>
    workspaces.bulkAddMembers({ ...place, bulkAddWorkspaceMembersRequest: { userIds: [member] } })
  )
  if ("listMembers" in workspaces) await attempt("workspaces.listMembers", () => workspaces.listMembers(place))
  await attempt("workspaces.setBudget", () =>
    workspaces.setBudget({ ...place, interval: "monthly", upsertWorkspaceBudgetRequest: { limitUsd: 5 } })
  )
  await attempt("workspaces.listBudgets", () => workspaces.listBudgets(place))
  if ("getBudget" in workspaces)
    await attempt("workspaces.getBudget", () => workspaces.getBudget({ ...place, interval: "monthly" }))
  await attempt("workspaces.deleteBudget", () => workspaces.deleteBudget({ ...place, interval: "monthly" }))
  await attempt("organization.listMembers", () => organization.listMembers())

  const created = await attempt("apiKeys.create", () => apiKeys.create({ requestBody: { name: "Batch", limit: 5 } }))
  await attempt("apiKeys.list", () => apiKeys.list())
  const { hash } = created.data
  await attempt("apiKeys.getCurrentKeyMetadata", () => apiKeys.getCurrentKeyMetadata())
  await attempt("apiKeys.get", () => apiKeys.get({ hash }))
  await attempt("apiKeys.update", () => apiKeys.update({ hash, requestBody: { name: "Nightly batch" } }))

  const credential = await attempt("byok.create", () =>
    byok.create({ createBYOKKeyRequest: { provider: "openai", key: "sk-proj-an-invented-one", name: "Production" } })
  )
  await attempt("byok.list", () => byok.list())
  const { id } = credential.data
  await attempt("byok.get", () => byok.get({ id }))
  await attempt("byok.update", () => byok.update({ id, updateBYOKKeyRequest: { disabled: true } }))
  await attempt("byok.delete", () => byok.delete({ id }))

  const guardrail = await attempt("guardrails.create", () =>
    guardrails.create({ createGuardrailRequest: { name: "Small", limitUsd: 5, resetInterval: "monthly" } })
  )
  await attempt("guardrails.list", () => guardrails.list())
  const guard = { id: guardrail.data.id }
  await attempt("guardrails.get", () => guardrails.get(guard))
  await attempt("guardrails.update", () =>
    guardrails.update({ ...guard, updateGuardrailRequest: { description: "Five dollars" } })
  )
  const keys = { keyHashes: [hash] }
  const members = { memberUserIds: [member] }
  await attempt("guardrails.bulkAssignKeys", () => guardrails.bulkAssignKeys({ ...guard, bulkAssignKeysRequest: keys }))
  await attempt("guardrails.bulkAssignMembers", () =>
    guardrails.bulkAssignMembers({ ...guard, bulkAssignMembersRequest: members })
  )
  await attempt("guardrails.listGuardrailKeyAssignments", () => guardrails.listGuardrailKeyAssignments(guard))
  await attempt("guardrails.listGuardrailMemberAssignments", () => guardrails.listGuardrailMemberAssignments(guard))
  await attempt("guardrails.listKeyAssignments", () => guardrails.listKeyAssignments())
  await attempt("guardrails.listMemberAssignments", () => guardrails.listMemberAssignments())
  await attempt("guardrails.bulkUnassignKeys", () =>
    guardrails.bulkUnassignKeys({ ...guard, bulkUnassignKeysRequest: keys })
  )
  await attempt("guardrails.bulkUnassignMembers", () =>
    guardrails.bulkUnassignMembers({ ...guard, bulkUnassignMembersRequest: members })
  )
  await attempt("guardrails.delete", () => guardrails.delete(guard))

  const codeChallenge = createHash("sha256").update(VERIFIER).digest("base64url")
  const code = await attempt("oAuth.createAuthCode", () =>
    oAuth.createAuthCode({
      requestBody: { callbackUrl: "https://app.example/back", codeChallenge, codeChallengeMethod: "S256" }
    })
  )
  await attempt("oAuth.exchangeAuthCodeForAPIKey", () =>
    oAuth.exchangeAuthCodeForAPIKey({
      requestBody: { code: code.data.id, codeVerifier: VERIFIER, codeChallengeMethod: "S256" }
    })
  )

  await attempt("presets.list", () => presets.list())
  await attempt("presets.get", () => presets.get({ slug: preset }))
  await attempt("presets.listVersions", () => presets.listVersions({ slug: preset }))
  await attempt("presets.getVersion", () => presets.getVersion({ slug: preset, version: "1" }))
  await attempt("images.listModels", () => sdk.images.listModels())
  const [author, slug] = imageModel.split("/")
  await attempt("images.listModelEndpoints", () => sdk.images.listModelEndpoints({ author, slug }))
  await attempt("analytics.getUserActivity", () => sdk.analytics.getUserActivity())

  await attempt("apiKeys.delete", () => apiKeys.delete({ hash }))
  await attempt("workspaces.bulkRemoveMembers", () =>
    workspaces.bulkRemoveMembers({ ...place, bulkRemoveWorkspaceMembersRequest: { userIds: [member] } })
  )
  await attempt("workspaces.delete", () => workspaces.delete(place))
  return told
}
