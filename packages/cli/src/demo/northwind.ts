import * as Core from "@tollgate/core"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { ago } from "./ago.js"
import { imageModels } from "./imageModels.js"
import { input } from "./input.js"
import { rateCards } from "./rateCards.js"
import { fakeProviderSecret } from "./secrets.js"

const HOUR = 3_600_000

const people = ["ada", "grace", "katherine", "alan", "edsger", "barbara", "donald", "margaret"]

const createMembers = Effect.gen(function* () {
  for (const name of people) {
    yield* Core.addOrganizationMember(
      yield* input(Core.NewOrganizationMember, { user_id: `${name}@northwind.example` })
    )
  }
  const research = yield* Core.createWorkspace(
    yield* input(Core.NewWorkspace, { slug: "research", name: "Research", description: "Experiments; no customers" })
  )
  const user_ids = [...people.slice(0, 4), "owner"].map((name) => `${name}@northwind.example`)
  yield* Core.addWorkspaceMembers(research.id, yield* input(Core.NewWorkspaceMembers, { user_ids }))
  yield* Core.setWorkspaceBudget(research.id, "monthly", yield* input(Core.NewPooledBudget, { limit_usd: 1_000 }))
  return research
})

const create = (fields: typeof Core.NewApiKey.Encoded) => Effect.flatMap(input(Core.NewApiKey, fields), Core.createKey)

const createTrial = Effect.gen(function* () {
  const now = yield* Effect.clockWith((clock) => clock.currentTimeMillis)
  return yield* create({ name: "Partner trial", limit: 10, expires_at: new Date(now + HOUR).toISOString() })
})

const createKeys = Effect.fnUntraced(function* (research: Core.Workspace) {
  const assistant = yield* create({ name: "Support assistant, production", limit: 250, limit_reset: "monthly" })
  const notebook = yield* create({
    name: "Research notebooks",
    limit: 25,
    limit_reset: "daily",
    workspace_id: research.id
  })
  const nightly = yield* create({ name: "Nightly evaluation", limit: 400, include_byok_in_limit: true })
  const retired = yield* create({ name: "Retired prototype" })
  const finance = yield* create({ name: "Finance, reads only", management: true, read_only: true })
  yield* Core.updateKey(retired.data.hash, { disabled: true })
  return { assistant, finance, notebook, nightly, retired }
})

/** What the keys spend without a word on their requests: yesterday, at any hour, and today. */
export const spendOf = Effect.fnUntraced(function* ({ caller, keys }: Northwind) {
  const spend = (hash: string, fields: typeof Core.UsageInput.Encoded) =>
    Effect.flatMap(input(Core.UsageInput, fields), (usage) => Core.recordUsage(hash, usage)).pipe(
      Effect.provideService(Core.ManagementCaller, caller)
    )
  // An organization of today has no windows before.
  yield* ago(24 * HOUR)(spend(keys.assistant.data.hash, { usage: 41.275 }))
  yield* spend(keys.assistant.data.hash, { usage: 6.0318, byok_usage: 1.5 })
  yield* spend(keys.notebook.data.hash, { usage: 3.25 })
  yield* spend(keys.nightly.data.hash, { usage: 180.5, byok_usage: 12.25 })
})

const createCredentials = Effect.gen(function* () {
  const create = (fields: typeof Core.NewByokCredential.Encoded) =>
    Effect.flatMap(input(Core.NewByokCredential, fields), Core.createByokCredential)
  const secret = yield* fakeProviderSecret("sk-proj-")
  const openai = yield* create({ provider: "openai", name: "OpenAI, production", key: secret })
  yield* create({
    provider: "anthropic",
    name: "Anthropic",
    key: yield* fakeProviderSecret("sk-ant-"),
    is_fallback: true
  })
  yield* create({
    provider: "mistral",
    name: "Mistral, research only",
    key: yield* fakeProviderSecret(""),
    allowed_user_ids: ["ada@northwind.example", "grace@northwind.example"]
  })
  return { openai, secret }
})

const createGuardrails = Effect.gen(function* () {
  const create = (fields: typeof Core.NewGuardrail.Encoded) =>
    Effect.flatMap(input(Core.NewGuardrail, fields), Core.createGuardrail)
  const interns = yield* create({
    name: "Interns",
    description: "Ten dollars a day",
    limit_usd: 10,
    reset_interval: "daily"
  })
  const contractors = yield* create({ name: "Contractors", limit_usd: 500, reset_interval: "monthly" })
  const assign = (id: string, names: ReadonlyArray<string>) =>
    Effect.flatMap(
      input(Core.MemberIds, { member_user_ids: names.map((name) => `${name}@northwind.example`) }),
      (members) => Core.assignMembers(id, members)
    )
  yield* assign(interns.id, ["alan", "edsger"])
  yield* assign(contractors.id, ["barbara", "donald"])
  return { interns, contractors, member: "alan@northwind.example" }
})

const createPresets = Effect.fnUntraced(function* (research: Core.Workspace) {
  const create = (fields: typeof Core.NewPreset.Encoded) =>
    Effect.flatMap(input(Core.NewPreset, fields), Core.createPreset)
  yield* create({
    slug: "support-reply",
    name: "Support reply",
    system_prompt: "Answer kindly and briefly.",
    config: { temperature: 0.2 }
  })
  yield* create({
    slug: "summarize",
    name: "Summarize",
    description: "Meeting notes to five lines",
    config: { max_tokens: 400 }
  })
  return yield* create({ slug: "red-team", name: "Red team", workspace_id: research.id, config: { temperature: 1 } })
})

/** The demo's main organization, before anything is spent. It is two days old, because its first key has expired. */
export const northwind = Effect.gen(function* () {
  const earlier = ago(48 * HOUR)
  const created = yield* earlier(
    Core.createOrganization(
      yield* input(Core.NewOrganization, { name: "Northwind Labs", owner_user_id: "owner@northwind.example" })
    )
  )
  const caller = yield* Core.hostCaller(created.organization.id)
  return yield* Effect.gen(function* () {
    const trial = yield* earlier(createTrial)
    const research = yield* createMembers
    const keys = { ...(yield* createKeys(research)), trial }
    const credentials = yield* createCredentials
    const guardrails = yield* createGuardrails
    const preset = yield* createPresets(research)
    yield* Core.replaceImageModels(yield* input(Core.NewImageModels, { models: imageModels }))
    yield* Core.replacePrices(yield* input(Core.RateCards, { cards: rateCards }))
    return {
      ...created,
      caller,
      research,
      keys,
      credentials,
      guardrails,
      preset,
      managementKey: Redacted.value(created.key)
    }
  }).pipe(Effect.provideService(Core.ManagementCaller, caller))
})

export type Northwind = Effect.Effect.Success<typeof northwind>
