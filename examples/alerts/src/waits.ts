// Makes a request for half a dollar by a key, and waits for more if its limit is spent. KEY is the key.
import { BudgetExceeded, Tollgate } from "@tollgate/node"

const { DATABASE = "tollgate.db", KEY: key = "" } = process.env
// The server delivers the alerts.
await using gate = await Tollgate.open({ file: DATABASE, deliverAlerts: false })
const request = { key, amount: 0.5, models: ["acme/writer"] }

/** Authorizes, and waits only where it has said so. */
const authorize = async () => {
  try {
    return await gate.spending.authorize(request)
  } catch (error) {
    if (!(error instanceof BudgetExceeded)) throw error
    console.log(`${error.message} It waits for more, at most 15 minutes.`)
    return gate.spending.authorize(request, { waitFor: "15 minutes", forMore: true })
  }
}

await using hold = await authorize()
const [budget] = hold.budgets
await hold.sent() // here the provider is asked
const { cost } = await hold.settle({ cost: 0.5 })
console.log(`It goes on with a boost of $${budget?.boost.toFixed(2)}, and costs $${cost?.toFixed(2)}.`)
