import { describe, expect, it } from "@effect/vitest"
import { PresetStore, Transaction, WorkspaceStore } from "@tollgate/core/storage"
import { aHome, aPresetRecord, aVersionOf, aWorkspaceMemberRecord } from "@tollgate/testing"
import { Effect, FastCheck, Layer } from "effect"
import { runs } from "../../../test/runs.js"
import { connect, emptyFile, inFile } from "./support/files.js"

/** Adds members or a preset, and is kept or undone. */
const step = FastCheck.record({
  users: FastCheck.array(FastCheck.constantFrom("ada", "bob", "cyd", "dan", "eve"), { maxLength: 7 }),
  slug: FastCheck.constantFrom("draw", "write", "sum", "plan"),
  kept: FastCheck.boolean()
})

const sizeOf = (list: string) =>
  `coalesce((SELECT size FROM list_sizes WHERE organization_id = o.id AND list = ${list}), 0)`

const counted = `SELECT ${sizeOf("'presets'")} AS presets, (SELECT count(*) FROM presets p WHERE p.organization_id = o.id) AS presets_counted,
  ${sizeOf("'workspace members of ' || w.id")} AS members, (SELECT count(*) FROM workspace_members m WHERE m.workspace_id = w.id) AS members_counted,
  ${sizeOf("'presets of ' || w.id")} AS workspace_presets, (SELECT count(*) FROM presets p WHERE p.workspace_id = w.id) AS workspace_presets_counted
FROM organizations o JOIN workspaces w ON w.organization_id = o.id`

interface Counts {
  readonly presets: number
  readonly presets_counted: number
  readonly members: number
  readonly members_counted: number
  readonly workspace_presets: number
  readonly workspace_presets_counted: number
}

describe("The sizes of lists", () => {
  it.scoped.prop(
    "are what a count of the rows would say, whatever was added, twice over or undone",
    [FastCheck.array(step, { minLength: 1, maxLength: 12 })],
    ([steps]) =>
      Effect.gen(function* () {
        const file = yield* emptyFile
        const stores = yield* Layer.build(inFile(file))
        yield* Effect.gen(function* () {
          const workspaces = yield* WorkspaceStore
          const presets = yield* PresetStore
          const { run } = yield* Transaction
          const home = yield* aHome()
          yield* Effect.forEach(steps, ({ kept, slug, users }) =>
            Effect.gen(function* () {
              const members = yield* Effect.forEach(users, (user) =>
                aWorkspaceMemberRecord({ ...home, id: home.workspace_id }, user)
              )
              yield* workspaces.addMembers(members)
              const preset = yield* aPresetRecord(home, { slug })
              yield* presets.insert(preset)
              yield* presets.insertVersion(aVersionOf(preset))
              return yield* kept ? Effect.void : Effect.fail("undone")
            }).pipe(run, Effect.ignore)
          )
        }).pipe(Effect.provide(stores))
        const other = yield* connect(file)
        const rows = other.all<Counts>(counted)
        expect(rows.length).toBeGreaterThan(0)
        for (const row of rows) {
          expect(row.presets).toBe(row.presets_counted)
          expect(row.members).toBe(row.members_counted)
          expect(row.workspace_presets).toBe(row.workspace_presets_counted)
        }
      }),
    { fastCheck: { numRuns: runs(6, 15) } }
  )
})
