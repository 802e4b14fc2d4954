import type { ApiKey } from "@tollgate/client"
import { expect, it } from "vitest"
import { usedOfKey } from "../src/screens/keys/usedOfKey.js"
import { leftOf } from "../src/ui/Used.js"

/** A key that has used something in each window, through both kinds of credentials. */
const used: ApiKey = {
  hash: "f2e1b9f4c0a83a1d2c5be7e5b0a64f1e9c7d8a3b5c1f0e2d4a6b8c9d0e1f2a3b",
  name: "Docs assistant",
  label: "tg_sk_hLe...ArFW",
  disabled: false,
  limit: 10,
  limit_remaining: 9,
  limit_reset: "daily",
  include_byok_in_limit: false,
  max_in_flight: null,
  usage: 4,
  usage_daily: 1,
  usage_weekly: 2,
  usage_monthly: 3,
  byok_usage: 0.4,
  byok_usage_daily: 0.1,
  byok_usage_weekly: 0.2,
  byok_usage_monthly: 0.3,
  held: 0.5,
  unknown: 0.25,
  byok_held: 0.05,
  byok_unknown: 0.025,
  created_at: "2026-05-31T12:00:00Z",
  created_by: null,
  updated_at: "2026-05-31T12:00:00Z",
  expires_at: null,
  last_used_at: null,
  creator_user_id: "ada",
  workspace_id: "7c9e6679-7425-40de-944b-e07fc1f90ae7",
  external_id: null,
  metadata: {},
  is_management_key: false,
  is_read_only: false
}

const windows = [null, "daily", "weekly", "monthly"] as const

it("shows what is spent in the window of the limit, held and unknown, and the limit with its boosts", () => {
  const shown = windows.map((limit_reset) => usedOfKey({ ...used, limit_reset }, 2))
  const rest = { held: 0.5, unknown: 0.25, limit: 12 }
  expect(shown).toEqual([4, 1, 2, 3].map((spent) => ({ spent, ...rest })))
  expect(shown.map(leftOf)).toEqual([7.25, 10.25, 9.25, 8.25])
})

it("counts the organization's own credentials where the limit does", () => {
  const shown = windows.map((limit_reset) => usedOfKey({ ...used, limit_reset, include_byok_in_limit: true }, 0))
  const rest = { held: 0.55, unknown: 0.275, limit: 10 }
  expect(shown).toEqual([4.4, 1.1, 2.2, 3.3].map((spent) => ({ spent, ...rest })))
})

it("has nothing left of a limit that is exceeded, and no remainder without a limit", () => {
  expect(leftOf(usedOfKey({ ...used, limit: 1 }, 0))).toBe(-0.75)
  expect(leftOf(usedOfKey({ ...used, limit: null }, 0))).toBeNull()
})
