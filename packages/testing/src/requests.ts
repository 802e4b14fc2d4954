import {
  addOrganizationMember,
  Caller,
  createBoost,
  createBudgetRequest,
  createByokCredential,
  createGuardrail,
  createKey,
  createPreset,
  createWebhook,
  createWorkspace,
  Entropy,
  ManagementCaller,
  openRun,
  replaceImageModels,
  type Services,
  setWorkspaceBudget,
  Usd
} from "@tollgate/core"
import type { Operation } from "@tollgate/http"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as FastCheck from "effect/FastCheck"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { aByokCredential } from "./byok.js"
import { aGuardrail } from "./guardrails.js"
import { aCatalog, anImageModel } from "./images.js"
import { aKey } from "./keys.js"
import { aMember } from "./organizations.js"
import { aPreset } from "./presets.js"
import { holdWithCredential, openHold, settledHold, unknownHold } from "./spending.js"
import { aWebhook, endedDelivery } from "./webhooks.js"
import { aPooledBudget, aWorkspace } from "./workspaces.js"

/** The values of a path's parameters, by name. */
export type Target = Readonly<Record<string, string>>

/** Creates an object in the caller's organization, and returns the parameters of a path that names it. */
type Named = Effect.Effect<Target, unknown, ManagementCaller | Services>

const someWorkspace = Effect.flatMap(Entropy.uuid, (id) => createWorkspace(aWorkspace({ slug: `w-${id.slice(0, 8)}` })))

const somePreset = Effect.flatMap(Entropy.uuid, (id) => createPreset(aPreset({ slug: `p-${id}` })))

const limitedKey = Effect.map(createKey(aKey({ limit: 5, limit_reset: "daily" })), ({ data }) => data)

const someBoost = Effect.flatMap(limitedKey, ({ hash: id }) =>
  createBoost({ scope: "key", id, window: "daily", usd: Usd.fromNumber(3), reason: "A test" })
)

/** What the holder of a new key has asked for. */
export const someBudgetRequest = Effect.flatMap(limitedKey, ({ creator_user_id: userId, hash, workspace_id }) =>
  Effect.flatMap(ManagementCaller, (manager) =>
    Effect.provideService(createBudgetRequest({ usd: Usd.fromNumber(3), reason: "A test" }), Caller, {
      ...manager,
      kind: "ordinary",
      keyHash: hash,
      userId,
      workspaceId: workspace_id
    })
  )
)

/** How an object is created for each resource, or for one path, which takes precedence. */
const named: Readonly<Record<string, Named>> = {
  byok: Effect.map(createByokCredential(aByokCredential()), ({ id }) => ({ id })),
  guardrails: Effect.map(createGuardrail(aGuardrail()), ({ id }) => ({ id })),
  boosts: Effect.map(someBoost, ({ id }) => ({ id })),
  requests: Effect.map(someBudgetRequest, ({ id }) => ({ id })),
  keys: Effect.map(createKey(aKey()), ({ data }) => ({ hash: data.hash })),
  organization: Effect.gen(function* () {
    const { user_id } = yield* addOrganizationMember(aMember(yield* Entropy.uuid))
    return { user_id }
  }),
  presets: Effect.map(somePreset, ({ slug }) => ({ slug })),
  "/presets/{slug}/versions/{version}": Effect.map(somePreset, ({ slug }) => ({ slug, version: "1" })),
  "/images/models/{author}/{slug}/endpoints": Effect.gen(function* () {
    const author = yield* Entropy.uuid
    yield* replaceImageModels(aCatalog(anImageModel({ id: `${author}/painter` })))
    return { author, slug: "painter" }
  }),
  "/holds/{id}/credentials/{credential_id}": Effect.map(holdWithCredential, ({ id, credential_id }) => ({
    id,
    credential_id
  })),
  "/holds/{id}/correct": Effect.map(settledHold, ({ id }) => ({ id })),
  "/holds/{id}/reconcile": Effect.map(unknownHold, ({ id }) => ({ id })),
  spending: Effect.map(openHold, ({ id }) => ({ id })),
  runs: Effect.gen(function* () {
    yield* openRun("agents", {})
    const { data } = yield* openRun(`agents/${yield* Entropy.uuid}`, {})
    return { path: data.path }
  }),
  workspaces: Effect.map(someWorkspace, ({ id }) => ({ id })),
  webhooks: Effect.map(createWebhook(aWebhook()), ({ data }) => ({ id: data.id })),
  "/webhooks/{id}/deliveries/{delivery_id}/redeliver": Effect.map(endedDelivery, ({ delivery_id, webhook_id }) => ({
    id: webhook_id,
    delivery_id
  })),
  "/workspaces/{id}/budgets/{interval}": Effect.gen(function* () {
    const { id } = yield* someWorkspace
    yield* setWorkspaceBudget(id, "monthly", aPooledBudget())
    return { id, interval: "monthly" }
  })
}

/** Creates an object that the operation's path can name. Dies if the resource is not listed above. */
export const aTargetOf = ({ id, path, resource }: Operation): Named =>
  named[path] ??
  named[resource] ??
  Effect.dieMessage(`${id}: say in packages/testing/src/requests.ts what a path of "${resource}" names`)

/** The names of an operation's path parameters. */
export const parametersOf = ({ path }: Pick<Operation, "path">): ReadonlyArray<string> =>
  Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = ""]) => name)

/** Path parameters that all have the same value. */
export const filledWith = (operation: Pick<Operation, "path">, text: string): Target =>
  Object.fromEntries(parametersOf(operation).map((name) => [name, text]))

/**
 * An operation's path below the base URL, with its parameters filled in.
 *
 * @throws Error if a parameter has no value.
 */
export const pathOf = ({ id, path }: Pick<Operation, "id" | "path">, target: Target): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const text = Object.hasOwn(target, name) ? target[name] : undefined
    if (text === undefined) throw new Error(`${id}: say in packages/testing/src/requests.ts what {${name}} names`)
    return encodeURIComponent(text)
  })

/**
 * Valid request bodies of an operation, as JSON. Empty if the operation takes no body.
 *
 * @param seed The same seed gives the same bodies. @default 1
 */
export const bodiesOf = ({ endpoint }: Operation, count: number, seed = 1): ReadonlyArray<string> =>
  Option.match(endpoint.payloadSchema, {
    onNone: () => [],
    onSome: (schema) => {
      const encode = Schema.encodeSync(schema)
      return FastCheck.sample(Arbitrary.make(schema), { numRuns: count, seed }).map((input) =>
        JSON.stringify(encode(input))
      )
    }
  })
