import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { accountOf } from "./account.js"
import { chromium, openedBrowser } from "./chromium.js"
import { openConsole } from "./openConsole.js"
import { reader } from "./reader.js"

const inBrowser = it.scopedLive.skipIf(chromium === null)

inBrowser("the holder of an ordinary key asks for more, a manager approves, and the holder sees it", () =>
  Effect.gen(function* () {
    const { expects, keys, page, server, violations } = yield* openConsole(yield* openedBrowser)
    // A request for more without a reason.
    expects(/status of 400/)
    const { clicks, goesTo, misses, sees, seesRow, signsIn, types } = reader(page)
    const { asks, entriesOf } = accountOf(server.origin, keys.MGMT_KEY)
    const { data: ordinary, key } = yield* asks(({ keys }) => keys.create({ name: "Docs assistant", limit: 1 }))
    yield* signsIn(key)
    yield* sees("What it may spend")
    expect(
      yield* Effect.promise(() => page.$$eval("nav.main a", (links) => links.map((link) => link.textContent)))
    ).toEqual(["My key"])
    yield* goesTo("#/keys")
    yield* sees("Nothing is here")
    yield* goesTo("#/my-key")
    yield* clicks("Ask for more")
    yield* types("Amount in USD", "2.5")
    yield* clicks("Ask")
    // The API's refusal stands beside its field.
    yield* sees("This must be")
    expect(yield* violations).toEqual([])
    yield* types("Why", "The evaluation")
    yield* clicks("Ask")
    yield* sees("You have asked for more.")

    const [open] = (yield* asks(({ budgets }) => budgets.requests.list({ state: "open" }))).data
    expect([open?.usd, open?.reason]).toEqual([2.5, "The evaluation"])
    yield* clicks("Sign out")
    yield* Effect.promise(() => page.emulateTimezone("Asia/Tokyo"))
    yield* signsIn(keys.MGMT_KEY)
    yield* goesTo("#/asked?state=open")
    yield* clicks("Approve more for Docs assistant")
    yield* types("Amount in USD", "2")
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
    yield* types("Until", `${tomorrow}T12:30`)
    yield* types("Why", "Go on")
    yield* clicks("Approve")
    yield* sees("Approved:")
    yield* misses("The evaluation")
    const until = `${tomorrow}T03:30:00.000Z`
    const approved = { state: "approved", approved_usd: 2, until, decision: "Go on", decided_by: keys.MGMT_KEY_HASH }
    const [decided] = (yield* asks(({ budgets }) => budgets.requests.list())).data
    expect(decided).toMatchObject(approved)
    const [boost] = yield* asks(({ keys }) => keys.budgets(ordinary.hash))
    expect(boost).toMatchObject({ scope: "key", boost: 2 })
    expect(yield* entriesOf(open?.id ?? "", 1)).toEqual([
      {
        action: "requests.approveBudgetRequest",
        actor: keys.MGMT_KEY_HASH,
        changes: { usd: 2, until, reason: "Go on", key_hash: ordinary.hash, boost_id: decided?.boost_id }
      }
    ])

    yield* clicks("Sign out")
    yield* signsIn(key)
    yield* seesRow("Requests for more", { State: "approved", Approved: "$2", Decision: "Go on" })
  })
)

inBrowser("a request for more is refused with a reason, which its holder reads, and may be made again", () =>
  Effect.gen(function* () {
    const { keys, page, server, violations } = yield* openConsole(yield* openedBrowser)
    const { clicks, goesTo, sees, seesRow, signsIn, types } = reader(page)
    const { asks, entriesOf } = accountOf(server.origin, keys.MGMT_KEY)
    const { data: ordinary, key } = yield* asks(({ keys }) => keys.create({ name: "Docs assistant", limit: 1 }))
    const holder = accountOf(server.origin, key)
    const open = yield* holder.asks(({ budgets }) => budgets.requests.create({ usd: 2.5, reason: "The evaluation" }))
    const before = yield* asks(({ keys }) => keys.budgets(ordinary.hash))
    yield* signsIn(keys.MGMT_KEY)
    yield* goesTo("#/asked")
    yield* clicks("Refuse more for Docs assistant")
    yield* sees("Asked for $2.5: The evaluation")
    yield* types("Why", "Not before the next month")
    expect(yield* violations).toEqual([])
    yield* clicks("Refuse")
    yield* sees("keeps its limit, and may ask again.")
    yield* seesRow("Requests for more", { Why: "The evaluation", State: "refused" })
    const [decided] = (yield* asks(({ budgets }) => budgets.requests.list())).data
    const decision = "Not before the next month"
    const refused = { state: "refused", approved_usd: null, decision, decided_by: keys.MGMT_KEY_HASH }
    expect(decided).toMatchObject({ ...refused, id: open.id })
    expect(yield* asks(({ keys }) => keys.budgets(ordinary.hash))).toEqual(before)
    expect(yield* entriesOf(open.id, 1)).toEqual([
      {
        action: "requests.refuseBudgetRequest",
        actor: keys.MGMT_KEY_HASH,
        changes: { reason: decision, key_hash: ordinary.hash }
      }
    ])

    yield* clicks("Sign out")
    yield* signsIn(key)
    yield* seesRow("Requests for more", { State: "refused", Approved: "–", Decision: decision })
    yield* clicks("Ask for more")
    yield* types("Amount in USD", "1")
    yield* types("Why", "Half of it")
    yield* clicks("Ask")
    yield* seesRow("Requests for more", { State: "open", Amount: "$1" })
  })
)
