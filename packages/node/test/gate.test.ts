import { getEventListeners } from "node:events"
import { readdirSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { DatabaseRefused, GateClosed, MasterKeyRefused, Tollgate } from "@tollgate/node"
import { describe, expect, it } from "vitest"
import { bothWays, inFolder, openAccount, rejection } from "./gates.js"

const here = createRequire(import.meta.url)
const Database = createRequire(here.resolve("@tollgate/sqlite/package.json"))("better-sqlite3")

describe("a call", () => {
  bothWays("that came before the gate is closed is finished", async ({ gate, host, ordinary }) => {
    const calls = Array.from({ length: 50 }, (_, limit) => host.keys.update(ordinary.data.hash, { limit }))
    const [answers] = await Promise.all([Promise.allSettled(calls), gate.close()])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set(["fulfilled"]))
    expect(await rejection(host.presets.list())).toEqual(new GateClosed())
  })
})

describe("a call with a signal", () => {
  bothWays("that was aborted before rejects with its reason, and does nothing", async ({ host }) => {
    const reason = new Error("changed my mind")
    const signal = AbortSignal.abort(reason)
    expect(await rejection(host.presets.create({ slug: "summary", name: "Summary" }, { signal }))).toBe(reason)
    expect(await host.presets.list()).toEqual({ data: [], total_count: 0 })
  })

  bothWays("has no listener of it left once it is done", async ({ host }) => {
    const { signal } = new AbortController()
    for (let i = 0; i < 20; i++) await host.presets.create({ slug: `preset-${i}`, name: "A preset" }, { signal })
    expect(getEventListeners(signal, "abort")).toEqual([])
    expect((await host.presets.list()).total_count).toBe(20)
  })

  it("that is aborted while the call waits for storage rejects with its reason, and nothing is done", () =>
    inFolder(async (folder) => {
      const file = join(folder, "tollgate.db")
      const { gate, host } = await openAccount(await Tollgate.open({ file }))
      const reason = new Error("changed my mind")
      const controller = new AbortController()
      const other = new Database(file)
      other.exec("BEGIN IMMEDIATE")
      const call = host.keys.create({ name: "Late" }, { signal: controller.signal })
      const rejected = rejection(call)
      // Reads go on while the write waits; then nobody waits for it any more.
      expect((await host.workspaces.listMembers("default")).total_count).toBe(1)
      controller.abort(reason)
      expect(await rejected).toBe(reason)
      other.exec("ROLLBACK")
      const names = other.prepare("SELECT name FROM api_keys ORDER BY name").pluck().all()
      expect(names).toEqual(["First management key", "Ordinary"])
      other.close()
      await gate.close()
    }))
})

describe("a closed gate", () => {
  bothWays("refuses every call, and closes once however often it is told to", async ({ created, gate, host }) => {
    await Promise.all([gate.close(), gate.close()])
    await gate.close()
    for (const call of [
      () => host.presets.list(),
      () => gate.withKey(created.key).images.list(),
      () => gate.createOrganization({ name: "Late", owner_user_id: "owner" })
    ]) {
      expect(await rejection(call())).toBeInstanceOf(GateClosed)
    }
  })

  it("leaves the file complete: another gate finds everything, and no log is left beside it", () =>
    inFolder(async (folder) => {
      const file = join(folder, "tollgate.db")
      const first = await openAccount(await Tollgate.open({ file }))
      await first.gate.close()
      expect(readdirSync(folder).sort()).toEqual(["tollgate.db", "tollgate.db.key"])
      const again = await Tollgate.open({ file })
      expect((await again.withKey(first.created.key).workspaces.listMembers("default")).total_count).toBe(1)
      await again.close()
    }))

  it.runIf(typeof Symbol.asyncDispose === "symbol")("is what `await using` leaves behind", async () => {
    const gate = await Tollgate.open({ memory: true })
    await gate[Symbol.asyncDispose]()
    const call = gate.createOrganization({ name: "Late", owner_user_id: "owner" })
    expect(await rejection(call)).toBeInstanceOf(GateClosed)
  })
})

describe("two gates in one process", () => {
  it("know nothing of each other, in memory and over files", () =>
    inFolder(async (folder) => {
      const gates = await Promise.all([
        Tollgate.open({ memory: true }),
        Tollgate.open({ memory: true }),
        Tollgate.open({ file: join(folder, "one.db") }),
        Tollgate.open({ file: join(folder, "two.db") })
      ])
      const accounts = await Promise.all(gates.map(openAccount))
      for (const [i, { created }] of accounts.entries()) {
        for (const [j, other] of gates.entries()) {
          const call = other.withKey(created.key).presets.list()
          if (i === j) expect(await call).toEqual({ data: [], total_count: 0 })
          else expect(await rejection(call)).toMatchObject({ _tag: "InvalidCredential" })
        }
      }
      for (const gate of gates) await gate.close()
    }))
})

describe("opening", () => {
  it("rejects with DatabaseRefused where the file is no database, and leaves it as it was", () =>
    inFolder(async (folder) => {
      const file = join(folder, "tollgate.db")
      writeFileSync(file, "a diary")
      const reason = await rejection(Tollgate.open({ file, masterKey: "4".repeat(64) }))
      expect(reason).toBeInstanceOf(DatabaseRefused)
      expect(reason).toMatchObject({ file, reason: "not_a_database" })
      expect(readdirSync(folder)).toEqual(["tollgate.db"])
    }))

  it("rejects with DatabaseRefused for another master key than the file was made with", () =>
    inFolder(async (folder) => {
      const file = join(folder, "tollgate.db")
      await (await Tollgate.open({ file, masterKey: "4".repeat(64) })).close()
      const reason = await rejection(Tollgate.open({ file, masterKey: "5".repeat(64) }))
      expect(reason).toBeInstanceOf(DatabaseRefused)
      expect(reason).toMatchObject({ file, reason: "wrong_master_key" })
    }))

  it("rejects with MasterKeyRefused for a key that is none, and creates nothing", () =>
    inFolder(async (folder) => {
      const reason = await rejection(Tollgate.open({ file: join(folder, "tollgate.db"), masterKey: "short" }))
      expect(reason).toBeInstanceOf(MasterKeyRefused)
      expect(reason).toMatchObject({ file: null, reason: "malformed" })
      expect(readdirSync(folder)).toEqual([])
    }))
})
