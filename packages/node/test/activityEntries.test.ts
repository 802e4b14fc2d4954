import { holdIdAt } from "@tollgate/core/storage"
import { type ActivityEntry, InvalidInput, toCloudEvent } from "@tollgate/node"
import { expect } from "vitest"
import { everyWay } from "./everyWay.js"
import { rejection, time, uuid } from "./gates.js"

everyWay(
  "the entries of an organization are read by position, and their events have ids that never repeat",
  async (entered) => {
    const { account, gate, host, ordinary, user } = entered
    const hash = ordinary.data.hash
    const open = async (amount: number) =>
      (await gate.spending.authorize({ key: ordinary.key, amount, model: "acme/writer", labels: { team: "docs" } }))
        .data.id
    const [first, second] = [await open(1), await open(2)]
    const third = holdIdAt(Date.now(), new Uint8Array(10))
    await gate.spending.settle(first, { cost: 0.5, basis: "provider", model: "acme/reader" })
    await gate.spending.markUnknown(second)
    await host.spending.correct(first, { cost: 0.25, reason: "Invoice" })
    await gate.spending.settle(second, { cost: 3 })
    await gate.spending.recordUsage({
      id: third,
      key_hash: hash,
      cost: 0.125,
      credential_id: null,
      model: "acme/writer"
    })
    const { after, data } = await account.activity.entries()
    const common = {
      ...{ at: time, opened_at: time, workspace_id: uuid, key_hash: hash, user_id: "owner", labels: { team: "docs" } },
      ...{ provider: null, credential_id: null, input_tokens: 0, output_tokens: 0, was_unknown: false },
      ...{ cost_before: null, reason: null, corrected_by: null, basis: null, is_byok: false }
    }
    const ofFirst = { ...common, hold_id: first, model: "acme/reader", basis: "provider", amount: 1 }
    const ofSecond = { ...common, hold_id: second, model: "acme/writer", amount: 2 }
    const expected = [
      { ...ofFirst, position: 1, id: first, kind: "settled", cost: 0.5 },
      { ...ofSecond, position: 2, id: second, kind: "unknown", cost: null, is_byok: null },
      { ...ofFirst, position: 3, id: `${first}:1`, kind: "corrected", cost: 0.25, cost_before: 0.5, reason: "Invoice" },
      { ...ofSecond, position: 4, id: `${second}:0`, kind: "settled", cost: 3, was_unknown: true },
      {
        ...{ ...common, labels: {}, hold_id: third, amount: 0.125, model: "acme/writer" },
        ...{ position: 5, id: third, kind: "settled", cost: 0.125 }
      }
    ]
    expect({ after, data }).toEqual({ after: 5, data: expected })
    const events = data.map((entry) => toCloudEvent(entry))
    expect(new Set(events.map(({ id, source }) => `${source} ${id}`)).size).toBe(5)
    const [report] = (await account.activity.list()).data
    expect(events.reduce((sum, event) => sum + event.data.cost_added, 0)).toBe(report?.cost)
    // Page by page it is the same, and the end is an empty page.
    const paged: Array<ActivityEntry> = []
    for (let from = 0; ; ) {
      const page = await host.activity.entries({ after: from, limit: 2 })
      paged.push(...page.data)
      if (page.data.length === 0) {
        expect(page.after).toBe(5)
        break
      }
      from = page.after
    }
    expect(paged).toEqual(data)
    const refused = await rejection(account.activity.entries({ after: -1 }))
    expect(refused).toBeInstanceOf(InvalidInput)
    // A server reads the number from a text, and says so.
    expect(refused).toMatchObject({ issues: [{ path: ["after"], expected: expect.stringContaining("whole number") }] })
    // It is of the whole organization, which an ordinary key does not see.
    expect(await rejection(user.activity.entries())).toMatchObject({ _tag: "ManagementKeyRequired" })
    const other = await entered.enterAnother()
    expect(await other.account.activity.entries()).toEqual({ data: [], after: 0 })
  }
)
