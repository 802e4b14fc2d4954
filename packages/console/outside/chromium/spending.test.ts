import { expect, it } from "@effect/vitest"
import { Tollgate } from "@tollgate/client"
import { Effect } from "effect"
import { accountOf } from "./account.js"
import { chromium, openedBrowser } from "./chromium.js"
import { openConsole } from "./openConsole.js"
import { reader } from "./reader.js"

const inBrowser = it.scopedLive.skipIf(chromium === null)

inBrowser("an unknown request is reconciled, corrected, and shown with both", () =>
  Effect.gen(function* () {
    const { expects, keys, page, server, violations } = yield* openConsole(yield* openedBrowser)
    // A cost without a reason.
    expects(/status of 400/)
    const tollgate = Tollgate.connect({ url: server.origin })
    const { spending } = tollgate.withKey(keys.MGMT_KEY)
    // Those of the demo.
    const unknown = yield* Effect.promise(() => spending.list({ state: "unknown" }))
    expect(unknown.data).toHaveLength(2)
    for (const { id } of unknown.data) {
      yield* Effect.promise(() => spending.reconcile(id, { cost: 0, reason: "Nothing was billed" }))
    }
    const gateway = tollgate.withGatewayKey(keys.GATEWAY_KEY).spending
    const { data } = yield* Effect.promise(() =>
      gateway.authorize({ key: keys.PLAIN_KEY, amount: 0.5, model: "acme/writer" })
    )
    yield* Effect.promise(() => gateway.sent(data.id))
    yield* Effect.promise(() => gateway.markUnknown(data.id))

    const { clicks, goesTo, misses, sees, signsIn, text, types } = reader(page)
    yield* signsIn(keys.MGMT_KEY)
    yield* sees("1 request to reconcile")
    yield* goesTo("#/requests?state=unknown")
    yield* Effect.promise(() => page.locator("td.actions button").click())
    yield* types("Cost in USD", "0.125")
    yield* clicks("Reconcile")
    yield* sees("This must be")
    yield* types("Why", "The bill of the provider")
    yield* clicks("Reconcile")
    yield* sees("The request costs $0.125 now.")
    yield* sees("There is nothing to reconcile.")
    // Its row is gone, with the button that had the focus.
    expect(yield* Effect.promise(() => page.evaluate(() => document.activeElement?.id))).toBe("main")

    yield* goesTo(`#/requests/${data.id}`)
    yield* clicks("Correct")
    yield* types("Cost in USD", "0.1")
    yield* types("Why", "A discount")
    expect(yield* violations).toEqual([])
    yield* Effect.promise(() => page.locator("dialog button[type=submit]").click())
    yield* misses("It was settled with")
    yield* sees("A discount")
    expect(yield* text).toContain("The bill of the provider")
    expect(yield* violations).toEqual([])
    const { corrections, data: hold } = yield* Effect.promise(() => gateway.get(data.id))
    expect([hold.state, hold.cost, corrections.map(({ reason }) => reason)]).toEqual([
      "settled",
      0.1,
      ["The bill of the provider", "A discount"]
    ])
    const actor = keys.MGMT_KEY_HASH
    expect(yield* accountOf(server.origin, keys.MGMT_KEY).entriesOf(data.id, 2)).toEqual([
      { action: "spending.reconcileHold", actor, changes: { cost: 0.125, reason: "The bill of the provider" } },
      { action: "spending.correctHold", actor, changes: { cost: 0.1, reason: "A discount" } }
    ])
  })
)

inBrowser("a run is stopped, so that nothing is admitted below it, and resumed", () =>
  Effect.gen(function* () {
    const { keys, page, server, violations } = yield* openConsole(yield* openedBrowser)
    const { asks, entriesOf } = accountOf(server.origin, keys.MGMT_KEY)
    const { spending } = Tollgate.connect({ url: server.origin }).withGatewayKey(keys.GATEWAY_KEY)
    const run = yield* asks(({ spending }) => spending.runs.get("job-7"))
    const { key } = yield* asks(({ keys }) => keys.create({ name: "Agent", workspace_id: run.workspace_id }))
    const stateOf = Effect.map(
      asks(({ spending }) => spending.runs.get("job-7")),
      ({ state }) => state
    )
    const admission = Effect.promise(() =>
      spending.authorize({ key, amount: 0.001, run: [{ id: "job-7" }, { id: "another", limit_usd: null }] }).then(
        () => "admitted",
        (refusal: unknown) => (refusal instanceof Error && "reason" in refusal ? refusal.reason : refusal)
      )
    )
    const { clicks, goesTo, sees, signsIn, types } = reader(page)
    yield* signsIn(keys.MGMT_KEY)
    yield* goesTo("#/runs")
    yield* clicks("Stop job-7")
    yield* types("Why", "It loops")
    expect(yield* violations).toEqual([])
    yield* clicks("Stop run")
    yield* sees("job-7 is stopped.")
    expect([yield* stateOf, yield* admission]).toEqual(["stopped", "run_stopped"])
    yield* clicks("Resume job-7")
    yield* clicks("Resume run")
    yield* sees("job-7 is open.")
    expect([yield* stateOf, yield* admission]).toEqual(["open", "admitted"])
    const of = { workspace_id: run.workspace_id }
    expect(yield* entriesOf("job-7", 2)).toEqual([
      { action: "runs.stopRun", actor: keys.MGMT_KEY_HASH, changes: { ...of, reason: "It loops" } },
      { action: "runs.resumeRun", actor: keys.MGMT_KEY_HASH, changes: of }
    ])
  })
)

inBrowser("the days are saved as CSV, all of them with one line of names", () =>
  Effect.gen(function* () {
    const { keys, page } = yield* openConsole(yield* openedBrowser)
    const { clicks, goesTo, signsIn } = reader(page)
    yield* signsIn(keys.MGMT_KEY)
    yield* goesTo("#/overview")
    const saved = Effect.promise(() =>
      page.evaluate(
        () =>
          new Promise<string>((resolve) => {
            const create = URL.createObjectURL
            URL.createObjectURL = (file) => {
              if (file instanceof Blob) void file.text().then(resolve)
              return create(file)
            }
          })
      )
    )
    const [csv] = yield* Effect.all([saved, clicks("Save as CSV")], { concurrency: 2 })
    const [names, ...lines] = csv.trim().split("\r\n")
    expect(names).toBe("day,model,requests,cost,byok_cost,unknown,input_tokens,output_tokens")
    expect(lines.length).toBeGreaterThan(0)
    expect(lines.filter((line) => !/^\d{4}-\d\d-\d\d,/.test(line))).toEqual([])
  })
)
