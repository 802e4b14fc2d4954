import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { type BudgetExceeded, type Hold, type OpenOptions, Tollgate } from "@tollgate/node"
import { expect } from "vitest"
import { bundled } from "../../../../test/bundled.js"
import { expectRuns } from "./spentRuns.js"

/** The program of the processes, for the tests of the file that calls this. */
export const spender = () => bundled(fileURLToPath(new URL("spendUntilKilled.mjs", import.meta.url)))

interface Line {
  /** In milliseconds of the machine, the same for all processes. */
  readonly at: number
  readonly id?: string
  /** The run of the hold. */
  readonly path?: string
  /** A run of which a stop was acknowledged, or is about to be undone. */
  readonly stop?: string
  readonly resume?: string
  readonly ready?: true
  readonly tried?: "open" | "sent" | "extended" | "released" | "settled"
  readonly done?: Line["tried"] | "refused"
  readonly value?: number
}

/** What a killed process has said of a hold: the acts that it tried, and those that were acknowledged. */
export interface Said {
  readonly tried: Map<string, number>
  readonly done: Map<string, number>
  /** Its run; null if it is in none. */
  path: string | null
  /** When its admission was tried, and when it was acknowledged. */
  readonly opened: { from: number; to: number }
}

/** A run that was stopped in all of the time from the one instant to the other. */
export interface Stop {
  readonly path: string
  readonly from: number
  to: number
}

/** A process that spends, and what it has said. It is killed when it has said so many lines. */
const spending = (script: string, given: object, lines: number) => {
  const child: ChildProcess = spawn(process.execPath, [script, JSON.stringify(given)], {
    stdio: ["ignore", "pipe", "inherit"]
  })
  const said = new Map<string, Said>()
  const stops: Array<Stop> = []
  let count = 0
  const read = createInterface({ input: child.stdout ?? expect.fail("The process has no output.") })
  read.on("line", (text) => {
    const { at, done, id, path, resume, stop, tried, value = 0 }: Line = JSON.parse(text)
    if (stop !== undefined) stops.push({ path: stop, from: at, to: Number.POSITIVE_INFINITY })
    const last = stops.at(-1)
    if (resume !== undefined && last !== undefined) last.to = at
    if (id !== undefined) {
      const known = said.get(id) ?? { tried: new Map(), done: new Map(), path: null, opened: { from: 0, to: 0 } }
      said.set(id, known)
      if (path !== undefined) known.path = path
      if (tried !== undefined) known.tried.set(tried, value)
      if (done !== undefined) known.done.set(done, value)
      if (tried === "open") known.opened.from = at
      if (done === "open") known.opened.to = at
    }
    count += 1
    if (count === lines) child.kill("SIGKILL")
  })
  return {
    child,
    ended: Promise.all([once(child, "exit"), once(read, "close")]).then(([[, signal]]) => ({ signal, said, stops }))
  }
}

/** What a hold may have become, once its lease has ended, by what its process has said of it. Null if it was not stored. */
const outcomes = ({ done, tried }: Said) => {
  const settled = { state: "settled", cost: tried.get("settled") }
  if (done.has("settled")) return [settled]
  if (done.has("released")) return [{ state: "released", cost: null }]
  if (!done.has("open") && done.has("refused")) return [null]
  const amounts = [done.has("extended") ? "extended" : "open", ...(tried.has("extended") ? ["extended"] : [])]
  return [
    ...(tried.has("settled") ? [settled] : []),
    ...(tried.has("released") ? [{ state: "released", cost: null }] : []),
    ...(tried.has("sent") ? amounts.map((name) => ({ state: "unknown", cost: null, amount: tried.get(name) })) : []),
    ...(done.has("sent") ? [] : [{ state: "expired", cost: null }]),
    ...(done.has("open") ? [] : [null])
  ]
}

const expectAsSaid = (hold: Hold | null, said: Said) => {
  const shown = hold?.state === "unknown" ? hold : hold === null ? null : { state: hold.state, cost: hold.cost }
  const possible = outcomes(said).map((outcome) => (outcome === null ? null : expect.objectContaining(outcome)))
  expect(possible).toContainEqual(shown)
}

export interface Spenders {
  readonly storage: OpenOptions
  readonly organization: string
  readonly keys: ReadonlyArray<string>
}

/** An organization with keys, and a budget that is soon reached. */
export const prepare = async (storage: OpenOptions): Promise<Spenders> => {
  await using gate = await Tollgate.open(storage)
  const { organization } = await gate.createOrganization({ name: "Acme", owner_user_id: "ada" })
  const keys: Array<string> = []
  for (let n = 0; n < 4; n++) keys.push((await gate.asOrganization(organization.id).keys.create({ name: "Key" })).key)
  await gate.organizations.setBudget(organization.id, "lifetime", { limit_usd: 7.2 })
  return { storage, organization: organization.id, keys }
}

/** What counts toward the budget after everything that has ended was given back, as it is before a request is refused. */
const budgetAfter = async (gate: Tollgate, key: string) => {
  const request = { key, models: ["acme/writer"], credential: "own", amount: 1e6 } as const
  const refusal: unknown = await gate.spending.authorize(request).catch((refusal: unknown) => refusal)
  expect(refusal).toMatchObject({
    _tag: "BudgetExceeded",
    reason: "budget_spent",
    budgets: [{ scope: "organization" }]
  })
  // A refusal as it is documented.
  const { budgets } = refusal as BudgetExceeded
  return budgets[0] ?? expect.fail("The organization has no budget.")
}

interface Round {
  /** What `spender` gave. */
  readonly script: string
  readonly processes: number
  readonly callers: number
  /** How many lines a process says before it is killed. */
  readonly lines: number
  readonly seed: number
}

/**
 * Lets processes spend at the same time, kills each (kill -9) in the middle of it, and compares the ledger with what they have said.
 * `endLeases` ends all leases, as if their time had passed.
 */
export const spendRound = async (
  { keys, organization, storage }: Spenders,
  endLeases: () => Promise<unknown>,
  { callers, lines, processes, script, seed }: Round
) => {
  const running = Array.from({ length: processes }, (_, n) =>
    spending(
      script,
      { storage, keys, organization, callers, round: seed, seed: seed * processes + n, stops: n === 0 },
      lines
    )
  )
  const ends = await Promise.all(running.map(({ ended }) => ended))
  expect(ends.map(({ signal }) => signal)).toEqual(running.map(() => "SIGKILL"))
  await endLeases()
  await using gate = await Tollgate.open(storage)
  const { held, limit, spent, unknown } = await budgetAfter(gate, keys[0] ?? "")
  expect(held).toBe(0n)
  expect(spent + unknown <= limit).toBe(true)
  const holds: Array<Hold> = []
  let [cutOff, refused] = [0, 0]
  for (const [id, said] of ends.flatMap(({ said }) => [...said])) {
    const found = gate.spending.get(id).then(({ data }) => data)
    const hold = await found.catch(({ _tag }) => (_tag === "HoldNotFound" ? null : expect.fail(_tag)))
    expectAsSaid(hold, said)
    if (hold !== null) holds.push(hold)
    if (said.tried.size > said.done.size) cutOff += 1
    if (said.done.has("refused")) refused += 1
  }
  const stops = ends.flatMap(({ stops }) => stops)
  const runs = await expectRuns(
    gate,
    { organization, round: seed },
    new Map(ends.flatMap(({ said }) => [...said])),
    stops
  )
  await gate.organizations.setBudget(organization, "lifetime", {
    limit_usd: Number(spent + unknown) / 1e9 + 15 * processes
  })
  return {
    holds,
    cutOff,
    refused,
    runs,
    stops: stops.length,
    said: ends.map(({ said }) => said),
    counted: { spent, unknown }
  }
}
