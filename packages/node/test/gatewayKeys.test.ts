import { GatewayKeyNotFound, InvalidCredential, InvalidInput, KeyNotFound, OrganizationNotFound } from "@tollgate/node"
import { describe, expect } from "vitest"
import { bothWays, rejection, time } from "./gates.js"

const ABSENT = "3f0e3a4e-52d8-4f5b-8a55-6d3f2f1d9f10"
const gatewayKey = expect.stringMatching(/^tg_gk_[0-9A-Za-z]{49}$/)
const hash = expect.stringMatching(/^[0-9a-f]{64}$/)

describe("gatewayKeys", () => {
  bothWays("are created, listed without their secrets, and deleted", async ({ created, gate }) => {
    const { id } = created.organization
    const all = await gate.gatewayKeys.create()
    const label = `${all.key.slice(0, 9)}...${all.key.slice(-4)}`
    expect(all).toEqual({ data: { hash, label, organization_id: null, created_at: time }, key: gatewayKey })
    const one = await gate.gatewayKeys.create({ organization_id: id })
    expect(one.data.organization_id).toBe(id)
    const { data, total_count } = await gate.gatewayKeys.list()
    expect({ data: new Set(data), total_count }).toEqual({ data: new Set([all.data, one.data]), total_count: 2 })
    expect(await gate.gatewayKeys.delete(all.data.hash)).toEqual({ deleted: true })
    expect(await gate.gatewayKeys.list()).toEqual({ data: [one.data], total_count: 1 })
    const gone = await rejection(gate.gatewayKeys.delete(all.data.hash))
    expect(gone).toEqual(new GatewayKeyNotFound({ short_hash: all.data.hash.slice(0, 12) }))
  })

  bothWays("open nothing of an account, and are in no list of keys", async ({ gate, host }) => {
    const before = await host.keys.list()
    const { data, key } = await gate.gatewayKeys.create()
    expect(await rejection(gate.authenticate(key))).toEqual(new InvalidCredential())
    expect(await rejection(gate.withKey(key).keys.current())).toEqual(new InvalidCredential())
    expect(await host.keys.list()).toEqual(before)
    expect(await rejection(host.keys.get(data.hash))).toBeInstanceOf(KeyNotFound)
  })

  bothWays("are refused for what is not an organization", async ({ gate }) => {
    const absent = await rejection(gate.gatewayKeys.create({ organization_id: ABSENT }))
    expect(absent).toEqual(new OrganizationNotFound({ short_id: ABSENT.slice(0, 8) }))
    expect(await rejection(gate.gatewayKeys.create({ organization_id: "acme" }))).toBeInstanceOf(InvalidInput)
    expect(await gate.gatewayKeys.list()).toEqual({ data: [], total_count: 0 })
  })
})
