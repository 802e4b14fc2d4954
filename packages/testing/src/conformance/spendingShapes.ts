import { amount, flag, text, texts, time, uuid } from "./values.js"

export const keyBudget = {
  scope: { $oneOf: ["key", "guardrail_key", "guardrail_member", "workspace", "organization"] },
  window: { $oneOf: ["lifetime", "daily", "weekly", "monthly"] },
  limit: { $missingOr: amount },
  spent: { $missingOr: amount },
  held: { $missingOr: amount },
  unknown: { $missingOr: amount },
  remaining: amount,
  resets_at: { $nullOr: time }
}

export const hold = {
  id: uuid,
  state: { $oneOf: ["open", "expired", "released", "unknown", "settled"] },
  amount,
  cost: { $nullOr: amount },
  is_byok: flag,
  key_hash: { $matches: "^[0-9a-f]{64}$" },
  workspace_id: uuid,
  user_id: text,
  models: { $each: text, $max: 8 },
  provider: { $nullOr: text },
  credential_id: { $nullOr: uuid },
  basis: { $oneOf: ["provider", "table", "estimate", null] },
  labels: { $type: "object" },
  instance: { $nullOr: text },
  opened_at: time,
  sent_at: { $nullOr: time },
  lease_ends_at: time,
  ended_at: { $nullOr: time },
  corrections: { $type: "integer" },
  flags: texts
}

export const holdCorrection = {
  at: time,
  before: amount,
  after: amount,
  reason: text,
  by: { $nullOr: { $matches: "^[0-9a-f]{64}$" } }
}

export const activityRow = {
  day: { $matches: "^\\d{4}-\\d\\d-\\d\\d$" },
  requests: { $type: "integer" },
  cost: amount,
  byok_cost: amount,
  unknown: amount,
  input_tokens: { $type: "integer" },
  output_tokens: { $type: "integer" }
}

export const budget = {
  scope: { $oneOf: ["key", "guardrail_key", "guardrail_member", "workspace", "organization"] },
  window: { $oneOf: ["lifetime", "daily", "weekly", "monthly"] },
  limit: amount,
  spent: amount,
  held: amount,
  unknown: amount,
  remaining: amount,
  resets_at: { $nullOr: time }
}

export const rate = { $nullOr: amount }

export const tokenRates = {
  cache_read: rate,
  cache_write: rate,
  cache_write_hour: rate,
  reasoning: rate,
  audio_input: rate,
  audio_output: rate,
  image_input: rate,
  image_output: rate
}
