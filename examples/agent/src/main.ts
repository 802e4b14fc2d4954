import { EventEmitter, once } from "node:events"
import { BudgetExceeded, RunRefused, type TokenUsage, Tollgate, withRun } from "@tollgate/node"

await using gate = await Tollgate.open({ memory: true })
const { key: managementKey, organization } = await gate.createOrganization({ name: "Acme", owner_user_id: "ada" })
const { keys, spending } = gate.asOrganization(organization.id)
const { key } = await keys.create({ name: "Agents" })

// The model costs $500 for a million output tokens, and the tool 10 cents a call.
await gate.prices.merge([
  { provider: "acme", model: "acme/writer", rates: { input: 0, output: 500 } },
  { provider: "acme", model: "tool:acme/search", rates: { units: { calls: 0.1 } } }
])

/** Makes a request if its price fits into all runs around it. */
const paid = async <A>(model: string, usage: TokenUsage, request: () => Promise<A>): Promise<A> => {
  await using hold = await spending.authorize({ key, model, usage })
  await hold.sent()
  const answer = await request()
  await hold.settle({ usage })
  return answer
}

const search = (words: string) => paid("tool:acme/search", { units: { calls: 1 } }, async () => `A page about ${words}`)

// A stub in place of a model. Its fourth answer takes so long that somebody outside becomes aware of it.
const watched = new EventEmitter()
let asked = 0
const ask = (prompt: string) =>
  paid("acme/writer", { output: 1_000 }, async () => {
    asked += 1
    if (asked === 4) {
      const stopped = once(watched, "stopped")
      watched.emit("too long")
      await stopped
    }
    return `An answer to: ${prompt}`
  })

/** An agent that goes on until it is refused. */
const untilRefused = async (name: string, step: () => Promise<string>): Promise<void> => {
  try {
    for (;;) await step()
  } catch (error) {
    if (!(error instanceof BudgetExceeded || error instanceof RunRefused)) throw error
    const run = error instanceof BudgetExceeded ? error.budgets[0]?.id : error.run
    console.log(`The ${name} ends: ${error.reason}, ${run}`)
  }
}

// No function states its run: what an agent asks for is in the run that is around it, and in those above.
const researcher = () => untilRefused("researcher", () => search("tolls"))
const writer = () => untilRefused("writer", () => ask("Write a better draft."))

const planner = async () => {
  await ask("Plan a report about tolls.")
  await withRun(spending, { id: "researcher", limit_usd: 0.45 }, researcher)
  await withRun(spending, { id: "writer" }, writer)
}

// Somebody with a management key, in this process or another one. `tollgate runs stop report` does the same.
const operator = async () => {
  await once(watched, "too long")
  await gate.withKey(managementKey).spending.runs.stop("report", { reason: "It loops." })
  watched.emit("stopped")
}

await Promise.all([operator(), withRun(spending, { id: "report", limit_usd: 5 }, planner)])

// Each run counts all that are below it.
const { data: runs } = await spending.runs.list()
for (const { limit_usd, path, requests, spent, state } of runs.toSorted((a, b) => (a.path < b.path ? -1 : 1))) {
  const names = path.split("/")
  const name = "  ".repeat(names.length - 1) + names.at(-1)
  const limit = limit_usd === null ? "" : ` of $${limit_usd.toFixed(2)}`
  console.log(`${name.padEnd(12)} $${spent.toFixed(2)}${limit} by ${requests} requests, ${state}`)
}
