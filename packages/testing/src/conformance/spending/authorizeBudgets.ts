import { part } from "../Api.js"
import type { Fields, Target } from "../Change.js"
import { type Expectation, is, TIME, within } from "../Expectation.js"
import type { Given } from "../Given.js"
import { type Spender, WithId } from "../Made.js"
import { body } from "../Sent.js"
import type { Family } from "../Subject.js"
import { settle } from "./hold.js"
import { admitted } from "./newHold.js"

/** The request of a key. With a credential of the organization, an amount would count as BYOK, which the limit does not include. */
export const asking = ({ key }: Spender, amount: number, fields: object = {}) =>
  body({ key, credential: "own", models: ["acme/writer"], amount, ...fields })

/** The refusal of an amount by the budget of a key. */
export const refused = ({ hash }: Spender, reason: string, fields: Fields): Expectation => ({
  status: 402,
  message: "Insufficient budget",
  headers: { "retry-after": reason === "budget_held" ? /^[1-9][0-9]*$/ : null },
  json: {
    "error.metadata.reason": reason,
    "error.metadata.budgets.length": 1,
    "error.metadata.remaining_output_tokens": null,
    ...within("error.metadata.budgets.0", {
      scope: "key",
      id: hash,
      window: "lifetime",
      limit: 1,
      unknown: 0,
      resets_at: null,
      ...fields
    })
  }
})

const none = { earliest_lease_end: null, holds: 0 }

/** Opens a hold, and returns its id. */
export const open = async ({ ask }: Given<Target>, spender: Spender, amount: number) =>
  part(await ask(asking(spender, amount), is(201)), WithId).data.id

/** Amounts against a key with a limit of 1 USD. */
export const budgets: Family = ({ test }) => {
  const limited = (name: string, body: (given: Given<Target>, spender: Spender) => Promise<unknown>) =>
    test(name, async (given) => body(given, await given.made.spender(1)))
  return [
    limited("the whole budget", ({ ask }, spender) => ask(asking(spender, 1), admitted({ amount: 1 }))),
    limited("more than the budget", ({ ask }, spender) =>
      ask(
        asking(spender, 1.5),
        refused(spender, "budget_spent", { ...none, spent: 0, held: 0, asked: 1.5, remaining: 1 })
      )
    ),
    limited("more than what open holds leave", async (given, spender) => {
      await open(given, spender, 0.75)
      const left = { spent: 0, held: 0.75, asked: 0.5, remaining: 0.25, holds: 1, earliest_lease_end: TIME }
      await given.ask(asking(spender, 0.5), refused(spender, "budget_held", left))
    }),
    limited("a budget that is spent admits nothing", async (given, spender) => {
      await settle(given.run, await open(given, spender, 1), 1, is(200))
      const left = { ...none, spent: 1, held: 0, asked: 1e-9, remaining: 0 }
      await given.ask(asking(spender, 0.000_000_001), refused(spender, "budget_spent", left))
    }),
    test("more than a counter holds", async ({ run }) => {
      const { api, gateway, made } = await run.isolated()
      const { key } = await made.spender()
      await made.fullCounters()
      const organization = { scope: "organization", window: "lifetime", limit: 9_223_372_036.854776, asked: 1 }
      await api.post(
        "/holds",
        { key, credential: "own", models: ["acme/writer"], amount: 1 },
        {
          status: 402,
          message: "Insufficient budget",
          headers: { "retry-after": null },
          json: {
            "error.metadata.reason": "budget_spent",
            "error.metadata.budgets.length": 1,
            ...within("error.metadata.budgets.0", { ...organization, resets_at: null })
          }
        },
        gateway
      )
    }),
    limited("what a hold did not cost can be held again", async (given, spender) => {
      await settle(given.run, await open(given, spender, 1), 0.125, is(200))
      await given.ask(asking(spender, 0.875), admitted({ amount: 0.875 }))
    }),
    limited("of concurrent requests, as many as the budget has room for", ({ api, request }, spender) =>
      api.together(16, request(asking(spender, 0.25)), is(201), { 201: 4, 402: 12 })
    ),
    limited("a dry run of more than the budget", ({ ask }, spender) =>
      ask(asking(spender, 1.5, { dry_run: true }), is(402))
    )
  ]
}
