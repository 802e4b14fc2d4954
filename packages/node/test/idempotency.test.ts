import { readFileSync } from "node:fs"
import { join } from "node:path"
import { CodeRefused, IdempotencyKeyReused, InvalidInput, KeyNotFound, Tollgate } from "@tollgate/node"
import { describe, expect, it } from "vitest"
import { everyWay } from "./everyWay.js"
import { inFolder, openAccount, rejection } from "./gates.js"
import { withServer } from "./servers.js"

const once = { idempotencyKey: "3f6d4c1e-first" }

describe("A change with an idempotency key", () => {
  everyWay("of which 20 are made at once is done once, and all return its result", async ({ account }) => {
    const before = await account.keys.list()
    const made = await Promise.all(Array.from({ length: 20 }, () => account.keys.create({ name: "Twin" }, once)))
    expect(new Set(made.map((one) => JSON.stringify(one))).size).toBe(1)
    expect(await account.keys.create({ name: "Twin" }, once)).toEqual(made[0])
    const after = await account.keys.list()
    expect(after.total_count).toBe(before.total_count + 1)
  })

  everyWay("returns its result again: of changes, deletions and exchanges", async ({ account, ordinary }) => {
    const { hash } = ordinary.data
    const renamed = await account.keys.update(hash, { name: "Renamed" }, { idempotencyKey: "rename" })
    await account.keys.update(hash, { name: "Later" })
    expect(await account.keys.update(hash, { name: "Renamed" }, { idempotencyKey: "rename" })).toEqual(renamed)
    expect((await account.keys.get(hash)).name).toBe("Later")

    const { id: code } = await account.oauth.createCode({ callback_url: "https://app.example/callback" })
    const bought = await account.oauth.exchangeCode({ code }, { idempotencyKey: "exchange" })
    expect(await account.oauth.exchangeCode({ code }, { idempotencyKey: "exchange" })).toEqual(bought)
    expect(await rejection(account.oauth.exchangeCode({ code }))).toBeInstanceOf(CodeRefused)

    expect(await account.keys.delete(hash, { idempotencyKey: "delete" })).toEqual({ deleted: true })
    expect(await account.keys.delete(hash, { idempotencyKey: "delete" })).toEqual({ deleted: true })
    expect(await rejection(account.keys.delete(hash, { idempotencyKey: "delete-again" }))).toBeInstanceOf(KeyNotFound)
  })

  everyWay(
    "rejects under the key of another one, and under none of 1 to 255 visible characters",
    async ({ account }) => {
      await account.workspaces.create({ slug: "one", name: "One" }, once)
      const other = account.workspaces.create({ slug: "two", name: "Two" }, once)
      expect(await rejection(other)).toBeInstanceOf(IdempotencyKeyReused)
      expect(await rejection(account.keys.create({ name: "One" }, once))).toBeInstanceOf(IdempotencyKeyReused)
      for (const idempotencyKey of ["", "a b", "ü", "x".repeat(256)]) {
        const refused = await rejection(account.keys.create({ name: "One" }, { idempotencyKey }))
        expect(refused).toBeInstanceOf(InvalidInput)
        const issue = { path: ["idempotencyKey"], expected: "1 to 255 visible ASCII characters" }
        expect(refused).toMatchObject({ issues: [issue] })
      }
    }
  )

  everyWay("is the same one where the id of its object is in another letter case", async ({ account }) => {
    const { id } = await account.workspaces.create({ slug: "one", name: "One" })
    const renamed = await account.workspaces.update(id.toUpperCase(), { name: "New" }, once)
    expect(await account.workspaces.update(id, { name: "New" }, once)).toEqual(renamed)
  })

  everyWay("is made by each caller for itself", async ({ account, enterAnother, host }) => {
    const mine = await account.keys.create({ name: "Mine" }, once)
    const asHost = await host.keys.create({ name: "Mine" }, once)
    const stranger = await enterAnother()
    const theirs = await stranger.account.keys.create({ name: "Theirs" }, once)
    expect(new Set([mine, asHost, theirs].map(({ data }) => data.hash)).size).toBe(3)
  })

  it("leaves no secret that it has shown in the file", () =>
    inFolder(async (folder) => {
      const file = join(folder, "tollgate.db")
      const gate = await Tollgate.open({ file })
      const { host } = await openAccount(gate)
      const { key } = await host.keys.create({ name: "Secret" }, once)
      const { id: code } = await host.oauth.createCode(
        { callback_url: "https://app.example/callback" },
        { idempotencyKey: "code" }
      )
      await gate.close()
      const content = readFileSync(file, "latin1")
      expect(content).toContain("3f6d4c1e-first")
      for (const secret of [key, code]) expect(content).not.toContain(secret)
    }))

  it("is the same change in process and over HTTP, for the holder of the same key", () =>
    inFolder(async (folder) => {
      const file = join(folder, "tollgate.db")
      await using gate = await Tollgate.open({ file, masterKey: "07".repeat(32) })
      const { created, manager } = await openAccount(gate)
      const made = await manager.keys.create({ name: "Once" }, once)
      await withServer(file, async (url) => {
        await using server = Tollgate.connect({ url })
        expect(await server.withKey(created.key).keys.create({ name: "Once" }, once)).toEqual(made)
      })
    }))
})
