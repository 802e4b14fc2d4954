import { join } from "node:path"
import { InvalidInput, Tollgate } from "@tollgate/node"
import { describe, expect, it } from "vitest"
import { bothWays, inFolder, rejection, uuid } from "./gates.js"

const acme = { name: "Acme Labs", owner_user_id: "owner" }

describe("organizations.findOrCreate", () => {
  bothWays("creates an organization once, and finds it from then on without its key", async ({ gate }) => {
    const first = await gate.organizations.findOrCreate(acme)
    const { organization, workspace } = first
    expect(organization).toMatchObject({ ...acme, id: uuid, default_workspace_id: workspace.id })
    expect((await gate.withKey(String(first.key)).keys.current()).hash).toBe(first.data?.hash)
    for (const owner_user_id of ["owner", "somebody else"]) {
      const again = await gate.organizations.findOrCreate({ ...acme, owner_user_id })
      expect(again).toEqual({ organization, workspace, data: null, key: null })
    }
    expect(await rejection(gate.organizations.findOrCreate({ ...acme, name: "" }))).toBeInstanceOf(InvalidInput)
  })

  bothWays("creates one for many calls at once, one of which is shown its key", async ({ gate }) => {
    const found = await Promise.all(Array.from({ length: 20 }, () => gate.organizations.findOrCreate(acme)))
    expect(new Set(found.map(({ organization }) => organization.id)).size).toBe(1)
    expect(found.filter(({ key }) => key !== null)).toHaveLength(1)
  })

  it("creates one for two gates on one file, and finds it after a restart", () =>
    inFolder(async (folder) => {
      const file = join(folder, "tollgate.db")
      const gates = [await Tollgate.open({ file }), await Tollgate.open({ file })]
      const calls = Array.from({ length: 10 }, () => gates.map((gate) => gate.organizations.findOrCreate(acme))).flat()
      const found = await Promise.all(calls)
      expect(new Set(found.map(({ organization }) => organization.id)).size).toBe(1)
      expect(found.filter(({ key }) => key !== null)).toHaveLength(1)
      await Promise.all(gates.map((gate) => gate.close()))
      const again = await Tollgate.open({ file })
      const { organization, key } = await again.organizations.findOrCreate(acme)
      expect([organization, key]).toEqual([found[0]?.organization, null])
      await again.close()
    }))
})
