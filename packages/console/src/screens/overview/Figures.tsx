import type { Overview } from "@tollgate/client"
import { href } from "../../shell/route.js"
import { Card } from "../../ui/Card.js"
import { dollars } from "../../ui/dollars.js"
import { Money } from "../../ui/Money.js"

const counted = (count: number, one: string, many: string) => `${count.toLocaleString()} ${count === 1 ? one : many}`

const own = (amount: number) => (amount > 0 ? `and ${dollars(amount)} through own credentials` : "through the gateway")

/** What was spent, is held and is unknown. */
export const Figures = ({ overview }: { readonly overview: Overview }) => {
  const unknown = Number((overview.unknown_usd + overview.byok_unknown_usd).toFixed(9))
  const held = Number((overview.held_usd + overview.byok_held_usd).toFixed(9))
  return (
    <dl class="cards">
      <Card
        label="Spent today (UTC)"
        figure={<Money amount={overview.spent_daily_usd} />}
        more={own(overview.byok_spent_daily_usd)}
      />
      <Card
        label="This week"
        figure={<Money amount={overview.spent_weekly_usd} />}
        more={own(overview.byok_spent_weekly_usd)}
      />
      <Card
        label="This month"
        figure={<Money amount={overview.spent_monthly_usd} />}
        more={own(overview.byok_spent_monthly_usd)}
      />
      <Card
        label="Held now"
        figure={<Money amount={held} />}
        more={
          <a href={href(["requests"], { state: "open" })}>
            {counted(overview.open_holds, "open request", "open requests")}
          </a>
        }
      />
      <Card
        label="Unknown"
        figure={<Money amount={unknown} />}
        isWarning={overview.unknown_holds > 0}
        more={
          overview.unknown_holds === 0 ? (
            "nothing to reconcile"
          ) : (
            <a href={href(["requests"], { state: "unknown" })}>
              {counted(overview.unknown_holds, "request", "requests")} to reconcile
            </a>
          )
        }
      />
    </dl>
  )
}
