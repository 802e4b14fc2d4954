import { join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { type OpenOptions, Tollgate } from "@tollgate/node"
import { Effect } from "effect"
import { runs } from "../../../test/runs.js"
import { deadlocks } from "../../postgres/test/support/activity.js"
import { migratedDatabase } from "../../postgres/test/support/databases.js"
import { races } from "./harness/atOnce.js"
import { temporaryFolder } from "./harness/stores.js"

const ROUNDS = runs(8, 500)
const masterKey = "07".repeat(32)

/** Two openings of one storage change who and what an organization has, in every order. */
const leave = async (storage: OpenOptions) => {
  await using one = await Tollgate.open(storage)
  await using two = await Tollgate.open(storage)
  const { race, raced } = races()
  for (let round = 0; round < ROUNDS; round++) {
    const { organization } = await one.createOrganization({ name: "Acme", owner_user_id: "ada" })
    const [here, there] = [one.asOrganization(organization.id), two.asOrganization(organization.id)]
    await here.organization.addMember({ user_id: "bob", role: "admin" })
    await here.organization.addMember({ user_id: "eve" })
    const started = (...changes: ReadonlyArray<() => Promise<unknown>>) => race(round, ...changes)

    const admins = await started(
      () => here.organization.updateMember("ada", { role: "member" }),
      () => there.organization.updateMember("bob", { role: "member" })
    )
    expect(admins.toSorted()).toEqual(["LastAdmin", "done"])

    const { data } = await here.keys.create({ name: "Management", creator_user_id: "eve", management: true })
    const [left, deleted, created] = await started(
      () => here.organization.removeMember("eve"),
      () => there.keys.delete(data.hash),
      () => there.keys.create({ name: "Key", creator_user_id: "eve" })
    )
    expect([left, deleted]).toEqual(["done", "done"])
    expect(["done", "UserNotInOrganization"]).toContain(created)
    const hers = (await here.keys.list({ include_disabled: false })).data.filter((key) => key.creator_user_id === "eve")
    expect(hers).toEqual([])

    const { id: workspace_id } = await here.workspaces.create({ name: "Other", slug: "other" })
    const idle = await here.keys.create({ name: "Idle", workspace_id })
    await here.keys.update(idle.data.hash, { disabled: true })
    const [gone, placed, enabled, guarded] = await started(
      () => here.workspaces.delete(workspace_id),
      () => there.keys.create({ name: "Key", workspace_id }),
      () => there.keys.update(idle.data.hash, { disabled: false }),
      () => there.guardrails.create({ name: "Guardrail", workspace_id })
    )
    const inside = (await here.keys.list()).data.filter((key) => key.workspace_id === workspace_id)
    expect(["done", "WorkspaceNotFound"]).toContain(guarded)
    if (gone === "done") {
      expect({ placed, inside }).toEqual({ placed: "WorkspaceNotFound", inside: [] })
      // The key has gone, or the workspace of which its user would have to be a member.
      expect(["CreatorLeft", "KeyNotFound"]).toContain(enabled)
    } else {
      expect(gone).toBe("WorkspaceHasKeys")
      expect([placed, enabled]).toContain("done")
    }
  }
  expect(raced()).toBeGreaterThan(0)
}

describe(`Members that leave, and workspaces that are deleted, beside other changes, ${ROUNDS} times`, () => {
  it.scopedLive("keep an admin, leave no key behind, and fail only as documented, on an SQLite file", () =>
    Effect.flatMap(temporaryFolder, (folder) => Effect.promise(() => leave({ file: join(folder, "tollgate.db") })))
  )

  it.scopedLive("do so on PostgreSQL, and the server breaks no deadlock", () =>
    Effect.gen(function* () {
      const postgres = yield* migratedDatabase
      yield* Effect.promise(() => leave({ postgres, masterKey }))
      expect(yield* deadlocks(postgres)).toBe(0)
    })
  )
})
