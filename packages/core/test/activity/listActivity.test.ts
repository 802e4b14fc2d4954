import { describe, expect, it } from "@effect/vitest"
import { ActivityPage, activityCsv, deleteKey, InvalidInput, listActivity, Usd, updateKey } from "@tollgate/core"
import { travelTo } from "@tollgate/testing"
import { Effect, Either, Schema } from "effect"
import { usd } from "../spending/support/samples.js"
import { openSpender } from "../spending/support/spender.js"
import { inMemory } from "../support/account.js"

const report = (page: typeof ActivityPage.Encoded = {}) => listActivity(Schema.decodeSync(ActivityPage)(page))

const opened = Effect.gen(function* () {
  yield* travelTo("2026-05-31T12:00:00Z")
  const account = yield* openSpender
  const spend = Effect.fnUntraced(function* (cost: number, models: ReadonlyArray<string>, labels = {}) {
    const { data } = yield* account.hold(account.ordinaryKey, { models, labels, lease_seconds: 86_400 })
    yield* account.settle(data.id, { cost: usd(cost) })
  })
  yield* spend(0.25, ["acme/small"], { team: "=1+1" })
  yield* spend(0.5, ["acme/large"])
  yield* travelTo("2026-06-01T12:00:00Z")
  yield* spend(0.125, ["acme/small"])
  return account
})

const zeros = { byok_cost: Usd.zero, unknown: Usd.zero, input_tokens: 0, output_tokens: 0 }

describe("listActivity", () => {
  inMemory("reports the last 30 days by day, newest first, unless stated", () =>
    Effect.gen(function* () {
      const { asManager, asOrdinary } = yield* opened
      const days = [
        { day: "2026-06-01", requests: 1, cost: usd(0.125), ...zeros },
        { day: "2026-05-31", requests: 2, cost: usd(0.75), ...zeros }
      ]
      expect(yield* asManager(report())).toEqual({ data: days, total_count: 2 })
      expect(yield* asOrdinary(report({ limit: 1, offset: 1 }))).toEqual({ data: days.slice(1), total_count: 2 })
      yield* travelTo("2026-06-30T12:00:00Z")
      expect((yield* asManager(report())).data).toEqual(days.slice(0, 1))
      expect((yield* asManager(report({ to: "2026-05-31" }))).data).toEqual(days.slice(1))
    })
  )

  inMemory("counts a request that was sent as unknown as soon as its lease has ended", () =>
    Effect.gen(function* () {
      yield* travelTo("2026-05-31T12:00:00Z")
      const { asManager, hold, ordinaryKey, sent } = yield* openSpender
      const { data } = yield* hold(ordinaryKey, { amount: 1, lease_seconds: 60 })
      yield* sent(data.id)
      yield* travelTo("2026-05-31T12:00:59Z")
      expect((yield* asManager(report())).data).toEqual([])
      yield* travelTo("2026-05-31T12:01:00Z")
      expect((yield* asManager(report())).data).toEqual([
        { day: "2026-05-31", requests: 1, cost: Usd.zero, ...zeros, unknown: usd(1) }
      ])
    })
  )

  inMemory("orders groups of a day by their cost", () =>
    Effect.gen(function* () {
      const { asManager } = yield* opened
      const { data } = yield* asManager(report({ group_by: ["model"] }))
      expect(data.map(({ cost, model, requests }) => [model, requests, cost])).toEqual([
        ["acme/large", 1, usd(0.5)],
        ["acme/small", 2, usd(0.375)]
      ])
    })
  )

  inMemory("names what the requests of a group have in common, of all that it is asked to tell apart", () =>
    Effect.gen(function* () {
      yield* travelTo("2026-05-31T12:00:00Z")
      const { asManager, asOrdinary, hold, ordinaryHash, ordinaryKey, settle, workspace } = yield* openSpender
      const { data } = yield* hold(ordinaryKey)
      yield* settle(data.id, { cost: usd(1), model: "acme/writer", provider: "openai", basis: "provider" })
      const groups = {
        day: "2026-05-31",
        model: "acme/writer",
        provider: "openai",
        key: ordinaryHash,
        user: "Acme-owner",
        workspace: workspace.id,
        basis: "provider"
      } as const
      const names: Partial<Record<string, object>> = {
        key: { key_name: "Ordinary key" },
        workspace: { workspace_name: workspace.name }
      }
      const amounts = { ...zeros, requests: 1, cost: usd(1) }
      const group_by = Object.keys(groups) as Array<keyof typeof groups>
      const row = { ...groups, ...names["key"], ...names["workspace"], ...amounts }
      expect(yield* asManager(report({ group_by }))).toEqual({ data: [row], total_count: 1 })
      expect(yield* asOrdinary(report({ group_by }))).toEqual({ data: [row], total_count: 1 })
      for (const group of group_by) {
        const { data } = yield* asManager(report({ group_by: [group] }))
        expect(data).toEqual([{ [group]: groups[group], ...names[group], ...amounts }])
      }
    })
  )

  inMemory("names a deleted key by its hash alone", () =>
    Effect.gen(function* () {
      const { asManager, ordinaryHash } = yield* opened
      yield* asManager(deleteKey(ordinaryHash))
      const { data } = yield* asManager(report({ group_by: ["key"] }))
      expect(data).toEqual([{ key: ordinaryHash, key_name: null, ...zeros, requests: 3, cost: usd(0.875) }])
    })
  )

  inMemory("orders groups of equal costs by what is unknown, then by their values", () =>
    Effect.gen(function* () {
      yield* travelTo("2026-05-31T12:00:00Z")
      const { asManager, hold, ordinaryKey, settle, unknown } = yield* openSpender
      for (const model of ["acme/b", "acme/a", "acme/c"]) {
        const { data } = yield* hold(ordinaryKey, { models: [model] })
        yield* settle(data.id, { cost: usd(1) })
      }
      const { data: lost } = yield* hold(ordinaryKey, { models: ["acme/c"] })
      yield* unknown(lost.id)
      const { data } = yield* asManager(report({ group_by: ["model"] }))
      expect(data.map(({ model, unknown }) => [model, unknown])).toEqual([
        ["acme/c", usd(1)],
        ["acme/a", usd(0)],
        ["acme/b", usd(0)]
      ])
    })
  )

  inMemory("tells that no request has a label which every object inherits", () =>
    Effect.gen(function* () {
      const { asManager } = yield* opened
      const names = ["constructor", "__proto__"]
      const { data } = yield* asManager(report({ group_by: names.map((name) => `label:${name}`) }))
      expect(data.map(({ labels = {}, requests }) => [Object.entries(labels), requests])).toEqual([
        [names.map((name) => [name, null]), 3]
      ])
    })
  )

  inMemory("writes CSV in which no text is a formula", () =>
    Effect.gen(function* () {
      const { asManager, ordinaryHash } = yield* opened
      const group_by = ["label:team", "provider", "key"]
      yield* asManager(updateKey(ordinaryHash, { name: "=SUM(A1)" }))
      const { data } = yield* asManager(report({ group_by }))
      const key = `${ordinaryHash},'=SUM(A1)`
      expect(activityCsv(data, group_by)).toBe(
        "label:team,provider,key,key_name,requests,cost,byok_cost,unknown,input_tokens,output_tokens\r\n" +
          `,,${key},2,0.625,0,0,0,0\r\n'=1+1,,${key},1,0.25,0,0,0,0\r\n`
      )
    })
  )

  inMemory("refuses days that are out of order, or more than 366", () =>
    Effect.gen(function* () {
      const { asManager } = yield* opened
      const refused = (page: typeof ActivityPage.Encoded) => Effect.flip(asManager(report(page)))
      const issue = (expected: string) => new InvalidInput({ issues: [{ path: ["from"], expected }] })
      expect(yield* refused({ from: "2026-06-02" })).toEqual(
        issue("a date that is not after `to`, which is today if it is not stated")
      )
      const most = { from: "2025-01-01", to: "2026-01-01" }
      expect(yield* asManager(report(most))).toEqual({ data: [], total_count: 0 })
      expect(yield* refused({ ...most, to: "2026-01-02" })).toEqual(issue("a date at most 365 days before `to`"))
    })
  )

  inMemory("takes 1 to 8 different groups", () =>
    Effect.gen(function* () {
      const { asManager } = yield* opened
      const named = (count: number) => Array.from({ length: count }, (_, index) => `label:l${index}`)
      const { data } = yield* asManager(report({ group_by: named(8) }))
      expect(Object.keys(data[0]?.labels ?? {})).toHaveLength(8)
      const takes = (group_by: ReadonlyArray<string>) => Either.isRight(Schema.decodeEither(ActivityPage)({ group_by }))
      expect([takes(named(1)), takes([]), takes(named(9)), takes(["day", "day"])]).toEqual([true, false, false, false])
    })
  )
})

describe("activityCsv", () => {
  it("quotes what would break a cell or a line, and is exact", () => {
    const labels = (team: string) => ({ labels: { team }, requests: 1, ...zeros, cost: usd(1_000_000_000) })
    const rows = ['a"b', "a,b", "a\nb", "@x", "-1", "+1", "\tx"].map(labels)
    const cells = activityCsv(rows, ["label:team"]).split("\r\n").slice(1, -1)
    const exact = { ...zeros, requests: 1, cost: Usd.Usd.make(1_000_000_000_000_000_001n) }
    expect(activityCsv([exact], []).split("\r\n")[1]).toBe("1,1000000000.000000001,0,0,0,0")
    expect(cells.map((line) => line.replace(/,1,1000000000,0,0,0,0$/, ""))).toEqual([
      '"a""b"',
      '"a,b"',
      '"a\nb"',
      "'@x",
      "'-1",
      "'+1",
      "'\tx"
    ])
  })
})
