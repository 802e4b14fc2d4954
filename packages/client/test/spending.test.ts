import {
  BudgetExceeded,
  CredentialsNotServed,
  GatewayKeyRequired,
  HoldNotFound,
  KeyRefused,
  ManagementKeyRequired,
  Tollgate,
  TooManyInFlight
} from "@tollgate/client"
import { expect, it } from "vitest"
import { rejection, withServer } from "./serving.js"

it("a gateway spends over HTTP, with the refusals of the programs", () =>
  withServer(async ({ gatewayKey, key: managementKey, url }) => {
    await using server = Tollgate.connect({ url })
    const { keys, spending: holds } = server.withKey(managementKey)
    const { data: limited, key } = await keys.create({ name: "Docs assistant", limit: 1 })
    const { spending } = server.withGatewayKey(gatewayKey)

    const { data, repeated } = await spending.authorize({ key, amount: 0.75, model: "acme/writer", instance: "one" })
    expect([data.state, repeated]).toEqual(["open", false])
    const again = await spending.authorize({ key, amount: 0.75, models: ["acme/writer"], instance: "one", id: data.id })
    expect([again.data.id, again.repeated]).toEqual([data.id, true])

    const held = await rejection(spending.authorize({ key, amount: 0.5, model: "acme/writer" }))
    if (!(held instanceof BudgetExceeded)) throw held
    expect(held.reason).toBe("budget_held")
    expect(held.budgets).toMatchObject([{ scope: "key", id: limited.hash, window: "lifetime", holds: 1 }])

    expect(await spending.sent(data.id)).toMatchObject({ sent_at: expect.any(String) })
    expect(await spending.extend(data.id, { amount: 0.875 })).toMatchObject({ amount: 0.875 })
    expect(await spending.settle(data.id, { cost: 1 })).toMatchObject({ state: "settled", cost: 1 })
    expect(await spending.release(data.id)).toMatchObject({ state: "settled" })
    expect(await spending.releaseAll({ instance: "one" })).toEqual({ released: 0 })
    expect(await holds.list({ key_hash: limited.hash })).toMatchObject({ total_count: 1 })

    const spent = await rejection(spending.authorize({ key, amount: 0.25, model: "acme/writer" }))
    expect(spent).toMatchObject({ _tag: "BudgetExceeded", reason: "budget_spent" })
    expect(await rejection(spending.sent(data.id))).toMatchObject({ _tag: "HoldEnded", id: data.id })
    expect(await rejection(spending.get("nothing"))).toBeInstanceOf(HoldNotFound)
    expect(await rejection(spending.authorize({ key: managementKey, amount: 1, model: "acme/writer" }))).toEqual(
      new KeyRefused({ key_state: "management" })
    )
    const crowded = await keys.create({ name: "Crowded", max_in_flight: 1 })
    await spending.authorize({ key: crowded.key, amount: 0.25, model: "acme/writer" })
    const full = { scope: "key", id: crowded.data.hash, max_in_flight: 1, in_flight: 1 } as const
    expect(await rejection(spending.authorize({ key: crowded.key, amount: 0.25, model: "acme/writer" }))).toEqual(
      new TooManyInFlight({ scopes: [full] })
    )
    // Not without `--serve-credentials`, whatever is asked for.
    expect(await rejection(spending.credential("nothing", "nothing"))).toEqual(new CredentialsNotServed())
    const ordinary = server.withGatewayKey(key).spending
    expect(await rejection(ordinary.release(data.id))).toEqual(new GatewayKeyRequired())
    expect(await rejection(ordinary.get(data.id))).toEqual(new ManagementKeyRequired())
  }))
