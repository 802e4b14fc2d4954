import { expect, it } from "@effect/vitest"
import { Tollgate } from "@tollgate/client"
import { Effect } from "effect"
import { accountOf } from "./account.js"
import { chromium, openedBrowser } from "./chromium.js"
import { keyboard } from "./keyboard.js"
import { openConsole } from "./openConsole.js"
import { reader } from "./reader.js"

const inBrowser = it.scopedLive.skipIf(chromium === null)

inBrowser("a key is made by the keyboard alone, and its secret is shown once", () =>
  Effect.gen(function* () {
    const { keys, page, server, violations } = yield* openConsole(yield* openedBrowser)
    const { misses, secret, sees } = reader(page)
    const { isAt, press, tabsTo, writes } = keyboard(page)
    yield* isAt("Key")
    yield* writes(keys.MGMT_KEY)
    yield* press("Enter")
    yield* sees("Sign out")
    yield* tabsTo("Keys")
    yield* press("Enter")
    yield* tabsTo("New key")
    yield* press("Enter")
    yield* isAt("Name")
    yield* writes("By keyboard")
    yield* tabsTo("Limit in USD")
    yield* writes("1.25")
    expect(yield* violations).toEqual([])
    yield* tabsTo("Create key")
    yield* press("Enter")
    yield* sees("I have stored it")
    // Escape does not lose the secret.
    yield* press("Escape")
    yield* press("Escape")
    const shown = yield* secret
    expect(yield* violations).toEqual([])
    yield* tabsTo("I have stored it")
    yield* press("Enter")
    yield* misses(shown)
    yield* sees("By keyboard")
    const { limit, name } = yield* accountOf(server.origin, shown).asks(({ keys }) => keys.current())
    expect([name, limit]).toEqual(["By keyboard", 1.25])
  })
)

inBrowser("a request for more is approved, and an unknown request is reconciled, by the keyboard alone", () =>
  Effect.gen(function* () {
    const { keys, page, server } = yield* openConsole(yield* openedBrowser)
    const manager = accountOf(server.origin, keys.MGMT_KEY)
    const holder = accountOf(server.origin, keys.PLAIN_KEY)
    yield* holder.asks(({ budgets }) => budgets.requests.create({ usd: 2, reason: "The evaluation" }))
    const { spending } = Tollgate.connect({ url: server.origin }).withGatewayKey(keys.GATEWAY_KEY)
    const { data } = yield* Effect.promise(() => spending.authorize({ key: keys.PLAIN_KEY, amount: 0.5 }))
    yield* Effect.promise(() => spending.sent(data.id).then(() => spending.markUnknown(data.id)))
    const { name } = yield* holder.asks(({ keys }) => keys.current())

    const { sees, seesRow } = reader(page)
    const { isAt, press, tabsTo, writes } = keyboard(page)
    yield* tabsTo("Key")
    yield* writes(keys.MGMT_KEY)
    yield* press("Enter")
    yield* sees("3 requests to reconcile")
    yield* tabsTo("Asked for")
    yield* press("Enter")
    yield* seesRow("Requests for more", { State: "open", Why: "The evaluation" })
    const approve = `Approve more for ${name}`
    yield* tabsTo(approve)
    yield* press("Enter")
    // A dialog takes the focus, and Escape gives it back.
    yield* isAt("Amount in USD")
    yield* press("Escape")
    yield* isAt(approve)
    yield* press("Enter")
    yield* isAt("Amount in USD")
    yield* tabsTo("Why")
    yield* writes("Go on")
    yield* tabsTo("Approve")
    yield* press("Enter")
    yield* seesRow("Requests for more", { Why: "The evaluation", State: "approved" })
    const asked = (yield* manager.asks(({ budgets }) => budgets.requests.list({ state: "approved" }))).data
    const decided = asked.find(({ reason }) => reason === "The evaluation")
    expect([decided?.approved_usd, decided?.decision]).toEqual([2, "Go on"])

    yield* tabsTo("Overview")
    yield* press("Enter")
    yield* sees("3 requests to reconcile")
    yield* tabsTo("3 requests to reconcile")
    yield* press("Enter")
    yield* sees("The provider may have billed these requests.")
    yield* sees("Reconcile")
    const opened = yield* Effect.promise(() => page.evaluate((at) => new Date(at).toLocaleString(), data.opened_at))
    yield* tabsTo(`Reconcile the request of ${opened}`)
    yield* press("Enter")
    yield* isAt("Cost in USD")
    yield* writes("0.125")
    yield* tabsTo("Why")
    yield* writes("The bill of the provider")
    yield* tabsTo("Reconcile")
    yield* press("Enter")
    yield* sees("The request costs $0.125 now.")
    const { data: hold } = yield* manager.asks(({ spending }) => spending.get(data.id))
    expect([hold.state, hold.cost]).toEqual(["settled", 0.125])
  })
)
