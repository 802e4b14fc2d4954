import type { Expectation } from "../Case.js"
import { asGateway } from "../requests.js"
import type { Family } from "../Subject.js"
import { admitted, body } from "./newHold.js"

/** With a credential of the organization, an amount would count as BYOK, which the limit does not include. */
const own = { key: "{LIMITED_KEY}", credential: "own" }

/** The refusal of an amount by a budget of the key. */
const refused = (reason: string, fields: Readonly<Record<string, unknown>>): Expectation => ({
  status: 402,
  message: "Insufficient budget",
  headers: { "retry-after": reason === "budget_held" ? { $matches: "^[1-9][0-9]*$" } : null },
  json: {
    "error.metadata.reason": reason,
    "error.metadata.budgets": [
      {
        $shape: "RefusingBudget",
        $with: {
          scope: "key",
          id: "{LIMITED_KEY_HASH}",
          window: "lifetime",
          limit: 1,
          unknown: 0,
          resets_at: null,
          ...fields
        }
      }
    ]
  }
})

const none = { earliest_lease_end: null, holds: 0 }

/** Amounts against a key with a limit of 1 USD. */
export const budgets: Family = ({ asks, request }) => {
  const open = (amount: number) => ({
    request: request(body({ ...own, amount })),
    expect: { status: 201, save: { NEW_ID: "data.id" } }
  })
  const settle = (cost: number) => ({
    request: {
      method: "POST",
      path: "/holds/{NEW_ID}/settle",
      headers: { ...asGateway, "Content-Type": "application/json" },
      body: JSON.stringify({ cost, credential_id: null })
    },
    expect: { status: 200 }
  })
  return [
    asks("the whole budget", body({ ...own, amount: 1 }), admitted({ amount: 1 }), {
      basis: "spec",
      setup: ["key-limited"]
    }),
    asks(
      "more than the budget",
      body({ ...own, amount: 1.5 }),
      refused("budget_spent", { ...none, spent: 0, held: 0, asked: 1.5, remaining: 1 }),
      { basis: "spec", setup: ["key-limited"] }
    ),
    asks(
      "more than what open holds leave",
      body({ ...own, amount: 0.5 }),
      refused("budget_held", {
        spent: 0,
        held: 0.75,
        asked: 0.5,
        remaining: 0.25,
        holds: 1,
        earliest_lease_end: { $time: true }
      }),
      { basis: "spec", setup: ["key-limited"], before: [open(0.75)] }
    ),
    asks(
      "a budget that is spent admits nothing",
      body({ ...own, amount: 0.000_000_001 }),
      refused("budget_spent", { ...none, spent: 1, held: 0, asked: 1e-9, remaining: 0 }),
      { basis: "spec", setup: ["key-limited"], before: [open(1), settle(1)] }
    ),
    asks(
      "more than a counter holds",
      body({ ...own, key: "{FRESH_KEY}", amount: 1 }),
      {
        status: 402,
        message: "Insufficient budget",
        headers: { "retry-after": null },
        json: {
          "error.metadata.reason": "budget_spent",
          "error.metadata.budgets": [
            {
              $shape: "RefusingBudget",
              $with: {
                scope: "organization",
                window: "lifetime",
                limit: 9_223_372_036.854776,
                asked: 1,
                resets_at: null
              }
            }
          ]
        }
      },
      { basis: "spec", setup: ["isolate", "key-spending", "counters-full"] }
    ),
    asks("what a hold did not cost can be held again", body({ ...own, amount: 0.875 }), admitted({ amount: 0.875 }), {
      basis: "spec",
      setup: ["key-limited"],
      before: [open(1), settle(0.125)]
    }),
    asks(
      "of concurrent requests, as many as the budget has room for",
      { ...body({ ...own, amount: 0.25 }), concurrent: 16 },
      { status: 201, tally: { "201": 4, "402": 12 } },
      { basis: "derived", setup: ["key-limited"] }
    ),
    asks(
      "a dry run of more than the budget",
      body({ ...own, amount: 1.5, dry_run: true }),
      { status: 402 },
      {
        basis: "derived",
        setup: ["key-limited"]
      }
    )
  ]
}
