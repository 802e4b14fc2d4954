import { Entropy } from "@tollgate/core"
import { OrganizationStore, Transaction, WorkspaceStore } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import { aBoostRecord } from "../boosts.js"
import { aBudgetRequestRecord } from "../budgetRequests.js"
import { aByokRecord } from "../byok.js"
import { aGatewayKeyRecord } from "../gatewayKeys.js"
import { aGuardrailRecord } from "../guardrails.js"
import { after } from "../instant.js"
import { aKeyRecord, aSecret } from "../keys.js"
import { aCodeRecord } from "../oauth.js"
import { aMemberRecord, anOrganizationRecord, type Home } from "../organizations.js"
import { aPresetRecord } from "../presets.js"
import { aDeliveryRecord, aWebhookRecord } from "../webhooks.js"
import { aWorkspaceMemberRecord, aWorkspaceRecord } from "../workspaces.js"

export const users = ["ada", "bob", "carl", "owner"] as const

/** Deterministic bytes, so that two stores get identical records. */
const repeatable = () => {
  let drawn = 0
  const bytes = (size: number) => Uint8Array.from({ length: size }, () => (drawn++ * 2_654_435_761) >>> 11)
  const uuid = () => {
    const hex = Buffer.from(bytes(16)).toString("hex")
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
  }
  return { bytes, uuid }
}

/** Three objects of each kind in each of two organizations. */
const make = Effect.gen(function* () {
  const importedSecrets = yield* Effect.replicateEffect(
    Effect.map(aSecret, ({ secret }) => secret),
    3
  )
  const homes = yield* Effect.forEach(["First", "Second"], (name) =>
    Effect.gen(function* () {
      const workspace = yield* aWorkspaceRecord({ slug: "default" })
      const owner = yield* aMemberRecord(workspace.organization_id, "owner", { role: "admin" })
      const organization = anOrganizationRecord(workspace, { name })
      const home: Home = { organization_id: organization.id, workspace_id: workspace.id, owner: owner.user_id }
      const other = yield* aWorkspaceRecord({ organization_id: home.organization_id, slug: "other" })
      const first = yield* Effect.forEach(["ada", "bob"], (user) => aMemberRecord(home.organization_id, user))
      const places = [home, home, { ...home, workspace_id: other.id }]
      const webhooks = yield* Effect.forEach([0, 1, 1], (seconds) =>
        aWebhookRecord(home, { created_at: after(seconds) })
      )
      return {
        name,
        home,
        organization,
        workspace,
        other,
        owner,
        users: first,
        places,
        keys: yield* Effect.forEach(places, (place, index) =>
          aKeyRecord(place, { is_management: index > 0, expires_at: index === 2 ? after(30) : null })
        ),
        importedKeys: yield* Effect.forEach(places, (place, index) =>
          aKeyRecord(place, { name: "An imported key", disabled: index === 1, is_management: index === 2 })
        ),
        gatewayKeys: yield* Effect.forEach(
          [null, home.organization_id, home.organization_id],
          (organization_id, index) => aGatewayKeyRecord({ organization_id, created_at: after(index % 2) })
        ),
        secrets: yield* Effect.replicateEffect(aSecret, places.length),
        codes: yield* Effect.forEach(places, (place, index) => aCodeRecord(place, { failures: index })),
        credentials: yield* Effect.forEach(places, (place, index) => aByokRecord(place, { sort_order: index * 3 })),
        guardrails: yield* Effect.forEach(places, (place) => aGuardrailRecord(place)),
        webhooks,
        deliveries: yield* Effect.forEach(webhooks, (webhook, index) =>
          aDeliveryRecord(
            webhook,
            index === 1 ? { state: "delivered", next_at: null, ended_at: after(index), status: 200 } : {}
          )
        ),
        presets: yield* Effect.forEach(places, (place, index) =>
          aPresetRecord(place, { slug: index === 2 ? "third" : "first", updated_at: after(index % 2) })
        ),
        boosts: yield* Effect.forEach(places, (place, index) =>
          aBoostRecord(place, { created_at: after(index % 2), until: after(index * 30) })
        ),
        budgetRequests: yield* Effect.forEach(places, (place, index) =>
          aBudgetRequestRecord(place, { created_at: after(index % 2) })
        ),
        workspaces: yield* Effect.forEach(["new", "new", "third"], (slug) =>
          aWorkspaceRecord({ organization_id: home.organization_id, slug })
        ),
        joining: yield* Effect.forEach(users, (user) => aMemberRecord(home.organization_id, user)),
        members: yield* Effect.forEach(["ada", "bob", "owner"], (user, index) =>
          aWorkspaceMemberRecord({ ...home, id: places[index]?.workspace_id ?? home.workspace_id }, user, {
            created_at: after(-index)
          })
        )
      }
    })
  )
  return { homes, importedSecrets }
})

type Made = Effect.Effect.Success<typeof make>

/** Made once, because to make its secrets and ids takes longer than most scripts. */
const made: Effect.Effect<Made> = Effect.runSync(Effect.cached(Effect.provideService(make, Entropy, repeatable())))

/** Plain objects, lists and bytes anew, since a store under test may change what it is given. */
const copyOf = <A>(value: A): A => {
  const copy = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(copy)
    if (value instanceof Uint8Array) return value.slice()
    if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, copy(inner)]))
  }
  // It has the same fields.
  return copy(value) as A
}

const store = Effect.fnUntraced(function* ({ homes }: Made) {
  const organizations = yield* OrganizationStore
  const workspaces = yield* WorkspaceStore
  const { run } = yield* Transaction
  for (const { organization, other, owner, users, workspace } of homes) {
    yield* run(
      Effect.all([organizations.insert(organization), workspaces.insert(workspace), organizations.addMember(owner)])
    )
    yield* workspaces.insert(other)
    yield* Effect.forEach(users, organizations.addMember)
  }
})

/** Stores the universe's two homes, and returns every possible command. */
export const universe = Effect.flatMap(made, (made) => {
  const all = copyOf(made)
  return Effect.as(store(all), all)
})

export type Universe = Effect.Effect.Success<typeof universe>
