import * as DateTime from "effect/DateTime"
import * as Schema from "effect/Schema"
import { documented } from "../schema/fields.js"
import * as Usd from "../values/Usd.js"

const usd = (meaning: string, example = 0) =>
  documented(Usd.UsdFromNumber, `${meaning}, in USD.`, Usd.fromNumber(example))

/** What an organization has spent, holds and does not know, at one instant. Amounts are in USD; windows are those of the instant, in UTC. */
export const Overview = Schema.Struct({
  at: documented(
    Schema.DateTimeUtc,
    "Instant of the overview, which decides the day, the week (from Monday) and the month (UTC).",
    DateTime.unsafeMake("2026-05-31T12:00:00Z")
  ),
  spent_daily_usd: usd("Cost of the requests of this day through the gateway's own credentials", 1.25),
  spent_weekly_usd: usd("Cost of the requests of this week through the gateway's own credentials", 7.5),
  spent_monthly_usd: usd("Cost of the requests of this month through the gateway's own credentials", 31),
  byok_spent_daily_usd: usd("Cost of the requests of this day through the organization's credentials"),
  byok_spent_weekly_usd: usd("Cost of the requests of this week through the organization's credentials"),
  byok_spent_monthly_usd: usd("Cost of the requests of this month through the organization's credentials"),
  held_usd: usd("Amount that open holds set aside through the gateway's own credentials", 0.5),
  byok_held_usd: usd("Amount that open holds set aside through the organization's credentials"),
  open_holds: documented(
    Schema.Int,
    "Number of open holds. A hold whose lease has ended counts until a server expires it, as in budgets: at once on the server that created it, after 30 seconds on any other.",
    2
  ),
  unknown_usd: usd(
    "Amount of the holds whose outcome is unknown, of any time, through the gateway's own credentials",
    0.25
  ),
  byok_unknown_usd: usd(
    "Amount of the holds whose outcome is unknown, of any time, through the organization's credentials"
  ),
  unknown_holds: documented(Schema.Int, "Number of holds whose outcome is unknown, of any time.", 1)
}).annotations({ identifier: "Overview", description: "What an organization has spent, holds and does not know." })
export interface Overview extends Schema.Schema.Type<typeof Overview> {}
