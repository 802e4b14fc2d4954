import { rmSync } from "node:fs"
import { join } from "node:path"
import * as Node from "@tollgate/node"
import { describe, expect, it } from "vitest"
import { bothWays, inFolder, openAccount, rejection } from "./gates.js"

/** A stack frame in a function of this file. */
const frameOf = (name: string) => new RegExp(`^ +at (?:async )?${name} \\(.*stack\\.test\\.ts:\\d+:\\d+\\)$`, "m")

const stackOf = (error: unknown) => (error instanceof Error ? `${error.stack}` : "")

const NOBODY = "3f0e3a4e-52d8-4f5b-8a55-6d3f2f1d9f10"

describe("a rejection's stack", () => {
  bothWays("includes the caller", async ({ gate, host, user }) => {
    const refused = [
      [() => host.keys.update("no such key", { limit: 5 }), Node.KeyNotFound],
      [() => host.keys.get("0".repeat(64)), Node.KeyNotFound],
      [() => user.keys.update("no such key", { limit: 5 }), Node.ManagementKeyRequired],
      [() => gate.withKey("nonsense").presets.list(), Node.InvalidCredential],
      [() => gate.asOrganization(NOBODY).presets.list(), Node.OrganizationNotFound],
      [() => host.keys.create({ name: "" }), Node.InvalidInput],
      [() => gate.createOrganization({ name: "", owner_user_id: "ada" }), Node.InvalidInput],
      // JavaScript can pass anything.
      [() => Reflect.apply(host.keys.create, undefined, []), Node.InvalidInput]
    ] as const
    for (const [call, refusal] of refused) {
      async function whoAwaits() {
        await call()
      }
      const reason = await rejection(whoAwaits())
      expect(reason).toBeInstanceOf(refusal)
      expect(stackOf(reason)).toMatch(frameOf("whoAwaits"))
    }
  })

  bothWays("includes the caller of a hold's methods", async ({ gate, host }) => {
    const { key } = await host.keys.create({ name: "Spender", limit: 1 })
    const ask = (amount: number, spending = gate.spending) => spending.authorize({ key, amount, model: "acme/writer" })
    const hold = await ask(0.25)
    const refused = [
      [() => ask(5), Node.BudgetExceeded],
      [() => ask(5, host.spending), Node.BudgetExceeded],
      [() => hold.sent({ credential_id: NOBODY }), Node.InvalidInput],
      [() => hold.extend({ amount: 5 }), Node.BudgetExceeded],
      [() => hold.settle({ cost: -1 }), Node.InvalidInput],
      [() => hold.extend(), Node.HoldEnded]
    ] as const
    for (const [call, refusal] of refused) {
      async function whoAwaits() {
        await call()
      }
      const reason = await rejection(whoAwaits())
      expect(reason).toBeInstanceOf(refusal)
      expect(stackOf(reason)).toMatch(frameOf("whoAwaits"))
    }
  })

  bothWays("includes the caller through a handler, and with many calls at once", async ({ host }) => {
    const call = () => host.keys.get("0".repeat(64))
    const passOn = (reason: unknown) => Promise.reject(reason)
    const awaits = {
      handles: async function whoHandles() {
        await call().catch(passOn)
      },
      all: async function whoAwaitsAll() {
        await Promise.all([call(), call()])
      },
      settled: async function whoSettles() {
        const [first] = await Promise.allSettled([call()])
        if (first.status === "rejected") throw first.reason
      }
    }
    for (const wait of Object.values(awaits)) {
      expect(stackOf(await rejection(wait()))).toMatch(frameOf(wait.name))
    }
  })

  bothWays("begins with the refusal, and has no frames of Effect", async ({ host }) => {
    const stack = stackOf(await rejection(host.keys.get("0".repeat(64))))
    expect(stack).toMatch(/^KeyNotFound: The organization has no key with this hash\.\n +at /)
    expect(stack).not.toContain("node_modules/effect")
  })

  bothWays("shows where an unexpected error was thrown, and then the caller", async ({ host }) => {
    const input = {
      get name(): string {
        throw new Error("a mistake of the host's")
      }
    }
    async function whoAwaits() {
      await host.keys.create(input)
    }
    const stack = stackOf(await rejection(whoAwaits()))
    expect(stack).toMatch(/^Error: a mistake of the host's\n +at .*get name/)
    expect(stack).toMatch(frameOf("whoAwaits"))
  })

  bothWays("includes the caller of a closed gate", async ({ gate, host }) => {
    await gate.close()
    async function whoIsLate() {
      await host.presets.list()
    }
    const reason = await rejection(whoIsLate())
    expect(reason).toBeInstanceOf(Node.GateClosed)
    expect(stackOf(reason)).toMatch(frameOf("whoIsLate"))
  })

  it("includes its own caller for each call that shares a failed transaction", () =>
    inFolder(async (folder) => {
      const file = join(folder, "tollgate.db")
      const { gate, host } = await openAccount(await Node.Tollgate.open({ file }))
      rmSync(file)
      // A write of the next 5 ms may rely on the check before the last one.
      const isStored = () =>
        host.keys.create({ name: "Zero" }).then(
          () => true,
          () => false
        )
      while (await isStored());
      async function first() {
        await host.keys.create({ name: "One" })
      }
      async function second() {
        await host.keys.create({ name: "Two" })
      }
      const [one, two] = await Promise.all([rejection(first()), rejection(second())])
      for (const reason of [one, two]) expect(reason).toBeInstanceOf(Node.StorageFailure)
      expect(stackOf(one)).toMatch(frameOf("first"))
      expect(stackOf(two)).toMatch(frameOf("second"))
      await gate.close()
    }))

  it("includes the caller of Tollgate.open", () =>
    inFolder(async (folder) => {
      async function whoOpens() {
        await Node.Tollgate.open({ file: join(folder, "nowhere", "tollgate.db") })
      }
      const reason = await rejection(whoOpens())
      expect(reason).toBeInstanceOf(Node.DatabaseRefused)
      expect(stackOf(reason)).toMatch(frameOf("whoOpens"))
      async function whoStatesNothing() {
        await Reflect.apply(Node.Tollgate.open, Node.Tollgate, [{}])
      }
      expect(stackOf(await rejection(whoStatesNothing()))).toMatch(frameOf("whoStatesNothing"))
    }))
})
