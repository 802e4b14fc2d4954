import { join } from "node:path"
import { type Alert, GateClosed, OrganizationNotFound, Tollgate } from "@tollgate/node"
import { describe, expect, it } from "vitest"
import { inFolder, openAccount, rejection } from "./gates.js"

/** Notes what a subscription gets, and waits until it has so many. */
const follower = () => {
  const got: Array<Alert> = []
  const waiting: Array<() => void> = []
  const listener = (alert: Alert) => {
    got.push(alert)
    for (const check of waiting) check()
  }
  const until = (count: number) =>
    new Promise<ReadonlyArray<Alert>>((resolve) => {
      const check = () => {
        if (got.length >= count) resolve(got)
      }
      waiting.push(check)
      check()
    })
  return { got, listener, until }
}

/** Spends an amount of a key by a hold. */
const spend = async (gate: Tollgate, key: string, cost: number) => {
  const { data } = await gate.spending.authorize({ key, amount: 0.01, model: "acme/writer" })
  await gate.spending.settle(data.id, { cost })
}

describe("gate.alerts.subscribe", () => {
  it("sees the alerts of another process of the file, once, and those of one organization if it is stated", () =>
    inFolder(async (folder) => {
      const file = join(folder, "tollgate.db")
      const [gate, other] = [await Tollgate.open({ file }), await Tollgate.open({ file })]
      const { created, host } = await openAccount(gate)
      const { data, key } = await host.keys.create({ name: "Small", limit: 1 })
      await spend(other, key, 0.5)
      const stranger = await gate.createOrganization({ name: "Other", owner_user_id: "eve" })
      const [all, mine, theirs] = [follower(), follower(), follower()]
      const stop = await gate.alerts.subscribe({}, all.listener)
      const { id } = created.organization
      await gate.alerts.subscribe({ organization: id }, mine.listener)
      await other.alerts.subscribe({ organization: stranger.organization.id }, theirs.listener)
      await spend(other, key, 0.3)
      await rejection(other.spending.authorize({ key, amount: 1, model: "acme/writer" }))
      const listed = (await host.alerts.list()).data.filter(({ threshold }) => threshold !== 50)
      expect(listed).toHaveLength(2)
      // Both may be of the same millisecond, and are in the order of their ids then.
      const byKind = <A extends { readonly kind: string }>(alerts: ReadonlyArray<A>) =>
        alerts.toSorted((one, next) => (one.kind < next.kind ? -1 : 1))
      expect(byKind(await all.until(2)).map(({ kind }) => kind)).toEqual(["crossing", "refused"])
      expect(byKind(await mine.until(2))).toEqual(byKind(listed.map((alert) => ({ ...alert, name: "Small" }))))
      expect(byKind(all.got)[0]).toMatchObject({ key_hash: data.hash, threshold: 80, limit: 1, spent: 0.8, share: 0.8 })
      stop()
      await spend(gate, key, 0.2)
      expect(await mine.until(3)).toHaveLength(3)
      expect([all.got.length, theirs.got]).toEqual([2, []])
      await Promise.all([gate.close(), other.close()])
    }))

  it("goes on if a listener throws or rejects, and says so if it is asked to", async () => {
    const gate = await Tollgate.open({ memory: true })
    const { host } = await openAccount(gate)
    const { key } = await host.keys.create({ name: "Small", limit: 1 })
    const { listener, until } = follower()
    const reasons: Array<unknown> = []
    const onError = (reason: unknown) => reasons.push(reason)
    const fail = () => {
      throw new Error("thrown")
    }
    await gate.alerts.subscribe({}, fail)
    await gate.alerts.subscribe({ onError }, fail)
    await gate.alerts.subscribe({ onError }, () => Promise.reject(new Error("rejected")))
    await gate.alerts.subscribe({}, listener)
    await spend(gate, key, 1)
    await until(3)
    await spend(gate, (await host.keys.create({ name: "Another", limit: 0.01 })).key, 0.005)
    await until(4)
    expect(reasons.slice(0, 6).map(String).sort()).toEqual([
      ...Array(3).fill("Error: rejected"),
      ...Array(3).fill("Error: thrown")
    ])
    await gate.close()
  })

  it("ends by a signal, or with the gate, and refuses what it cannot subscribe to", async () => {
    const gate = await Tollgate.open({ memory: true })
    const { host } = await openAccount(gate)
    const { key } = await host.keys.create({ name: "Small", limit: 1 })
    const [ended, other] = [follower(), follower()]
    const abort = new AbortController()
    await gate.alerts.subscribe({ signal: abort.signal }, ended.listener)
    await gate.alerts.subscribe({}, other.listener)
    abort.abort()
    await spend(gate, key, 0.5)
    await other.until(1)
    expect(ended.got).toEqual([])
    const absent = "00000000-0000-4000-8000-000000000000"
    for (const organization of ["acme", absent]) {
      expect(await rejection(gate.alerts.subscribe({ organization }, other.listener))).toBeInstanceOf(
        OrganizationNotFound
      )
    }
    expect(await rejection(gate.alerts.subscribe({ signal: abort.signal }, other.listener))).toBe(abort.signal.reason)
    await gate.close()
    expect(await rejection(gate.alerts.subscribe({}, other.listener))).toBeInstanceOf(GateClosed)
    expect(other.got).toHaveLength(1)
  })
})
