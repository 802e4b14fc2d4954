import type { OpenOptions } from "@tollgate/node"
import { Effect, Fiber } from "effect"
import { expect } from "vitest"
import { seeded } from "../../../../test/seeded.js"
import type { PostgresServer } from "../../../postgres/test/support/PostgresServer.js"
import { type Settings, serving } from "./command.js"
import { Client, LANES } from "./crash.js"

export interface Rounds {
  /** The empty storage, as a host opens it. */
  readonly storage: OpenOptions
  /** The settings of `tollgate serve` that open it. */
  readonly settings: Settings
  readonly servers: number
  readonly rounds: number
  readonly writes: number
}

/** A client, the servers that it writes to, and where in a burst each round kills. */
export const begin = Effect.fnUntraced(function* ({ servers, settings, storage, writes }: Rounds) {
  const client = yield* Effect.acquireRelease(
    Effect.promise(() => Client.open(storage)),
    (client) => Effect.sync(() => client.close())
  )
  const start = serving(["--log", "none", "--requests-per-minute", "0"], settings)
  const random = seeded(servers)
  return {
    client,
    start,
    started: yield* Effect.replicateEffect(start, servers, { concurrency: "unbounded" }),
    nextFatal: () => 1 + Math.floor(random() * (writes - LANES))
  }
})

type Begun = Effect.Effect.Success<ReturnType<typeof begin>>

/**
 * In each round one of the servers is killed (kill -9) within a burst of writes to all of them. The others answer every write and
 * have, at once, everything that it had acknowledged. So has the server that is started in its place.
 */
export const serverKills = Effect.fnUntraced(function* (begun: Begun, options: Rounds) {
  const { client, nextFatal, start, started } = begun
  let [least, cutOff] = [client.acknowledged, 0]
  for (let round = 0; round < options.rounds; round++) {
    const at = round % started.length
    const victim = started[at] ?? (yield* start)
    const fatal = nextFatal()
    const kill = () => void victim.child.kill("SIGKILL")
    const lost = yield* Effect.promise(() =>
      client.burst({ urls: started.map(({ url }) => url), writes: options.writes, fatal, kill })
    )
    yield* Effect.promise(() => victim.ended)
    expect(victim.child.signalCode).toBe("SIGKILL")
    expect(lost.filter(({ reason, server }) => server !== at || !/^E[A-Z]+$/.test(reason))).toEqual([])
    const others = started.filter((server) => server !== victim)
    const replacement = yield* start
    for (const { url } of [...others, replacement]) yield* Effect.promise(() => client.verify(url))
    started[at] = replacement
    least += fatal
    cutOff += lost.length
  }
  expect(client.acknowledged).toBeGreaterThanOrEqual(least)
  // Writes were in flight when the server was killed.
  expect(cutOff).toBeGreaterThanOrEqual(options.rounds)
})

/**
 * In each round PostgreSQL and all its processes are killed within a burst of writes to all servers, and it is started again. The
 * servers answer again by themselves, and have everything that they had acknowledged, and nothing that they had refused.
 */
export const storageKills = Effect.fnUntraced(function* (postgres: PostgresServer, begun: Begun, options: Rounds) {
  const { client, nextFatal, started } = begun
  const urls = started.map(({ url }) => url)
  let least = client.acknowledged
  for (let round = 0; round < options.rounds; round++) {
    const fatal = nextFatal()
    let killing: Fiber.Fiber<void> = Fiber.void
    const kill = () => {
      killing = Effect.runFork(postgres.kill)
    }
    const lost = yield* Effect.promise(() => client.burst({ urls, writes: options.writes, fatal, kill }))
    yield* Fiber.join(killing)
    // Each lane lost a write, and knows why.
    expect(lost.length).toBe(LANES)
    expect(lost.filter(({ reason }) => !/^storage_(unavailable|unknown)$/.test(reason))).toEqual([])
    yield* postgres.start
    for (const url of urls) yield* Effect.promise(() => client.verify(url))
    least += fatal
  }
  expect(client.acknowledged).toBeGreaterThanOrEqual(least)
})
