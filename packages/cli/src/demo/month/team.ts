import * as Core from "@tollgate/core"
import * as Effect from "effect/Effect"
import { ago } from "../ago.js"
import { input } from "../input.js"
import type { Northwind } from "../northwind.js"
import { type Calendar, DAYS } from "./Calendar.js"

const create = (fields: typeof Core.NewApiKey.Encoded) => Effect.flatMap(input(Core.NewApiKey, fields), Core.createKey)

const workspace = (fields: typeof Core.NewWorkspace.Encoded) =>
  Effect.flatMap(input(Core.NewWorkspace, fields), Core.createWorkspace)

const addMembers = (id: string, names: ReadonlyArray<string>) =>
  Effect.flatMap(input(Core.NewWorkspaceMembers, { user_ids: names.map(of) }), (members) =>
    Core.addWorkspaceMembers(id, members)
  )

const of = (name: string) => `${name}@northwind.example`

/** The workspaces and keys of the teams, a month ago, and the caller with the management key of Ada, who manages them from then on. */
export const team = Effect.fnUntraced(function* ({ caller, keys }: Northwind, { ageOf }: Calendar) {
  return yield* Effect.gen(function* () {
    const engineering = yield* workspace({ slug: "engineering", name: "Engineering" })
    const marketing = yield* workspace({ slug: "marketing", name: "Marketing" })
    yield* addMembers(engineering.id, ["ada", "grace", "edsger"])
    yield* addMembers(marketing.id, ["ada", "barbara"])
    yield* Core.setWorkspaceBudget(engineering.id, "monthly", yield* input(Core.NewPooledBudget, { limit_usd: 600 }))
    const manager = yield* create({ name: "Ada, management", management: true, creator_user_id: of("ada") })
    const ada = yield* Effect.flatMap(Core.authenticate(manager.key), Core.requireManagement)
    const added = yield* Effect.gen(function* () {
      const inEngineering = { workspace_id: engineering.id }
      return {
        review: yield* create({
          name: "Code review",
          limit: 40,
          limit_reset: "weekly",
          creator_user_id: of("grace"),
          ...inEngineering
        }),
        pipeline: yield* create({ name: "Data pipeline", creator_user_id: of("edsger"), ...inEngineering }),
        // In the default workspace, where the guardrail of the interns binds him.
        sandbox: yield* create({ name: "Alan's sandbox", creator_user_id: of("alan") }),
        marketing: yield* create({
          name: "Marketing drafts",
          limit: 120,
          limit_reset: "monthly",
          creator_user_id: of("barbara"),
          workspace_id: marketing.id
        }),
        voice: yield* create({ name: "Voice pilot", limit: 50, creator_user_id: of("margaret") })
      }
    }).pipe(Effect.provideService(Core.ManagementCaller, ada))
    return { ada, keys: { ...keys, ...added } }
  }).pipe(Effect.provideService(Core.ManagementCaller, caller), ago(ageOf(DAYS)))
})

export type Team = Effect.Effect.Success<ReturnType<typeof team>>
export type KeyOfTeam = keyof Team["keys"]
