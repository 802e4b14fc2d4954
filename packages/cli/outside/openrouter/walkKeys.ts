import { expect } from "vitest"
import { MEMBER, spend } from "./account.js"
import { aCredential, aCurrentKey, aKey, TIME } from "./records.js"
import type { Walk } from "./Walk.js"

const SECRET = expect.stringMatching(/^tg_sk_[0-9A-Za-z]{49}$/)
const DAY_MS = 86_400_000

/** Keys: one is created, found, used, changed, cleared by null and deleted. */
export const walkKeys = async (walk: Walk) => {
  const expiresAt = new Date(Date.now() + DAY_MS)
  const terms = { limit: 5, limitReset: "daily", includeByokInLimit: true, expiresAt } as const
  const batch = { ...terms, name: "Batch", limitRemaining: 5 }
  const { data, key } = await walk.call(
    "apiKeys.create",
    ({ apiKeys }) => apiKeys.create({ requestBody: { ...terms, name: "Batch" } }),
    { key: SECRET, data: aKey(walk, batch) }
  )
  const { hash, workspaceId } = data
  await walk.call("apiKeys.get", ({ apiKeys }) => apiKeys.get({ hash }), { data: aKey(walk, { ...batch, hash }) })
  await walk.call("apiKeys.getCurrentKeyMetadata", () => walk.as(key).apiKeys.getCurrentKeyMetadata(), {
    data: aCurrentKey(walk, { ...terms, limitRemaining: 5, ...walk.newer({ workspaceId }) })
  })
  await walk.call("apiKeys.getCurrentKeyMetadata", ({ apiKeys }) => apiKeys.getCurrentKeyMetadata(), {
    data: aCurrentKey(walk, { isManagementKey: true, isProvisioningKey: true })
  })
  await walk.call(
    "apiKeys.update",
    ({ apiKeys }) => apiKeys.update({ hash, requestBody: { disabled: true, includeByokInLimit: false } }),
    { data: aKey(walk, { ...batch, hash, disabled: true, includeByokInLimit: false }) }
  )
  await walk.call(
    "apiKeys.update",
    ({ apiKeys }) => apiKeys.update({ hash, requestBody: { name: "Night", limit: null, limitReset: null } }),
    { data: aKey(walk, { hash, name: "Night", disabled: true, expiresAt }) }
  )
  const management = aKey(walk, { name: expect.any(String), label: expect.stringMatching(/^tg_mk_/) })
  const night = aKey(walk, { hash, name: "Night", disabled: true, expiresAt })
  await walk.call("apiKeys.list", ({ apiKeys }) => apiKeys.list(), { data: [night, management] })
  await walk.call("apiKeys.list", ({ apiKeys }) => apiKeys.list({ includeDisabled: false }), { data: [management] })
  await walk.call("apiKeys.list", ({ apiKeys }) => apiKeys.list({ offset: 1, workspaceId }), { data: [management] })
  await walk.call("apiKeys.delete", ({ apiKeys }) => apiKeys.delete({ hash }), { deleted: true })
  await walk.call("apiKeys.list", ({ apiKeys }) => apiKeys.list(), { data: [management] })
}

/** Provider credentials. */
export const walkByok = async (walk: Walk) => {
  const { newer } = walk
  const own = walk.own(newer({ declaredZdr: null, isByokOnly: false, isRequired: false }))
  const { data } = await walk.call(
    "byok.create",
    ({ byok }) =>
      byok.create({
        createBYOKKeyRequest: {
          provider: "openai",
          key: "sk-an-invented-one",
          name: "Production",
          allowedModels: ["acme/writer"],
          ...own
        }
      }),
    { data: aCredential(walk, { name: "Production", allowedModels: ["acme/writer"] }) }
  )
  const { id } = data
  const made = { id, name: "Production", allowedModels: ["acme/writer"] }
  await walk.call("byok.get", ({ byok }) => byok.get({ id }), { data: aCredential(walk, made) })
  await walk.call(
    "byok.update",
    ({ byok }) =>
      byok.update({ id, updateBYOKKeyRequest: { name: null, allowedModels: null, isFallback: true, ...own } }),
    { data: aCredential(walk, { id, isFallback: true }) }
  )
  await walk.call(
    "byok.create",
    ({ byok }) => byok.create({ createBYOKKeyRequest: { provider: "anthropic", key: "sk-another" } }),
    {
      data: aCredential(walk, { provider: "anthropic" })
    }
  )
  await walk.list("byok.list", ({ byok }) => byok.list({ limit: 1 }), [
    aCredential(walk, { provider: "anthropic" }),
    aCredential(walk, { id, isFallback: true })
  ])
  await walk.list("byok.list", ({ byok }) => byok.list({ provider: "openai" }), [
    aCredential(walk, { id, isFallback: true })
  ])
  await walk.call("byok.delete", ({ byok }) => byok.delete({ id }), { deleted: true })
  await walk.list("byok.list", ({ byok }) => byok.list(), [aCredential(walk, { provider: "anthropic" })])
}

/** An authorization code, and the key that it is exchanged for. */
export const walkOAuth = async (walk: Walk) => {
  const { codeChallenge, codeVerifier } = await walk.sdk.oAuth.createSHA256CodeChallenge()
  const { data } = await walk.call(
    "oAuth.createAuthCode",
    ({ oAuth }) =>
      oAuth.createAuthCode({
        requestBody: {
          callbackUrl: "https://app.example/back",
          codeChallenge,
          codeChallengeMethod: "S256",
          keyLabel: "An app",
          limit: 3,
          usageLimitType: "weekly"
        }
      }),
    { data: { id: expect.any(String), appId: 0, createdAt: TIME } }
  )
  const { key } = await walk.call(
    "oAuth.exchangeAuthCodeForAPIKey",
    ({ oAuth }) =>
      oAuth.exchangeAuthCodeForAPIKey({
        requestBody: { code: data.id, codeVerifier, codeChallengeMethod: "S256" }
      }),
    { key: SECRET, userId: null }
  )
  await walk.call("apiKeys.getCurrentKeyMetadata", () => walk.as(key).apiKeys.getCurrentKeyMetadata(), {
    data: aCurrentKey(walk, { limit: 3, limitRemaining: 3, limitReset: "weekly" })
  })
}

const anItem = (date: string, fields: object) => ({
  date,
  endpointId: "",
  model: "acme/writer",
  modelPermaslug: "acme/writer",
  providerName: "acme",
  requests: 1,
  promptTokens: 0,
  completionTokens: 0,
  reasoningTokens: 0,
  usage: 0,
  byokUsageInference: 0,
  ...fields
})

/** Activity: requests of two keys, one of another user. */
export const walkActivity = async (walk: Walk) => {
  const { account } = walk
  const keyOf = async (name: string, more: object = {}) => {
    const { body } = await account.ask("POST", "/keys", { name, ...more })
    return body.data
  }
  const mine = await keyOf("Mine")
  const hers = await keyOf("Hers", { creator_user_id: MEMBER })
  const usage = { input: 100, output: 20 }
  // Midnight may pass meanwhile.
  const date = new Date(Date.now() - DAY_MS).toISOString().slice(0, 10)
  const at = `${date}T12:00:00.000Z`
  await spend(account, mine.hash, { at, cost: 0.5, usage, model: "acme/writer", provider: "acme" })
  await spend(account, mine.hash, { at, cost: 0.25, model: "acme/writer", provider: "acme" })
  await spend(account, hers.hash, { at, cost: 2, model: "acme/painter" })
  const writer = anItem(date, { usage: 0.75, requests: 2, promptTokens: 100, completionTokens: 20 })
  const painter = anItem(date, { model: "acme/painter", modelPermaslug: "acme/painter", providerName: "", usage: 2 })
  const read = async (query: Parameters<typeof walk.sdk.analytics.getUserActivity>[0], items: ReadonlyArray<object>) =>
    walk.call("analytics.getUserActivity", ({ analytics }) => analytics.getUserActivity(query), { data: items })
  await read(undefined, [painter, writer])
  await read({ date }, [painter, writer])
  await read({ date: "2026-01-01" }, [])
  await read({ apiKeyHash: mine.hash }, [writer])
  await read({ apiKeyHash: "0".repeat(64) }, [])
  await read({ userId: MEMBER }, [painter])
  if (!walk.isNewest) return
  const workspaceId = mine.workspace_id
  await read({ groupBy: "workspace" }, [
    { ...painter, workspaceId },
    { ...writer, workspaceId }
  ])
  await read({ workspaceId }, [painter, writer])
  await read({ workspaceId: "00000000-0000-0000-0000-000000000000" }, [])
}
