import { readdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { DatabaseRefused, GateClosed, MasterKeyRefused, Tollgate } from "@tollgate/node"
import { describe, expect, it } from "vitest"
import { bothWays, inFolder, lockFile, openAccount, rejection } from "./gates.js"

describe("a call", () => {
  bothWays("that was made before close is finished", async ({ gate, host, ordinary }) => {
    const calls = Array.from({ length: 50 }, (_, limit) => host.keys.update(ordinary.data.hash, { limit }))
    const [answers] = await Promise.all([Promise.allSettled(calls), gate.close()])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set(["fulfilled"]))
    expect(await rejection(host.presets.list())).toEqual(new GateClosed())
  })

  bothWays("that waits for open holds when close is called rejects, whatever is held", async (account) => {
    const { gate, host, ordinary } = account
    const { key } = ordinary
    await host.keys.update(ordinary.data.hash, { max_in_flight: 1 })
    const request = { key, amount: 1, model: "acme/writer" }
    const hold = await gate.spending.authorize(request)
    const options = { waitFor: "1 hour" } as const
    const waiting = [
      gate.spending.authorize(request, options),
      host.spending.authorize(request, options),
      gate.spending.withHold(request, options, async () => expect.unreachable("It was admitted."))
    ].map(rejection)
    // They wait.
    expect((await host.spending.get(hold.data.id)).data.state).toBe("open")
    const late = rejection(gate.spending.authorize(request, options))
    await gate.close()
    expect(await Promise.all([...waiting, late])).toEqual(Array(4).fill(new GateClosed()))
  })

  it("that waits for storage when close is called is waited for, and done", () =>
    inFolder(async (folder) => {
      const file = join(folder, "tollgate.db")
      const { gate, host, ordinary } = await openAccount(await Tollgate.open({ file }))
      const lock = lockFile(file)
      const order: Array<string> = []
      const call = host.keys.create({ name: "Late" }).finally(() => order.push("the call"))
      const request = { key: ordinary.key, amount: 1, model: "acme/writer" }
      const asked = gate.spending.authorize(request, { waitFor: "1 hour" })
      const closed = gate.close().finally(() => order.push("the gate"))
      expect(await rejection(host.presets.list())).toEqual(new GateClosed())
      // Anything that could end by itself has time to do so.
      const other = await Tollgate.open({ memory: true })
      await openAccount(other)
      expect(order).toEqual([])
      lock.release()
      await Promise.all([closed, gate.close(), other.close()])
      expect(order).toEqual(["the call", "the gate"])
      expect((await asked).data.state).toBe("open")
      const again = await Tollgate.open({ file })
      expect(await again.withKey((await call).key).presets.list()).toEqual({ data: [], total_count: 0 })
      await again.close()
    }))
})

describe("a closed gate", () => {
  bothWays("rejects every call, and closes once however often close is called", async ({ created, gate, host }) => {
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

  it.runIf(typeof Symbol.asyncDispose === "symbol")("is the result of `await using`", async () => {
    const gate = await Tollgate.open({ memory: true })
    await gate[Symbol.asyncDispose]()
    const call = gate.createOrganization({ name: "Late", owner_user_id: "owner" })
    expect(await rejection(call)).toBeInstanceOf(GateClosed)
  })
})

describe("two gates in one process", () => {
  it("share nothing, in memory and over files", () =>
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
  it("rejects with DatabaseRefused if the file is not a database, and leaves it unchanged", () =>
    inFolder(async (folder) => {
      const file = join(folder, "tollgate.db")
      writeFileSync(file, "a diary")
      const reason = await rejection(Tollgate.open({ file, masterKey: "4".repeat(64) }))
      expect(reason).toBeInstanceOf(DatabaseRefused)
      expect(reason).toMatchObject({ file, reason: "not_a_database" })
      expect(readdirSync(folder)).toEqual(["tollgate.db"])
    }))

  it("rejects with DatabaseRefused for a master key other than that of the file", () =>
    inFolder(async (folder) => {
      const file = join(folder, "tollgate.db")
      await (await Tollgate.open({ file, masterKey: "4".repeat(64) })).close()
      const reason = await rejection(Tollgate.open({ file, masterKey: "5".repeat(64) }))
      expect(reason).toBeInstanceOf(DatabaseRefused)
      expect(reason).toMatchObject({ file, reason: "wrong_master_key" })
    }))

  it("rejects with MasterKeyRefused for a malformed key, and creates nothing", () =>
    inFolder(async (folder) => {
      const reason = await rejection(Tollgate.open({ file: join(folder, "tollgate.db"), masterKey: "short" }))
      expect(reason).toBeInstanceOf(MasterKeyRefused)
      expect(reason).toMatchObject({ file: null, reason: "malformed" })
      expect(readdirSync(folder)).toEqual([])
    }))
})

describe("an account", () => {
  it("lends its resources to an object that inherits from it, with another one of them, and to a proxy", async () => {
    const { created, gate, host } = await openAccount(await Tollgate.open({ memory: true }))
    for (const account of [gate.withKey(created.key), host]) {
      const list = () => Promise.resolve("replaced")
      const double = Object.create(account, { keys: { value: { ...account.keys, list } } })
      expect(await double.keys.list()).toBe("replaced")
      expect(await double.keys.create({ name: "Real" })).toMatchObject({ data: { name: "Real" } })
      for (const lent of [double, new Proxy(account, {})]) {
        expect(lent.presets).toBe(account.presets)
        expect(lent.spending).toBe(account.spending)
        expect(await lent.presets.list()).toEqual({ data: [], total_count: 0 })
      }
    }
    await gate.close()
  })
})
