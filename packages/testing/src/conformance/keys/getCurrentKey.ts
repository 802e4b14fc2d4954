import { about } from "../about.js"
import { reads, record } from "../answers.js"
import { general } from "../families/general.js"
import { rateLimit } from "../families/rateLimit.js"
import { asOther, asPlain, get, post } from "../requests.js"
import type { Family } from "../Subject.js"

const current = (fields: Readonly<Record<string, unknown>> = {}) => record("CurrentApiKey", fields)

const kinds: Family = ({ sends }) => [
  sends(
    "a management key reads itself",
    get("/key"),
    current({ hash: "{MGMT_KEY_HASH}", is_management_key: true, limit: null, limit_remaining: null })
  ),
  sends(
    "an ordinary key reads itself",
    get("/key", asPlain),
    current({ hash: "{PLAIN_KEY_HASH}", is_management_key: false })
  ),
  sends(
    "the other organization's management key reads itself",
    get("/key", asOther),
    current({ hash: { $not: "{MGMT_KEY_HASH}" } })
  )
]

const budgets: Family = ({ sends }) => {
  const limit = (fields: object) => ({
    request: { ...post("/keys/{PLAIN_KEY_HASH}", JSON.stringify(fields)), method: "PATCH" },
    expect: { status: 200 }
  })
  const own = {
    scope: "key",
    window: "monthly",
    limit: 1_000_000,
    spent: { $type: "number" },
    held: { $type: "number" },
    unknown: { $type: "number" },
    remaining: { $type: "number" },
    resets_at: { $time: true }
  }
  return [
    sends(
      "a limit is a budget, and of its workspace's an ordinary key learns what remains",
      get("/key", asPlain),
      reads({
        "data.budgets": [
          own,
          { scope: "workspace", window: "monthly", remaining: { $type: "number" }, resets_at: { $time: true } }
        ]
      }),
      { basis: "spec", setup: ["isolate"], before: [limit({ limit: 1_000_000, limit_reset: "monthly" })] }
    )
  ]
}

export const getCurrentKey = about(
  "getCurrentKey",
  { success: { expect: current() } },
  general,
  rateLimit,
  kinds,
  budgets
)
