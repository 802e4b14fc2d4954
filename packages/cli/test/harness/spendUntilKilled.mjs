// Spends with some keys until it is killed: a process of its own, maybe beside others that do the same. It prints, as lines of
// JSON, each act on a hold before it is tried and after it is acknowledged.
import { randomBytes } from "node:crypto"
import { holdIdAt } from "@tollgate/core/storage"
import { Tollgate } from "@tollgate/node"

const { callers, keys, seed, storage } = JSON.parse(process.argv[2])

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

// Pipes are written synchronously, so a line is out before what follows it.
const say = (line) => process.stdout.write(`${JSON.stringify(line)}\n`)

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

const open = (key, amount) => {
  const id = holdIdAt(Date.now(), randomBytes(10))
  const run = () => spending.authorize({ key, id, amount, models: ["acme/writer"], credential: "own" })
  return act(id, "open", amount, run).then(
    () => id,
    (refusal) => {
      if (refusal._tag !== "BudgetExceeded") throw refusal
      say({ id, done: "refused", value: 0 })
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

const once = async (draw) => {
  const amount = upTo(draw, 10)
  const id = await open(keys[Math.floor(draw() * keys.length)], amount)
  if (id === undefined) return
  const fate = draw()
  if (fate < 0.02) return
  if (fate < 0.2) return release(id)
  await sent(id)
  if (fate < 0.22) return
  if (fate < 0.4) {
    const answer = await extend(id, 2 * amount).catch((refusal) => refusal._tag)
    if (answer === "BudgetExceeded") say({ id, done: "refused", value: 0 })
  }
  await settle(id, Math.floor(draw() * amount * 1e9) / 1e9)
}

const caller = async (_, index) => {
  const draw = seeded(seed * 1_000 + index)
  for (;;) await once(draw)
}

await Promise.all(Array.from({ length: callers }, caller))
