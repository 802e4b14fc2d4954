import { expect, it } from "@effect/vitest"
import { Tollgate } from "@tollgate/client"
import { Effect } from "effect"
import { runHere } from "../../../cli/test/harness/here.js"
import { accountOf } from "./account.js"
import { screens } from "./addresses.js"
import { chromium, openedBrowser } from "./chromium.js"
import { openConsole } from "./openConsole.js"
import { reader } from "./reader.js"

const inBrowser = it.scopedLive.skipIf(chromium === null)

inBrowser("keys, requests, runs, changes and requests for more are filtered, and the address has the filters", () =>
  Effect.gen(function* () {
    const { keys, page, server } = yield* openConsole(yield* openedBrowser)
    const { asks } = accountOf(server.origin, keys.MGMT_KEY)
    const { data: workspace } = yield* asks(({ workspaces }) => workspaces.list({ limit: 1 }))
    const [first] = workspace
    const { data: key, key: secret } = yield* asks(({ keys }) =>
      keys.create({ name: "Filtered", limit: 1, ...(first === undefined ? {} : { workspace_id: first.id }) })
    )
    const { spending } = Tollgate.connect({ url: server.origin }).withGatewayKey(keys.GATEWAY_KEY)
    yield* Effect.promise(() => spending.authorize({ key: secret, amount: 0.5, model: "acme/writer" }))
    yield* accountOf(server.origin, secret).asks(({ budgets }) => budgets.requests.create({ usd: 1, reason: "More" }))
    yield* asks(({ keys }) => keys.update(key.hash, { disabled: true }))

    const { choosesKey, chooses, column, goesTo, misses, sees, seesRow, signsIn, types } = reader(page)
    yield* signsIn(keys.MGMT_KEY)
    yield* goesTo("#/keys")
    yield* chooses("Order", "Oldest first")
    yield* Effect.promise(() =>
      page.waitForFunction(() => [...document.querySelectorAll("tbody tr")].at(-1)?.textContent?.startsWith("Filtered"))
    )
    yield* chooses("Disabled keys", "Hidden")
    yield* misses("Filtered")
    expect(page.url()).toContain("disabled=hidden")
    yield* chooses("Disabled keys", "Shown")
    yield* chooses("Workspace", first?.name ?? "")
    yield* types("Search", "filter")
    yield* misses("Research notebooks")
    yield* sees("Filtered")

    yield* goesTo("#/requests")
    yield* chooses("State", "open")
    yield* choosesKey("Key", "Filtered")
    yield* misses("Research notebooks")
    yield* sees("acme/writer")
    expect(yield* column("Requests", "Held")).toEqual(["$0.5"])
    expect(page.url()).toContain(`key=${key.hash}`)

    yield* goesTo("#/changes")
    yield* types("Change", "keys.updateKey")
    yield* types("Object (hash, id or slug)", key.hash)
    yield* Effect.promise(() => page.waitForFunction(() => document.querySelectorAll("tbody tr").length === 1))
    yield* sees("disabled")
    expect(yield* column("Changes", "Change")).toEqual(["Update keykeys.updateKey"])

    yield* goesTo("#/runs")
    yield* chooses("State", "stopped")
    yield* misses("job-7")
    expect(new Set(yield* column("Runs", "State"))).toEqual(new Set(["stopped"]))

    yield* goesTo("#/asked")
    yield* chooses("State", "refused")
    yield* misses("Filtered")
    yield* chooses("State", "open")
    yield* seesRow("Requests for more", { Why: "More", State: "open" })
  })
)

inBrowser("the commands that the page shows are commands, with flags that they take", () =>
  Effect.gen(function* () {
    const { keys, page } = yield* openConsole(yield* openedBrowser)
    const { goesTo, sees, signsIn } = reader(page)
    yield* signsIn(keys.READ_ONLY_KEY)
    const shown: Array<string> = []
    for (const [address, heading] of Object.entries(screens(keys))) {
      yield* goesTo(address)
      yield* sees(heading)
      shown.push(
        ...(yield* Effect.promise(() => page.$$eval(".command code", (all) => all.map((one) => one.textContent ?? ""))))
      )
    }
    expect(shown.length).toBeGreaterThan(10)
    for (const command of shown) {
      const [name = "", resource = "", operation = ""] = command.split(" ")
      const { code, stdout } = yield* Effect.promise(() => runHere([resource, operation, "--help"]))
      const flags = command.match(/--[a-z-]+/g) ?? []
      const unknown = flags.filter((flag) => !stdout.includes(`  ${flag} `) && !stdout.includes(`  ${flag}\n`))
      expect([command, name, code, unknown]).toEqual([command, "tollgate", 0, []])
    }
  })
)
