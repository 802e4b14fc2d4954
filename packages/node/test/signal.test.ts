import { getEventListeners } from "node:events"
import { join } from "node:path"
import { Tollgate } from "@tollgate/node"
import { describe, expect, it } from "vitest"
import { type Account, bothWays, inFolder, lockFile, openAccount, rejection } from "./gates.js"

/** A promise that a gate keeps over a file, with a fresh account. */
const onFile = (promise: string, body: (account: Account & { readonly file: string }) => Promise<void>) =>
  it(promise, () =>
    inFolder(async (folder) => {
      const file = join(folder, "tollgate.db")
      const account = await openAccount(await Tollgate.open({ file }))
      await body({ ...account, file })
      await account.gate.close()
    })
  )

describe("a call with a signal", () => {
  bothWays("that is already aborted rejects with its reason, and does nothing", async ({ host }) => {
    const reason = new Error("changed my mind")
    const signal = AbortSignal.abort(reason)
    expect(await rejection(host.presets.create({ slug: "summary", name: "Summary" }, { signal }))).toBe(reason)
    expect(await host.presets.list()).toEqual({ data: [], total_count: 0 })
  })

  bothWays("leaves no listener on it", async ({ host }) => {
    const { signal } = new AbortController()
    for (let i = 0; i < 20; i++) await host.presets.create({ slug: `preset-${i}`, name: "A preset" }, { signal })
    expect(getEventListeners(signal, "abort")).toEqual([])
    expect((await host.presets.list()).total_count).toBe(20)
  })

  onFile(
    "that is aborted while the call waits for storage rejects with its reason, and changes nothing",
    async (account) => {
      const reason = new Error("changed my mind")
      const controller = new AbortController()
      const lock = lockFile(account.file)
      const rejected = rejection(account.host.keys.create({ name: "Late" }, { signal: controller.signal }))
      // Reads go on while the write waits. Then the call is abandoned.
      expect((await account.host.workspaces.listMembers("default")).total_count).toBe(1)
      controller.abort(reason)
      expect(await rejected).toBe(reason)
      expect(lock.release()).toEqual(["First management key", "Ordinary"])
      expect(getEventListeners(controller.signal, "abort")).toEqual([])
    }
  )

  onFile("has one listener for all calls under way, without a warning, and none afterwards", async (account) => {
    const warnings: Array<Error> = []
    const warned = (warning: Error) => void warnings.push(warning)
    process.on("warning", warned)
    const { signal } = new AbortController()
    const lock = lockFile(account.file)
    const calls = Array.from({ length: 50 }, (_, i) => account.host.keys.create({ name: `Key ${i}` }, { signal }))
    // A call that has ended does not remove the listener of the others.
    await account.host.presets.list({}, { signal })
    expect(getEventListeners(signal, "abort").length).toBe(1)
    lock.release()
    await Promise.all(calls)
    expect(getEventListeners(signal, "abort")).toEqual([])
    process.off("warning", warned)
    expect(warnings).toEqual([])
  })

  onFile("ends all the calls under way when it is aborted, and no others", async (account) => {
    const reason = new Error("changed my mind")
    const [controller, other] = [new AbortController(), new AbortController()]
    const lock = lockFile(account.file)
    const create = (name: string, { signal }: AbortController) => account.host.keys.create({ name }, { signal })
    const calls = Array.from({ length: 20 }, (_, i) => rejection(create(`Key ${i}`, controller)))
    const kept = create("Kept", other)
    expect((await account.host.workspaces.listMembers("default")).total_count).toBe(1)
    controller.abort(reason)
    expect(new Set(await Promise.all(calls))).toEqual(new Set([reason]))
    expect(lock.release()).toEqual(["First management key", "Ordinary"])
    expect((await kept).data.name).toBe("Kept")
    expect(getEventListeners(controller.signal, "abort")).toEqual([])
    expect(getEventListeners(other.signal, "abort")).toEqual([])
  })
})
