import { Entropy } from "@tollgate/core"
import { OrganizationStore, WorkspaceStore } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import { aByokRecord } from "../byok.js"
import { aGatewayKeyRecord } from "../gatewayKeys.js"
import { aGuardrailRecord } from "../guardrails.js"
import { after } from "../instant.js"
import { aKeyRecord, aSecret } from "../keys.js"
import { aCodeRecord } from "../oauth.js"
import { aHome, aMemberRecord } from "../organizations.js"
import { aPresetRecord } from "../presets.js"
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

/** Three objects of each kind in each of two organizations. Only the two homes are stored at first. */
const make = Effect.gen(function* () {
  const organizations = yield* OrganizationStore
  const workspaces = yield* WorkspaceStore
  const homes = yield* Effect.forEach(["First", "Second"], (name) =>
    Effect.gen(function* () {
      const home = yield* aHome(name)
      const other = yield* aWorkspaceRecord({ organization_id: home.organization_id, slug: "other" })
      yield* workspaces.insert(other)
      for (const user of ["ada", "bob"]) {
        yield* Effect.flatMap(aMemberRecord(home.organization_id, user), organizations.addMember)
      }
      const places = [home, home, { ...home, workspace_id: other.id }]
      return {
        name,
        home,
        places,
        keys: yield* Effect.forEach(places, (place, index) =>
          aKeyRecord(place, { is_management: index > 0, expires_at: index === 2 ? after(30) : null })
        ),
        gatewayKeys: yield* Effect.forEach(
          [null, home.organization_id, home.organization_id],
          (organization_id, index) => aGatewayKeyRecord({ organization_id, created_at: after(index % 2) })
        ),
        secrets: yield* Effect.replicateEffect(aSecret, places.length),
        codes: yield* Effect.forEach(places, (place, index) => aCodeRecord(place, { failures: index })),
        credentials: yield* Effect.forEach(places, (place, index) => aByokRecord(place, { sort_order: index * 3 })),
        guardrails: yield* Effect.forEach(places, (place) => aGuardrailRecord(place)),
        presets: yield* Effect.forEach(places, (place, index) =>
          aPresetRecord(place, { slug: index === 2 ? "third" : "first", updated_at: after(index % 2) })
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
  return { homes }
})

/** Stores the universe's two homes, and returns every possible command. */
export const universe = Effect.suspend(() => Effect.provideService(make, Entropy, repeatable()))

export type Universe = Effect.Effect.Success<typeof universe>
