import * as Core from "@tollgate/core/models"
import { operations } from "@tollgate/http/contract"
import { Arbitrary, FastCheck as fc, Option, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { runs } from "../../../test/runs.js"
import { type Account, type GatewayAccount, InvalidInput, Tollgate } from "../src/index.js"
import { rejection, withServer } from "./serving.js"

const KEY = "tg_mk_none"

/** What a method sends, in place of an answer. */
const sentBy = async (call: (account: Account & { readonly gateway: GatewayAccount }) => Promise<unknown>) => {
  let sent: Request | undefined
  const gate = Tollgate.connect({
    url: "https://tollgate.example",
    fetch: async (input, init) => {
      sent = new Request(input, init)
      return Response.json({}, { status: 501 })
    }
  })
  const account = Object.create(gate.withKey(KEY), { gateway: { value: gate.withGatewayKey(KEY) } })
  await rejection(call(account))
  if (sent === undefined) throw new Error("Nothing was sent.")
  return { url: new URL(sent.url), body: await sent.text(), headers: sent.headers }
}

type Asked = Parameters<typeof sentBy>[0]

// JavaScript can pass anything.
const given = <A>(value: unknown) => value as A

describe("an input", () => {
  it("that is invalid is refused by the server, which names each field, as in process", () =>
    withServer(async ({ gatewayKey, hash, key, url }) => {
      const gate = Tollgate.connect({ url })
      const { activity, keys, presets, spending } = gate.withKey(key)
      const gateway = gate.withGatewayKey(gatewayKey).spending
      const missing = { path: ["name"], expected: "a value, this field is required" }
      const refused: ReadonlyArray<readonly [call: () => Promise<unknown>, ...issues: ReadonlyArray<unknown>]> = [
        [() => keys.create(given({})), missing],
        [() => keys.create(given({ name: 5 })), { path: ["name"], expected: expect.any(String) }],
        [
          () => keys.create(given({ name: "A", limits: 5 })),
          { path: ["limits"], expected: expect.stringContaining('"limit"') }
        ],
        [() => keys.create({ name: "A", limit: Number.NaN }), { path: ["limit"], expected: expect.any(String) }],
        [
          () => keys.create({ name: "A", limit: Number.POSITIVE_INFINITY }),
          { path: ["limit"], expected: expect.any(String) }
        ],
        [() => keys.create({ name: "A", limit: given(5n) }), { path: ["limit"], expected: expect.any(String) }],
        ...[undefined, null, "text", 5, [{ name: "A" }]].map(
          (body) => [() => keys.create(given(body)), { path: [], expected: "one JSON object (RFC 8259)" }] as const
        ),
        [() => keys.update(hash, given({ name: null })), { path: ["name"], expected: expect.any(String) }],
        [() => keys.list({ limit: 0 }), { path: ["limit"], expected: expect.any(String) }],
        [() => keys.list({ limit: Number.NaN }), { path: ["limit"], expected: expect.any(String) }],
        [() => keys.list(given({ limit: null })), { path: ["limit"], expected: expect.any(String) }],
        [() => presets.list(given({ limit: "many" })), { path: ["limit"], expected: expect.any(String) }],
        [
          () => activity.list(given({ group_by: ["day", "canary"] })),
          { path: ["group_by"], expected: expect.any(String) }
        ],
        [() => spending.runs.open("job-7", { limit_usd: -1 }), { path: ["limit_usd"], expected: expect.any(String) }],
        [() => gateway.authorize(given({ key, amount: "1" })), { path: ["amount"], expected: expect.any(String) }],
        [
          () => keys.create({ name: "A" }, { idempotencyKey: "ü" }),
          { path: ["idempotencyKey"], expected: expect.any(String) }
        ]
      ]
      for (const [call, ...issues] of refused) {
        const reason = await rejection(call()).catch(() => String(call))
        expect(reason).toBeInstanceOf(InvalidInput)
        expect(reason).toMatchObject({ issues: expect.arrayContaining(issues) })
      }
      // Nothing was made of any of them, least of all a key without a limit.
      expect((await keys.list()).total_count).toBe(1)
    }))

  it("that JSON cannot state is refused before it is sent, with the path of the value", async () => {
    const gate = Tollgate.connect({ url: "https://tollgate.example", fetch: () => expect.unreachable() })
    const { keys, presets } = gate.withKey(KEY)
    // JSON would leave most of these out, or write null: a key without a limit. Text would become the name "NaN".
    const unstated = [
      Number.NaN,
      Number.POSITIVE_INFINITY,
      5n,
      Symbol("5"),
      () => 5,
      new Date(Number.NaN),
      new Date(0),
      new Map([["a", 1]]),
      new Number(Number.NaN),
      new String("text"),
      { toJSON: () => undefined },
      { toJSON: () => 5 }
    ]
    for (const value of unstated) {
      for (const name of ["name", "limit", "expires_at"]) {
        const issues = [{ path: [name], expected: "a value that JSON can state" }]
        expect(await rejection(keys.create(given({ name: "A", [name]: value })))).toEqual(new InvalidInput({ issues }))
      }
      const config = { list: [1, { inner: value }] }
      const issues = [{ path: ["config", "list", 1, "inner"], expected: "a value that JSON can state" }]
      expect(await rejection(presets.create(given({ slug: "a", config })))).toEqual(new InvalidInput({ issues }))
      expect(await rejection(keys.create(given(value)))).toMatchObject({ _tag: "InvalidInput", issues: [{ path: [] }] })
    }
    for (const config of [{ list: [undefined] }, { list: new Array(1) }]) {
      const issues = [{ path: ["config", "list", 0], expected: "a value that JSON can state" }]
      expect(await rejection(presets.create(given({ slug: "a", config })))).toEqual(new InvalidInput({ issues }))
    }
    const circular: { name: string; self?: unknown } = { name: "A" }
    circular.self = circular
    const throwing = {
      get name() {
        throw new Error("canary")
      }
    }
    for (const input of [circular, throwing]) {
      expect(await rejection(keys.create(given(input)))).toMatchObject({ _tag: "InvalidInput", issues: [{ path: [] }] })
    }
  })

  it("is stated by the same object at several places", async () => {
    const shared = { temperature: 1 }
    const { body } = await sentBy(({ presets }) =>
      presets.create({ slug: "a", name: "A", config: { one: shared, two: [shared] } })
    )
    expect(JSON.parse(body)).toMatchObject({ config: { one: { temperature: 1 }, two: [{ temperature: 1 }] } })
  })

  it("is sent as it is given, without the fields that are undefined", async () => {
    const { body, headers, url } = await sentBy(({ keys }) =>
      keys.create({ name: "A", limit: undefined, expires_at: null })
    )
    expect(JSON.parse(body)).toEqual({ name: "A", expires_at: null })
    expect(url.pathname).toBe("/api/v1/keys")
    expect(headers.get("content-type")).toBe("application/json")
    expect(headers.get("idempotency-key")).toMatch(/^[0-9a-f]{32}$/)
  })

  it("has no body where the operation takes none", async () => {
    const { body, headers } = await sentBy(({ keys }) => keys.delete("0".repeat(64)))
    expect([body, headers.get("content-type")]).toEqual(["", null])
  })
})

describe("a query", () => {
  it("that no address can state is refused before it is sent", async () => {
    const gate = Tollgate.connect({ url: "https://tollgate.example", fetch: () => expect.unreachable() })
    const { byok, keys } = gate.withKey(KEY)
    for (const page of [null, 5, "limit=5", [5], () => 5]) {
      const issues = [{ path: [], expected: "an object" }]
      expect(await rejection(keys.list(given(page)))).toEqual(new InvalidInput({ issues }))
    }
    for (const provider of [{}, Object.create(null), new Date(0), () => "a", Symbol("a"), 5n, [[1]], "\ud800"]) {
      expect(await rejection(byok.list(given({ provider })))).toMatchObject({ issues: [{ path: ["provider"] }] })
    }
  })

  const lists: ReadonlyArray<readonly [name: string, page: Schema.Schema.AnyNoContext, call: (page: object) => Asked]> =
    [
      [
        "listKeys",
        Core.ApiKeyPage,
        (page) =>
          ({ keys }) =>
            keys.list(page)
      ],
      [
        "listByokCredentials",
        Core.ByokCredentialPage,
        (page) =>
          ({ byok }) =>
            byok.list(page)
      ],
      [
        "listGuardrails",
        Core.PageInWorkspace,
        (page) =>
          ({ guardrails }) =>
            guardrails.list(page)
      ],
      [
        "listHolds",
        Core.HoldPage,
        (page) =>
          ({ gateway }) =>
            gateway.spending.list(page)
      ],
      [
        "listRuns",
        Core.RunPage,
        (page) =>
          ({ spending }) =>
            spending.runs.list(page)
      ],
      [
        "listBudgets",
        Core.BudgetPage,
        (page) =>
          ({ budgets }) =>
            budgets.list(page)
      ],
      [
        "listBoosts",
        Core.BoostPage,
        (page) =>
          ({ budgets }) =>
            budgets.boosts.list(page)
      ],
      [
        "listBudgetRequests",
        Core.BudgetRequestPage,
        (page) =>
          ({ budgets }) =>
            budgets.requests.list(page)
      ],
      [
        "listAlerts",
        Core.AlertPage,
        (page) =>
          ({ alerts }) =>
            alerts.list(page)
      ],
      [
        "getRun",
        Core.RunPlace,
        (page) =>
          ({ spending }) =>
            spending.runs.get("job-7", page)
      ],
      [
        "listActivity",
        Core.ActivityPage,
        (page) =>
          ({ activity }) =>
            activity.list(page)
      ],
      [
        "listActivityEntries",
        Core.EntryPage,
        (page) =>
          ({ activity }) =>
            activity.entries(page)
      ],
      [
        "listAuditEntries",
        Core.AuditPage,
        (page) =>
          ({ audit }) =>
            audit.list(page)
      ],
      [
        "listWebhookDeliveries",
        Core.WebhookDeliveryPage,
        (page) =>
          ({ webhooks }) =>
            webhooks.deliveries("00000000-0000-4000-8000-000000000000", page)
      ],
      [
        "listWorkspaces",
        Core.Page,
        (page) =>
          ({ workspaces }) =>
            workspaces.list(page)
      ]
    ]

  it("of every form is tested", () => {
    const forms = new Set(
      operations.flatMap(({ endpoint, takesBody }) => {
        const { urlParamsSchema } = Object(endpoint)
        return takesBody || Option.isNone(urlParamsSchema) ? [] : [urlParamsSchema.value]
      })
    )
    const tested = new Set(
      lists.map(([name]) => Object(operations.find((one) => one.name === name)?.endpoint).urlParamsSchema.value)
    )
    expect(tested).toEqual(forms)
  })

  for (const [name, page, call] of lists) {
    it(`says what the plain values say, as the contract reads it: ${name}`, async () => {
      const { urlParamsSchema } = Object(operations.find((one) => one.name === name)?.endpoint)
      const read = Schema.decodeUnknownSync(urlParamsSchema.value as Schema.Schema<unknown>)
      await fc.assert(
        fc.asyncProperty(Arbitrary.make(page), async (decoded) => {
          const plain = Schema.encodeSync(page)(decoded)
          const { url } = await sentBy(call(plain))
          expect(read(Object.fromEntries(url.searchParams))).toEqual(Schema.decodeUnknownSync(page)(plain))
        }),
        { numRuns: runs(20, 1_000) }
      )
    })
  }
})
