import type { RateCard } from "@tollgate/client"
import { useSession } from "../../session/useSession.js"
import { Money } from "../../ui/Money.js"
import type { Column } from "../../ui/Table.js"
import { Time } from "../../ui/Time.js"
import { PolicyList } from "./PolicyList.js"

/** A rate in USD per million tokens. */
const rate = (title: string, name: "input" | "output" | "cache_read" | "cache_write"): Column<RateCard> => ({
  title,
  kind: "number",
  show: ({ rates }) => <Money amount={rates[name]} none="–" />
})

const columns: ReadonlyArray<Column<RateCard>> = [
  { title: "Model", isName: true, show: ({ model }) => model },
  { title: "Provider", show: ({ provider }) => provider },
  rate("Input", "input"),
  rate("Output", "output"),
  rate("Cache read", "cache_read"),
  rate("Cache write", "cache_write"),
  { title: "Tiers", kind: "number", show: ({ tiers }) => tiers.length || <span class="quiet">–</span> },
  { title: "From", show: ({ effective_from }) => <Time at={effective_from} never="always" /> },
  { title: "Until", show: ({ effective_until }) => <Time at={effective_until} never="no end" /> }
]

export const Prices = () => {
  const { account } = useSession()
  return (
    <PolicyList
      what="prices"
      list={account.prices.list}
      columns={columns}
      keyOf={({ effective_from, model, provider }) => `${provider} ${model} ${effective_from}`}
      empty="The price book is empty: gateways state each cost."
      commands={[
        { what: "Compare a file with the price book:", text: "tollgate prices diff prices.json" },
        { what: "Import it, on the machine of the database:", text: "tollgate prices import prices.json" }
      ]}
    >
      <p class="hint">Rates of tokens are in USD per million tokens. Prices are the same for every organization.</p>
    </PolicyList>
  )
}
