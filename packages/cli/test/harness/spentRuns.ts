import type { Hold, Tollgate } from "@tollgate/node"
import { expect } from "vitest"
import type { Said, Stop } from "./spendRounds.js"

const nano = (amount: number | null) => BigInt(Math.round((amount ?? 0) * 1e9))
const isWithin = (path: string | null, run: string) => path === run || (path?.startsWith(`${run}/`) ?? false)

/**
 * Checks that the runs of a round, after all leases have ended, are the sums of their holds and within their limits, and that nothing was
 * admitted in a run that was stopped meanwhile. Returns their number.
 */
export const expectRuns = async (
  gate: Tollgate,
  { organization, round }: { readonly organization: string; readonly round: number },
  said: ReadonlyMap<string, Said>,
  stops: ReadonlyArray<Stop>
): Promise<number> => {
  const ledger = new Map<string, Hold>()
  for (const [id, { path }] of said) {
    if (path === null) continue
    const found = await gate.spending.get(id).catch(({ _tag }) => (_tag === "HoldNotFound" ? null : expect.fail(_tag)))
    if (found !== null) ledger.set(id, found.data)
  }
  const { data } = await gate.spending.runs.list({ organization_id: organization, limit: 100 })
  const runs = data.filter(({ path }) => path.startsWith(`job-${round}-`))
  for (const run of runs) {
    const mine = [...ledger].flatMap(([id, hold]) => (isWithin(said.get(id)?.path ?? null, run.path) ? [hold] : []))
    const sum = (state: Hold["state"], of: "amount" | "cost") =>
      mine.filter((hold) => hold.state === state).reduce((sum, hold) => sum + nano(hold[of]), 0n)
    const requests = mine.filter(({ state }) => state === "settled" || state === "unknown").length
    const { held, in_flight, limit_usd, max_requests, path, spent, unknown } = run
    expect({ path, spent: nano(spent), unknown: nano(unknown), held, in_flight, requests: run.requests }).toEqual({
      path,
      spent: sum("settled", "cost"),
      unknown: sum("unknown", "amount"),
      held: 0,
      in_flight: 0,
      requests
    })
    if (limit_usd !== null) expect(nano(spent) + nano(unknown) <= nano(limit_usd), path).toBe(true)
    expect(requests, path).toBeLessThanOrEqual(max_requests ?? requests)
  }
  for (const { done, opened, path } of said.values()) {
    if (!done.has("open")) continue
    const broken = stops.filter((stop) => isWithin(path, stop.path) && opened.from > stop.from && opened.to < stop.to)
    expect(broken, `an admission at ${opened.from}`).toEqual([])
  }
  return runs.length
}
