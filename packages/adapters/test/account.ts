import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type NewRateCard, Tollgate } from "@tollgate/node"

/** USD per million tokens: $1 of input, $10 of output. */
export const card = (model: string, provider = "openai"): NewRateCard => ({
  provider,
  model,
  rates: { input: 1, output: 10, cache_read: 0.1, cache_write: 1.25 }
})

/** Where the accounts of a test are: in memory, or in an SQLite file. */
export type Storage = "file" | "memory"

/** A key with a limit in USD, prices, and what the ledger says. The gate closes with the account. */
export const openAccount = async (storage: Storage = "memory", limit = 1) => {
  const folder = mkdtempSync(join(tmpdir(), "tollgate-"))
  const gate = await Tollgate.open(storage === "memory" ? { memory: true } : { file: join(folder, "tollgate.db") })
  const { organization } = await gate.organizations.findOrCreate({ name: "Acme", owner_user_id: "ada" })
  const host = gate.asOrganization(organization.id)
  const { data, key } = await host.keys.create({ name: "Agents", limit })
  await gate.prices.replace([card("m")])

  const known = new Map<string, number>()
  /** The holds, oldest first: by when this has seen them, because many may be made in a millisecond. */
  const holds = async () => {
    const all = (await host.spending.list({ limit: 100 })).data.toReversed()
    for (const { id } of all) if (!known.has(id)) known.set(id, known.size)
    return all.sort((one, other) => (known.get(one.id) ?? 0) - (known.get(other.id) ?? 0))
  }
  /** What the counters of the key say. */
  const counters = async () => {
    const { budgets } = await gate.withKey(key).keys.current()
    const { held, spent, unknown } = budgets[0] ?? {}
    return { spent, held, unknown }
  }
  /** What the counters say, and how each hold stands, or its cost. They agree, or this throws. Nothing may be going on. */
  const ledger = async () => {
    const all = await holds()
    const { held, spent, unknown } = await counters()
    const sums = { settled: 0, open: 0, unknown: 0, released: 0, expired: 0 }
    for (const { amount, cost, state } of all) sums[state] += Math.round((cost ?? amount) * 1e9)
    const counted = [spent, held, unknown].map((usd = 0) => Math.round(usd * 1e9))
    if (String(counted) !== String([sums.settled, sums.open, sums.unknown])) {
      throw new Error(`The counters ${counted} are not the sums of the ledger ${JSON.stringify(sums)}.`)
    }
    return { spent, held, unknown, holds: all.map(({ cost, state }) => (cost === null ? state : cost)) }
  }
  return {
    gate,
    host,
    key,
    hash: data.hash,
    counters,
    holds,
    ledger,
    spending: gate.spending,
    [Symbol.asyncDispose]: async () => {
      await gate.close()
      rmSync(folder, { recursive: true, force: true })
    }
  }
}

export type Account = Awaited<ReturnType<typeof openAccount>>

/** What a promise rejects with. */
export const rejection = (promise: PromiseLike<unknown>): Promise<unknown> =>
  Promise.resolve(promise).then(
    () => {
      throw new Error("it was fulfilled")
    },
    (reason: unknown) => reason
  )
