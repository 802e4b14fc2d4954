import { createHash, randomUUID } from "node:crypto"
import type { Round } from "../../harness/alternate.js"
import { byCallers } from "../groupCommit.js"
import { COST, HELD, LIMIT } from "../scopesOf.js"
import { RedisConnection } from "./RedisConnection.js"
import type { Spender } from "./tenants.js"

// Five counters, then the hold. Amounts are integers in nano-dollars.
const holdScript = `local amount = tonumber(ARGV[1])
for i = 1, 5 do
  local c = redis.call('HMGET', KEYS[i], 'most', 'spent', 'held')
  if tonumber(c[1]) < tonumber(c[2]) + tonumber(c[3]) + amount then return 0 end
end
if redis.call('EXISTS', KEYS[6]) == 1 then return -1 end
for i = 1, 5 do redis.call('HINCRBY', KEYS[i], 'held', ARGV[1]) end
redis.call('HSET', KEYS[6], 'state', 'open', 'amount', ARGV[1], 'key', ARGV[2], 'model', ARGV[3], 'opened_at', ARGV[4], 'lease_ends_at', ARGV[5])
return 1`

const settleScript = `local h = redis.call('HMGET', KEYS[6], 'state', 'amount')
if h[1] ~= 'open' then return 0 end
for i = 1, 5 do
  redis.call('HINCRBY', KEYS[i], 'held', '-' .. h[2])
  redis.call('HINCRBY', KEYS[i], 'spent', ARGV[1])
end
redis.call('HSET', KEYS[6], 'state', 'settled', 'cost', ARGV[1], 'ended_at', ARGV[2])
return 1`

const LEASE = 600_000

/** The names of the counters of a key. Its text is hashed, and the rest of what it is charged to is known to the client. */
const countersOf = ({ guardrail, hash, organization, user, workspace }: Spender) => [
  `key:${hash}`,
  `guardrail:${guardrail}:key:${hash}`,
  `guardrail:${guardrail}:member:${user}`,
  `workspace:${workspace}`,
  `organization:${organization}`
]

/**
 * What a user would build instead: two scripts on Redis, one that judges five counters, charges them and stores a hold, and one that settles it.
 * A counter has one window; there is no policy, no credential and no ledger to read.
 */
export const redisByHand = async (port: number, spenders: ReadonlyArray<Spender>) => {
  const redis = await RedisConnection.open(port)
  const counters = new Map(spenders.map((spender) => [spender.hash, countersOf(spender)]))
  const names = new Set([...counters.values()].flat())
  const create = (name: string) => redis.send("HSET", name, "most", String(LIMIT), "spent", "0", "held", "0")
  await Promise.all(Array.from(names, create))
  const [hold, settle] = [
    await redis.send("SCRIPT", "LOAD", holdScript),
    await redis.send("SCRIPT", "LOAD", settleScript)
  ]
  const run = async (script: string, keys: ReadonlyArray<string>, ...values: ReadonlyArray<string>) => {
    const reply = await redis.send("EVALSHA", script, String(keys.length), ...keys, ...values)
    if (reply !== "1") throw new Error(`Redis answers ${reply}`)
  }
  let next = 0
  let settled = 0
  const act = async () => {
    const secret = spenders[next++ % spenders.length]?.secret ?? ""
    const hash = createHash("sha256").update(secret).digest("hex")
    const keys = [...(counters.get(hash) ?? []), `hold:${randomUUID()}`]
    const now = Date.now()
    await run(hold, keys, String(HELD), hash, "acme/writer", String(now), String(now + LEASE))
    await run(settle, keys, String(COST), String(Date.now()))
    settled++
  }
  return {
    rounds:
      (callers: number): Round =>
      (acts) =>
        byCallers(callers, acts, act),
    /** Throws if the five counters do not say what was settled, or anything is held. */
    close: async () => {
      let [spent, held] = [0n, 0n]
      for (const name of names) {
        spent += BigInt(await redis.send("HGET", name, "spent"))
        held += BigInt(await redis.send("HGET", name, "held"))
      }
      redis.close()
      const isExact = held === 0n && spent === 5n * COST * BigInt(settled)
      if (!isExact) throw new Error(`Redis counts ${spent}, and holds ${held}`)
    }
  }
}
