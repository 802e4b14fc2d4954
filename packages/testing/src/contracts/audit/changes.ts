import { expect } from "@effect/vitest"
import * as Core from "@tollgate/core"
import type { Operation } from "@tollgate/http"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as AST from "effect/SchemaAST"
import { aBoost } from "../../boosts.js"
import { aByokCredential, aByokPatch } from "../../byok.js"
import { aGuardrail, keyHashes, members } from "../../guardrails.js"
import { aCatalog, anImageModel } from "../../images.js"
import { aKey } from "../../keys.js"
import { anAuthorizationCode, anExchange, pkce } from "../../oauth.js"
import { aMember } from "../../organizations.js"
import { aPreset } from "../../presets.js"
import { aTargetOf, parametersOf, someBudgetRequest } from "../../requests.js"
import { settledHold, unknownHold } from "../../spending.js"
import { aWebhook, aWebhookPatch, endedDelivery } from "../../webhooks.js"
import { aPooledBudget, aWorkspace } from "../../workspaces.js"

type Program<A> = Effect.Effect<A, unknown, Core.LedgerCaller | Core.ManagementCaller | Core.Caller | Core.Services>

/** A change that is ready to be made, and what its entry states. */
interface ReadyChange {
  readonly act: Program<unknown>
  /** The id of what it changes; null if the change draws that. */
  readonly object: string | null
  readonly changes: Readonly<Record<string, unknown>>
  /** The fields whose values are secret. */
  readonly secrets: ReadonlyArray<string>
}

/** Runs an operation by its name. */
export const runByName = (name: string, ...args: ReadonlyArray<unknown>) => {
  const program: unknown = Reflect.get(Core, name)
  // Every operation is a program, which is a function, or an effect if it takes nothing.
  const ran: unknown = typeof program === "function" ? program(...args) : program
  return ran as Program<unknown>
}

/** The last example of a schema, which has the most fields, and how it is sent. */
const exampleOf = ({ ast }: Schema.Annotable.All) => {
  const schema: Schema.Schema<unknown, unknown> = Schema.make(ast)
  const input = Option.flatMapNullable(AST.getExamplesAnnotation(ast), (examples) => examples.at(-1))
  const whole = Option.getOrThrowWith(input, () => new Error("The schema of the body needs an example."))
  return { input: whole, sent: Object(Schema.encodeSync(schema)(whole)) }
}

/** A change of what `requests.ts` makes for the path, by the example of the body. The entry states what the example does. */
const byExample = (operation: Operation): Program<ReadyChange> =>
  Effect.gen(function* () {
    const names = parametersOf(operation)
    const target = names.length === 0 ? {} : yield* aTargetOf(operation)
    const ids = names.map((name) => target[name])
    const body = Option.map(operation.endpoint.payloadSchema, exampleOf)
    const inputs = Option.toArray(Option.map(body, ({ input }) => input))
    const [object = null] = ids
    const changes = Option.match(body, { onNone: () => ({}), onSome: ({ sent }) => sent })
    return { act: runByName(operation.name, ...ids, ...inputs), object, changes, secrets: [] }
  })

/** Every change of the account: how it is made ready, and what its entry states. */
export const changeOf = (operation: Operation): Program<ReadyChange> => special[operation.name] ?? byExample(operation)

const ready = (
  act: Program<unknown>,
  object: string | null,
  changes: ReadyChange["changes"] = {},
  ...secrets: ReadonlyArray<string>
): ReadyChange => ({ act, object, changes, secrets })

const id: unknown = expect.stringMatching(/^[0-9a-f-]{36,64}$/)

const limitedKey = Effect.map(Core.createKey(aKey({ limit: 5, limit_reset: "daily" })), ({ data }) => data.hash)
const someKey = Effect.map(Core.createKey(aKey()), ({ data }) => data.hash)
const someGuardrail = Effect.map(Core.createGuardrail(aGuardrail()), ({ id }) => id)
const someCredential = Effect.map(Core.createByokCredential(aByokCredential()), ({ id }) => id)
const someSlug = Effect.map(Core.Entropy.uuid, (id) => `s-${id}`)
const someWorkspace = Effect.flatMap(someSlug, (slug) => Core.createWorkspace(aWorkspace({ slug })))
const someMember = Effect.tap(Effect.map(Core.Entropy.uuid, Core.UserId.make), (user) =>
  Core.addOrganizationMember(aMember(user))
)

const someRun = Effect.tap(someSlug, (path) => Core.openRun(path, {}))
const stoppedRun = Effect.tap(someSlug, (path) => Core.stopRun(path, {}))

/** A change of a run. The entry says in which workspace it is. */
const ofRun = (
  made: Program<string>,
  change: (path: string) => Program<unknown>,
  changes: ReadyChange["changes"] = {}
): Program<ReadyChange> => Effect.map(made, (path) => ready(change(path), path, { workspace_id: id, ...changes }))

const limitOf = (amount: number) => ({ limit_usd: Core.Usd.fromNumber(amount) })

/** A change of an assignment or a membership of what another program makes. */
const with2 = <Id extends string, Other>(
  made: Program<Id>,
  other: (id: Id) => Program<Other>,
  change: (id: Id, other: Other) => Program<unknown>,
  changes: ReadyChange["changes"]
): Program<ReadyChange> =>
  Effect.flatMap(made, (id) => Effect.map(other(id), (found) => ready(change(id, found), id, changes)))

const workspaceId = Effect.map(someWorkspace, ({ id }) => id)

const aChallengedCode = anAuthorizationCode({ code_challenge: pkce.challenge, code_challenge_method: "S256" })

/** Changes that no example can make, or whose entry states something else. */
const special: Readonly<Record<string, Program<ReadyChange>>> = {
  createAuthorizationCode: Effect.succeed(
    ready(
      Core.createAuthorizationCode(aChallengedCode),
      null,
      {
        ...{ callback_url: "https://app.example/callback", code_challenge_method: "S256", user_id: null, limit: null },
        ...{ usage_limit_type: null, expires_at: null, key_label: "Authorized application" }
      },
      "code_challenge"
    )
  ),
  exchangeCode: Effect.map(Core.createAuthorizationCode(aChallengedCode), ({ id: code }) =>
    ready(Core.exchangeCode({ ...anExchange({ code: "-", code_verifier: pkce.verifier }), code }), null, {
      ...{ name: "Authorized application", limit: null, limit_reset: null, expires_at: null, creator_user_id: "owner" },
      workspace_id: id
    })
  ),
  createByokCredential: Effect.succeed(
    ready(
      Core.createByokCredential(aByokCredential()),
      null,
      {
        ...{ provider: "openai", name: null, disabled: false, is_fallback: false, allowed_models: null },
        ...{ allowed_api_key_hashes: null, allowed_user_ids: null }
      },
      "key"
    )
  ),
  updateByokCredential: Effect.map(someCredential, (id) =>
    ready(Core.updateByokCredential(id, aByokPatch({ key: "sk-another" })), id, {}, "key")
  ),
  assignMembers: with2(
    someGuardrail,
    () => someMember,
    (id, user) => Core.assignMembers(id, members(user)),
    { member_user_ids: [id] }
  ),
  unassignMembers: with2(
    someGuardrail,
    (id) => Effect.tap(someMember, (user) => Core.assignMembers(id, members(user))),
    (id, user) => Core.unassignMembers(id, members(user)),
    { member_user_ids: [id] }
  ),
  assignKeys: with2(
    someGuardrail,
    () => someKey,
    (id, hash) => Core.assignKeys(id, keyHashes(hash)),
    { key_hashes: [id] }
  ),
  unassignKeys: with2(
    someGuardrail,
    (id) => Effect.tap(someKey, (hash) => Core.assignKeys(id, keyHashes(hash))),
    (id, hash) => Core.unassignKeys(id, keyHashes(hash)),
    { key_hashes: [id] }
  ),
  // By the slug: the entry has the id.
  updateWorkspace: Effect.map(someWorkspace, ({ id, slug }) =>
    ready(Core.updateWorkspace(slug, { name: "New" }), id, { name: "New" })
  ),
  deleteWorkspace: Effect.map(someWorkspace, ({ id, slug }) => ready(Core.deleteWorkspace(slug), id)),
  addWorkspaceMembers: with2(
    workspaceId,
    () => someMember,
    (id, user) => Core.addWorkspaceMembers(id, { user_ids: [user] }),
    { user_ids: [id] }
  ),
  removeWorkspaceMembers: with2(
    workspaceId,
    (id) => Effect.tap(someMember, (user) => Core.addWorkspaceMembers(id, { user_ids: [user] })),
    (id, user) => Core.removeWorkspaceMembers(id, { user_ids: [user] }),
    { user_ids: [id] }
  ),
  setWorkspaceBudget: Effect.map(workspaceId, (id) =>
    ready(Core.setWorkspaceBudget(id, "monthly", aPooledBudget()), id, { interval: "monthly", limit_usd: 100 })
  ),
  deleteWorkspaceBudget: Effect.map(
    Effect.tap(workspaceId, (id) => Core.setWorkspaceBudget(id, "monthly", aPooledBudget())),
    (id) => ready(Core.deleteWorkspaceBudget(id, "monthly"), id, { interval: "monthly" })
  ),
  addOrganizationMember: Effect.map(Core.Entropy.uuid, (user) =>
    ready(Core.addOrganizationMember(aMember(user)), user, { user_id: user, role: "member" })
  ),
  removeOrganizationMember: Effect.map(someMember, (user) =>
    ready(Core.removeOrganizationMember(user), user, { disabled_keys: 0 })
  ),
  createPreset: Effect.map(someSlug, (slug) =>
    ready(Core.createPreset(aPreset({ slug })), slug, {
      slug,
      name: "Summary",
      description: null,
      system_prompt: null,
      config: {}
    })
  ),
  createBoost: Effect.map(limitedKey, (id) => ready(Core.createBoost(aBoost(id)), null, { ...aBoost(id), usd: 3 })),
  approveBudgetRequest: Effect.map(someBudgetRequest, (request) =>
    ready(Core.approveBudgetRequest(request.id, { usd: Core.Usd.fromNumber(2) }), request.id, {
      ...{ usd: 2, until: expect.stringMatching(/^\d{4}-.*Z$/), key_hash: id, boost_id: id }
    })
  ),
  refuseBudgetRequest: Effect.map(someBudgetRequest, (request) =>
    ready(Core.refuseBudgetRequest(request.id, { reason: "Not today" }), request.id, {
      reason: "Not today",
      key_hash: id
    })
  ),
  openRun: ofRun(someSlug, (path) => Core.openRun(path, limitOf(5)), { limit_usd: 5 }),
  updateRun: ofRun(someRun, (path) => Core.updateRun(path, limitOf(10)), { limit_usd: 10 }),
  stopRun: ofRun(someRun, (path) => Core.stopRun(path, { reason: "It loops." }), { reason: "It loops." }),
  resumeRun: ofRun(stoppedRun, (path) => Core.resumeRun(path, {})),
  // The id is read in any letter case.
  correctHold: Effect.map(settledHold, ({ id }) =>
    ready(Core.correctHold(id.toUpperCase(), { cost: Core.Usd.fromNumber(0.2), reason: "Invoice" }), id, {
      cost: 0.2,
      reason: "Invoice"
    })
  ),
  // The path of a URL may be a secret.
  createWebhook: Effect.succeed(
    ready(Core.createWebhook(aWebhook({ url: "https://hooks.example:8443/services/T01?a=b" })), null, {
      ...{ url: "https://hooks.example:8443", name: null, kinds: null, scopes: null, disabled: false }
    })
  ),
  updateWebhook: Effect.map(Core.createWebhook(aWebhook()), ({ data: { id } }) =>
    ready(
      Core.updateWebhook(id.toUpperCase(), aWebhookPatch({ url: "https://other.example/T02", kinds: ["refused"] })),
      id,
      {
        url: "https://other.example",
        kinds: ["refused"]
      }
    )
  ),
  redeliverWebhook: Effect.map(endedDelivery, ({ delivery_id, webhook_id }) =>
    ready(Core.redeliverWebhook(webhook_id, delivery_id), webhook_id, { delivery_id })
  ),
  reconcileHold: Effect.map(unknownHold, ({ id }) =>
    ready(Core.reconcileHold(id.toUpperCase(), { cost: Core.Usd.zero, reason: "Nothing was billed" }), id, {
      cost: 0,
      reason: "Nothing was billed"
    })
  ),
  replaceImageModels: Effect.succeed(
    ready(Core.replaceImageModels(aCatalog(anImageModel())), null, {
      models: [expect.objectContaining({ id: "acme/painter", name: "Painter" })]
    })
  )
}
