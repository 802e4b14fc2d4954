import type { RefusalTag } from "../errorTable.js"

const budget = {
  scope: "key",
  id: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
  window: "monthly",
  limit: 25,
  boost: 0,
  spent: 12.5,
  held: 12.25,
  unknown: 0,
  asked: 0.5,
  remaining: 0.25,
  resets_at: "2026-04-01T00:00:00.000Z",
  holds: 3,
  earliest_lease_end: "2026-03-04T12:10:00.000Z"
}

const spent = { ...budget, spent: 24.75, held: 0, holds: 0, earliest_lease_end: null }

const guardrail = { guardrail_id: "7c9e6679-7425-40de-944b-e07fc1f90ae7", scope: "guardrail_key" }

const run = { run: "job-7/researcher", stored: null, stated: null }

/** Examples of what refusals state in `error.metadata`, one for each reason of a refusal. */
export const metadataSamples: { readonly [T in RefusalTag]?: ReadonlyArray<Readonly<Record<string, unknown>>> } = {
  BoostRefused: ["limit_is_zero", "too_many_boosts", "boosts_too_large"].map((reason) => ({ reason })),
  BudgetExceeded: [
    { reason: "budget_spent", budgets: [spent], remaining_output_tokens: 1_200 },
    { reason: "budget_held", budgets: [budget], remaining_output_tokens: null }
  ],
  HoldNotUnknown: [{ state: "open" }, { state: "settled" }],
  BudgetRequestDecided: [{ decided: "approved", decided_at: "2026-03-04T12:00:00.000Z" }],
  KeyRefused: [{ key_state: "disabled" }],
  MoreRefused: [
    ...["management_key", "no_limit", "limit_is_zero", "request_open", "requests_spent"],
    ...["key_deleted", "key_disabled", "key_expired"]
  ].map((reason) => ({ reason })),
  PriceUnknown: [
    { provider: "openai", model: "acme/writer", providers: [] },
    { provider: null, model: "acme/writer", providers: ["azure", "openai"] }
  ],
  PolicyRefused: [
    { reason: "model_not_allowed", ...guardrail },
    { reason: "provider_not_allowed", ...guardrail },
    { reason: "zdr_required", ...guardrail }
  ],
  RunRefused: [
    ...["run_stopped", "run_ended", "run_requests_spent", "run_not_found"].map((reason) => ({ reason, ...run })),
    { reason: "run_conflict", ...run, stored: { limit_usd: 5 }, stated: { limit_usd: 50 } }
  ],
  TooManyInFlight: [{ scopes: [{ scope: "key", id: budget.id, max_in_flight: 4, in_flight: 4 }] }]
}
