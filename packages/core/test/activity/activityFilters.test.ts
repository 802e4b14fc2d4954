import { describe, expect, it } from "@effect/vitest"
import { ActivityPage, ActivityQuery, createKey, listActivity, readList, Usd } from "@tollgate/core"
import { aKey, travelTo } from "@tollgate/testing"
import { Effect, Either, FastCheck, Schema } from "effect"
import { InvalidInput } from "../../src/schema/InvalidInput.js"
import { writeList } from "../../src/values/queryList.js"
import { usd } from "../spending/support/samples.js"
import { openSpender } from "../spending/support/spender.js"
import { inMemory } from "../support/account.js"

const report = (page: typeof ActivityPage.Encoded = {}) => listActivity(Schema.decodeSync(ActivityPage)(page))

const zeros = { byok_cost: Usd.zero, unknown: Usd.zero, input_tokens: 0, output_tokens: 0 }
const day = "2026-05-31"
const nobody = "0".repeat(64)

/** Requests of two keys: of $0.25 and $0.5 to different models, and of $1 to none, through a provider. */
const opened = Effect.gen(function* () {
  yield* travelTo("2026-05-31T12:00:00Z")
  const account = yield* openSpender
  const other = yield* account.asManager(createKey(aKey()))
  const spend = Effect.fnUntraced(function* (
    key: Parameters<typeof account.hold>[0],
    cost: number,
    models: ReadonlyArray<string> | undefined,
    provider?: string
  ) {
    const { data } = yield* account.hold(key, { models })
    yield* account.settle(data.id, { cost: usd(cost), ...(provider !== undefined && { provider }) })
  })
  yield* spend(account.ordinaryKey, 0.25, ["acme/small"])
  yield* spend(other.key, 0.5, ["acme/large", "acme/small"])
  yield* spend(other.key, 1, undefined, "openai")
  return { ...account, otherHash: other.data.hash }
})

const costs = ({ data }: { readonly data: ReadonlyArray<{ readonly cost: Usd.Usd }> }) =>
  data.map(({ cost }) => Usd.toNumber(cost))

describe("listActivity, of some requests", () => {
  inMemory("reports those that have one of the values of every filter", () =>
    Effect.gen(function* () {
      const { asManager, ordinaryHash, otherHash, workspace } = yield* opened
      const sums = (page: typeof ActivityPage.Encoded) => Effect.map(asManager(report(page)), costs)
      const [key, user] = [[otherHash], ["Acme-owner"]]
      expect(yield* asManager(report({ key }))).toEqual({
        data: [{ day, requests: 2, cost: usd(1.5), ...zeros }],
        total_count: 1
      })
      expect(yield* sums({ key: [otherHash, ordinaryHash, nobody] })).toEqual([1.75])
      expect(yield* sums({ key, group_by: ["model"] })).toEqual([1, 0.5])
      expect(yield* sums({ model: ["acme/small"] })).toEqual([0.25])
      expect(yield* sums({ model: ["acme/small", null] })).toEqual([1.25])
      expect(yield* sums({ provider: ["openai"] })).toEqual([1])
      expect(yield* sums({ provider: [null], group_by: ["key"] })).toEqual([0.5, 0.25])
      expect(yield* sums({ user })).toEqual([1.75])
      expect(yield* sums({ workspace: [workspace.id.toUpperCase()], key, model: ["acme/large"], user })).toEqual([0.5])
      const none: ReadonlyArray<typeof ActivityPage.Encoded> = [
        { key: [nobody] },
        { user: ["nobody"] },
        { workspace: ["00000000-0000-4000-8000-000000000000"] },
        { provider: ["openai"], model: ["acme/small"] },
        { key, from: "2026-05-01", to: "2026-05-30" }
      ]
      for (const page of none) expect(yield* asManager(report(page))).toEqual({ data: [], total_count: 0 })
    })
  )

  inMemory("reports to an ordinary key its own alone, whatever keys it asks for", () =>
    Effect.gen(function* () {
      const { asOrdinary, ordinaryHash, otherHash } = yield* opened
      const own = { data: [{ day, requests: 1, cost: usd(0.25), ...zeros }], total_count: 1 }
      expect(yield* asOrdinary(report({ key: [otherHash, ordinaryHash] }))).toEqual(own)
      expect(yield* asOrdinary(report({ model: ["acme/small", "acme/large"] }))).toEqual(own)
      for (const page of [{ key: [otherHash] }, { model: ["acme/large"] }]) {
        expect(yield* asOrdinary(report(page))).toEqual({ data: [], total_count: 0 })
      }
    })
  )
})

describe("A filter in a query", () => {
  const decode = Schema.decodeEither(ActivityQuery)
  const issueOf = (query: typeof ActivityQuery.Encoded) =>
    Either.match(decode(query), {
      onLeft: (error) => InvalidInput.fromParseError(error).issues.map(({ expected, path }) => [path.join(), expected]),
      onRight: () => "accepted"
    })

  it("is a list separated by commas, in which none is null and a backslash precedes what has a meaning", () => {
    const page = { limit: 100, offset: 0 }
    expect(decode({ model: "acme/writer,none,a\\,b,\\none,\\\\" })).toEqual(
      Either.right({ ...page, model: ["acme/writer", null, "a,b", "none", "\\"] })
    )
    expect(decode({ provider: "none", user: "null" })).toEqual(Either.right({ ...page, provider: [null] }))
    expect(decode({ user: "\\null" })).toEqual(Either.right({ ...page, user: ["null"] }))
  })

  it("is refused in words that say what to write", () => {
    const escaped = "A backslash precedes a comma, a backslash, and the words none and null that are a value."
    const models = `one list, separated by commas, of 1 to 10 different slugs of models, each of 1 to 255 characters, or none. ${escaped}`
    const users = `one list, separated by commas, of 1 to 10 different ids of users, each of 1 to 255 characters. ${escaped}`
    const eleven = Array.from({ length: 11 }, (_, n) => n).join()
    for (const model of ["", "a,", "a,a", eleven, "a".repeat(256)]) {
      expect(issueOf({ model })).toEqual([["model", models]])
    }
    for (const user of ["none", "a,none", ""]) expect(issueOf({ user })).toEqual([["user", users]])
    expect(issueOf({ provider: "OpenAI" })).toEqual([
      ["provider", `one list, separated by commas, of 1 to 10 different slugs of providers, or none. ${escaped}`]
    ])
    expect(issueOf({ key: nobody.slice(1) })).toEqual([
      [
        "key",
        "one list, separated by commas, of 1 to 10 different hashes of API keys, each of 64 lowercase hexadecimal digits"
      ]
    ])
    expect(issueOf({ workspace: "1" })).toEqual([
      ["workspace", "one list, separated by commas, of 1 to 10 different UUIDs of workspaces"]
    ])
  })

  it("takes 1 to 10 different values", () => {
    const takes = (key: ReadonlyArray<string>) => Either.isRight(Schema.decodeEither(ActivityPage)({ key }))
    const hashes = Array.from({ length: 11 }, (_, n) => String(n).padStart(64, "0"))
    expect([takes([]), takes(hashes.slice(0, 10)), takes(hashes), takes([nobody, nobody])]).toEqual([
      false,
      true,
      false,
      false
    ])
  })

  it.prop(
    "is read as it was written, whatever is in its values, and is never the word that counts as omitted",
    [
      FastCheck.array(
        FastCheck.option(FastCheck.oneof(FastCheck.constantFrom("none", "null", "\\", ",", ""), FastCheck.string())),
        { minLength: 1 }
      )
    ],
    ([values]) => {
      const text = writeList(values)
      expect(readList(text)).toEqual(values)
      expect(text).not.toBe("null")
    }
  )
})
