import { join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { holdIdAt } from "@tollgate/core/storage"
import { Tollgate } from "@tollgate/node"
import { Effect } from "effect"
import { runHere } from "./harness/here.js"
import { temporaryFolder } from "./harness/stores.js"

const tokens = { input: 1_000, output: 200 }

/** A ledger of two workspaces: a corrected cost, a settled unknown outcome, one that is still unknown, and a cost through a stored credential. */
const spent = Effect.gen(function* () {
  const cwd = yield* temporaryFolder
  const run = (...args: ReadonlyArray<string>) => Effect.promise(() => runHere(args, { cwd }))
  const { stdout } = yield* run("init")
  const organization = /^Organization {4}(\S+)\n/.exec(stdout)?.[1] ?? ""
  const made = yield* Effect.promise(async () => {
    await using gate = await Tollgate.open({ file: join(cwd, "tollgate.db") })
    await gate.prices.merge([
      { provider: "acme", model: "acme/writer", rates: { input: 100, output: 500 } },
      { provider: "acme", model: "@acme/reader", rates: { input: 1, output: 1 } }
    ])
    const host = gate.asOrganization(organization)
    const other = await host.workspaces.create({ name: "=Research", slug: "research" })
    const one = await host.keys.create({ name: '=HYPERLINK("a"), b' })
    await host.workspaces.addMembers(other.id, { user_ids: [one.data.creator_user_id] })
    const two = await host.keys.create({ name: "Agents", workspace_id: other.id })
    const open = async (key: string, model: string, labels = {}) =>
      (await gate.spending.authorize({ key, amount: 1, model, labels })).data.id
    const first = await open(one.key, "acme/writer", { team: "search", tier: "a,b" })
    await gate.spending.settle(first, { cost: 0.000000001 })
    await host.spending.correct(first, { cost: 0.1, reason: "Invoice" })
    await gate.spending.settle(await open(one.key, "acme/writer"), { usage: tokens })
    await gate.spending.settle(await open(one.key, "acme/writer", { team: "search" }), { usage: tokens })
    await gate.spending.settle(await open(one.key, "acme/writer"), { cost: 0.2, basis: "provider" })
    const settled = await open(two.key, "@acme/reader")
    await gate.spending.markUnknown(settled)
    await gate.spending.settle(settled, { cost: 2.5, basis: "estimate" })
    await gate.spending.markUnknown(await open(two.key, "@acme/reader"))
    await host.keys.recordUsage(two.data.hash, { byok_usage: 0.75 })
    await gate.spending.release(await open(two.key, "acme/writer"))
    const [usual] = (await host.workspaces.list()).data.filter(({ id }) => id !== other.id)
    return { one: one.data.hash, two: two.data.hash, usual: usual?.id ?? "", research: other.id }
  })
  return { ...made, cwd, organization, usage: (...args: ReadonlyArray<string>) => run("usage", ...args) }
})

const DAY = 86_400_000
const today = Math.floor(Date.now() / DAY) * DAY
/** FOCUS has no fractions of seconds: YYYY-MM-DDTHH:mm:ssZ. */
const iso = (time: number) => new Date(time).toISOString().replace(".000Z", "Z")
const [year, month] = [new Date(today).getUTCFullYear(), new Date(today).getUTCMonth()]

/** The columns of FOCUS 1.2 that must be there, and those of a value that no row may lack. */
const mandatory = [
  ...["BilledCost", "BillingAccountId", "BillingAccountName", "BillingCurrency", "BillingPeriodEnd"],
  ...["BillingPeriodStart", "ChargeCategory", "ChargeClass", "ChargeDescription", "ChargePeriodEnd"],
  ...["ChargePeriodStart", "ContractedCost", "EffectiveCost", "InvoiceIssuerName", "ListCost", "PricingQuantity"],
  ...["PricingUnit", "ProviderName", "PublisherName", "ServiceCategory", "ServiceName"]
]
const nullable = ["BillingAccountName", "ChargeClass"]

/** The lines of a CSV without line breaks in its cells, as objects by the names of the columns. */
const parse = (csv: string) => {
  const [head = "", ...lines] = csv.trimEnd().split("\r\n")
  const cells = (line: string) =>
    Array.from(line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g), ([, cell = ""]) =>
      cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell
    ).slice(0, columns.length)
  const columns = head.split(",")
  return lines.map((line) => Object.fromEntries(columns.map((name, at) => [name, cells(line)[at]])))
}

const common = (cost: string, quantity: string) => ({
  ...{ BilledCost: cost, ContractedCost: cost, EffectiveCost: cost, ListCost: cost, BillingCurrency: "USD" },
  ...{ BillingAccountName: "", ChargeCategory: "Usage", ChargeClass: "", ChargeFrequency: "Usage-Based" },
  ...{ BillingPeriodStart: iso(Date.UTC(year, month)), BillingPeriodEnd: iso(Date.UTC(year, month + 1)) },
  ...{ ChargePeriodStart: iso(today), ChargePeriodEnd: iso(today + DAY) },
  ...{ ConsumedQuantity: quantity, ConsumedUnit: "Tokens", PricingQuantity: quantity, PricingUnit: "Tokens" },
  ...{ InvoiceIssuerName: "Acme, Inc.", ProviderName: "Acme, Inc.", PublisherName: "Acme, Inc." },
  ...{ ServiceCategory: "AI and Machine Learning", ServiceName: "Model requests", ServiceSubcategory: "Generative AI" },
  ...{ Tags: "", x_ByokCost: "0", x_UnknownCost: "0" }
})

describe("usage --format focus", () => {
  it.scopedLive("prints a row for each day, key, model and basis, with the columns of FOCUS 1.2", () =>
    Effect.gen(function* () {
      const { one, organization, research, two, usage, usual } = yield* spent
      const flags = ["--provider", "Acme, Inc.", "--billing-account", organization]
      const { code, stderr, stdout } = yield* usage("--format", "focus", ...flags)
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
      const rows = parse(stdout)
      const ofOne = {
        ...{ BillingAccountId: organization, ChargeDescription: "Requests of acme/writer", SkuId: "acme/writer" },
        ...{ SubAccountId: usual, SubAccountName: "Default" },
        // A spreadsheet shows it as a text.
        ...{ x_CredentialId: one, x_CredentialName: `'=HYPERLINK("a"), b` }
      }
      const ofTwo = {
        ...{ BillingAccountId: organization, ChargeDescription: "Requests of @acme/reader", SkuId: "'@acme/reader" },
        ...{ SubAccountId: research, SubAccountName: "'=Research", x_CredentialId: two, x_CredentialName: "Agents" }
      }
      const counts = (requests: number, input = 0, output = 0) => ({
        ...{ x_RequestCount: String(requests), x_InputTokens: String(input), x_OutputTokens: String(output) }
      })
      const expected = [
        { ...ofTwo, ...common("2.5", "0"), ...counts(1), x_CostBasis: "estimate" },
        // Of no model, and paid by the organization itself.
        {
          ...{ ...ofTwo, ...common("0", "0"), ...counts(1), x_CostBasis: "", x_ByokCost: "0.75" },
          ...{ ChargeDescription: "Requests", SkuId: "" }
        },
        { ...ofOne, ...common("0.4", "2400"), ...counts(2, 2_000, 400), x_CostBasis: "table" },
        { ...ofOne, ...common("0.2", "0"), ...counts(1), x_CostBasis: "provider" },
        // The corrected cost, of no basis.
        { ...ofOne, ...common("0.1", "0"), ...counts(1), x_CostBasis: "" },
        { ...ofTwo, ...common("0", "0"), ...counts(1), x_CostBasis: "", x_UnknownCost: "1" }
      ]
      expect(rows).toEqual(expected)
      for (const row of rows) {
        expect(mandatory.filter((name) => row[name] === undefined)).toEqual([])
        expect(mandatory.filter((name) => row[name] === "" && !nullable.includes(name))).toEqual([])
      }
    })
  )

  it.scopedLive("has labels as tags, and a row for each of their values", () =>
    Effect.gen(function* () {
      const { usage } = yield* spent
      const rows = parse((yield* usage("--labels", "team,tier", "--month", iso(today).slice(0, 7))).stdout)
      expect(rows.map(({ BilledCost, Tags = "", x_CostBasis }) => [BilledCost, x_CostBasis, Tags])).toEqual([
        ["2.5", "estimate", ""],
        ["0", "", ""],
        ["0.2", "provider", ""],
        ["0.2", "table", '{"team":"search"}'],
        ["0.2", "table", ""],
        ["0.1", "", '{"team":"search","tier":"a,b"}'],
        ["0", "", ""]
      ])
      expect(rows[0]).toMatchObject({ BillingAccountId: "default", ProviderName: "Tollgate" })
    })
  )

  it.scopedLive("prints each day by itself, newest first, with what reports say of it to the nano-dollar", () =>
    Effect.gen(function* () {
      const { cwd, one, usage } = yield* spent
      const earlier = [1, 3].map((days) => today - days * DAY)
      const costs = [0.000000001, 4_000_000.123456789, 1_000_000_000]
      yield* Effect.promise(async () => {
        await using gate = await Tollgate.open({ file: join(cwd, "tollgate.db") })
        // The first and the last instant of a day.
        for (const [at, model] of [
          [0, "first"],
          [DAY - 1, "last"]
        ] as const) {
          for (const [index, cost] of costs.entries()) {
            const opened = (earlier[at === 0 ? 0 : 1] ?? today) + at
            const id = holdIdAt(opened, Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 0, index, 0))
            const request = { id, key_hash: one, at: new Date(opened).toISOString(), model: `${model}/${index}` }
            await gate.spending.recordUsage({ ...request, cost, credential_id: null })
          }
        }
      })
      const rows = parse((yield* usage("--last", "5d")).stdout).slice(-6)
      const shown = (model: string, time = today) =>
        ["1000000000", "4000000.123456789", "0.000000001"].map((cost, at) => [iso(time), `${model}/${2 - at}`, cost])
      expect(rows.map(({ BilledCost, ChargePeriodStart, SkuId }) => [ChargePeriodStart, SkuId, BilledCost])).toEqual([
        ...shown("first", earlier[0]),
        ...shown("last", earlier[1])
      ])
    })
  )

  it.scopedLive("prints the names of the columns alone, if there were no requests", () =>
    Effect.gen(function* () {
      const { usage } = yield* spent
      const { stdout } = yield* usage("--month", "2020-01")
      expect(stdout.split("\n")).toEqual([
        expect.stringMatching(/^BilledCost,BillingAccountId,.*,x_UnknownCost\r$/),
        ""
      ])
    })
  )

  it.scopedLive("says what to change", () =>
    Effect.gen(function* () {
      const { usage } = yield* spent
      const refused = (stderr: string) => ({ code: 2, stdout: "", stderr: `${stderr}\n` })
      expect(yield* usage("--format", "csv")).toEqual(refused("--format must be focus."))
      const names = "--labels must be at most 3 different names, separated by commas."
      for (const labels of ["a,b,c,d", "a,a", "A", ""]) expect(yield* usage("--labels", labels)).toEqual(refused(names))
      expect(yield* usage("--provider", " ")).toEqual(refused("--provider must be a text that is not empty."))
      expect(yield* usage("--billing-account", "")).toEqual(
        refused("--billing-account must be a text that is not empty.")
      )
      expect(yield* usage("--from", "yesterday")).toEqual(refused("--from must be a date in UTC, such as 2026-05-31."))
    })
  )
})
