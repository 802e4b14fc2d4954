// Spends with some keys until it is killed: a process of its own, maybe beside others that do the same. It prints, as lines of
// JSON, each act on a hold before it is tried and after it is acknowledged.
import { randomBytes } from "node:crypto"
import { holdIdAt } from "@tollgate/core/storage"
import { Tollgate } from "@tollgate/node"

const { callers, keys, organization, round, seed, stops, storage } = JSON.parse(process.argv[2])

const gate = await Tollgate.open(storage)
const { spending } = gate

/** A number from 0 to below 1, the same sequence for the same seed (mulberry32). */
const seeded = (from) => {
  let state = from
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

// Pipes are written synchronously, so a line is out before what follows it. The clock is that of the machine, for all processes.
const say = (line) =>
  process.stdout.write(`${JSON.stringify({ ...line, at: Number(process.hrtime.bigint()) / 1e6 })}\n`)

/** On a busy machine, a lock may be held for longer than an act waits. Nothing was stored then, so the act is tried again. */
const again = (run) =>
  run().catch((failure) => {
    if (failure._tag === "StorageFailure" && failure.outcome === "none") return again(run)
    throw failure
  })

const act = async (id, what, value, run) => {
  say({ id, tried: what, value })
  const answer = await again(run)
  say({ id, done: what, value })
  return answer
}

const refusals = ["BudgetExceeded", "RunRefused", "TooManyInFlight"]

const open = (key, amount, run) => {
  const id = holdIdAt(Date.now(), randomBytes(10))
  const path = run?.map((step) => step.id).join("/")
  if (path !== undefined) say({ id, path })
  const input = { key, id, amount, models: ["acme/writer"], credential: "own", run }
  return act(id, "open", amount, () => spending.authorize(input)).then(
    () => id,
    (refusal) => {
      if (!refusals.includes(refusal._tag)) throw refusal
      say({ id, done: "refused", value: 0, reason: refusal.reason ?? refusal._tag })
    }
  )
}
const sent = (id) => act(id, "sent", 0, () => spending.sent(id))
const release = (id) => act(id, "released", 0, () => spending.release(id))
const extend = (id, amount) => act(id, "extended", amount, () => spending.extend(id, { amount }))
const settle = (id, cost) => act(id, "settled", cost, () => spending.settle(id, { cost }))

/** Opens a hold, and does the rest if it was not refused, because others spend from the same budget. */
const opened = async (key, amount, then) => {
  const id = await open(key, amount)
  if (id !== undefined) await then(id)
}

// One that is left unsent, one that is sent, and one that is settled.
await opened(keys[0], 1, () => {})
await opened(keys[0], 2, sent)
await opened(keys[0], 4, async (id) => {
  await sent(id)
  await settle(id, 3.000000001)
})
say({ ready: true })

/** Nano-dollars as dollars, up to an amount in cents. */
const upTo = (draw, cents) => (1 + Math.floor(draw() * cents * 1e7)) / 1e9

/** A path in a tree of two runs, each with two below it and two below those, or no run. Its limits follow from it. */
const runOf = (draw) => {
  const depth = Math.floor(draw() * 4)
  if (depth === 0) return undefined
  const ids = Array.from({ length: depth }, () => (draw() < 0.5 ? "a" : "b"))
  return ids.map((id, at) => ({
    id: at === 0 ? `job-${round}-${id}` : id,
    limit_usd: (id === "a" ? 8 : 5) / (at + 1),
    max_in_flight: id === "a" ? 4 : null,
    max_requests: id === "b" && at > 0 ? 60 : null
  }))
}

const once = async (draw) => {
  const amount = upTo(draw, 10)
  const id = await open(keys[Math.floor(draw() * keys.length)], amount, runOf(draw))
  if (id === undefined) return
  const fate = draw()
  if (fate < 0.02) return
  if (fate < 0.2) return release(id)
  await sent(id)
  if (fate < 0.22) return
  if (fate < 0.4) {
    const answer = await extend(id, 2 * amount).catch((refusal) => refusal._tag)
    if (refusals.includes(answer)) say({ id, done: "refused", value: 0 })
  }
  await settle(id, Math.floor(draw() * amount * 1e9) / 1e9)
}

const caller = async (_, index) => {
  const draw = seeded(seed * 1_000 + index)
  for (;;) await once(draw)
}

/** Stops runs and resumes them, one after another. */
const stopper = async () => {
  const draw = seeded(seed * 1_000 + callers)
  for (;;) {
    await once(draw)
    const path = runOf(draw)
      ?.map(({ id }) => id)
      .join("/")
    if (path === undefined) continue
    const stop = () => spending.runs.stop(path, { organization_id: organization })
    const stopped = await again(stop).catch((refusal) => refusal._tag)
    if (stopped === "RunRefused") continue
    if (typeof stopped === "string") throw new Error(stopped)
    say({ stop: path })
    for (let turn = 0; turn < 8; turn++) await once(draw)
    say({ resume: path })
    await again(() => spending.runs.resume(path, { organization_id: organization }))
  }
}

await Promise.all([...Array.from({ length: callers }, caller), ...(stops ? [stopper()] : [])])
