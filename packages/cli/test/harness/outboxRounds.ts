import { type ChildProcess, spawn } from "node:child_process"
import { randomUUID } from "node:crypto"
import { EventEmitter, once } from "node:events"
import { createServer } from "node:http"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { type OpenOptions, Tollgate } from "@tollgate/node"
import { Effect } from "effect"
import { expect } from "vitest"
import { bundled } from "../../../../test/bundled.js"
import { seeded } from "../../../../test/seeded.js"
import { migratedDatabase, query } from "../../../postgres/test/support/databases.js"
import { withDatabase } from "./database.js"
import { temporaryFolder } from "./stores.js"

/** The program of the processes, for the tests of the file that calls this. */
export const crosser = () => bundled(fileURLToPath(new URL("crossUntilKilled.mjs", import.meta.url)))

type Row = Readonly<Record<string, unknown>>

/** Storages whose alerts are delivered, and how to read them. */
export const outboxPlaces = {
  "an SQLite file": Effect.map(temporaryFolder, (cwd) => {
    const file = join(cwd, "tollgate.db")
    const storage: OpenOptions = { file }
    return { storage, rows: async (text: string) => withDatabase(file, (database) => database.all<Row>(text)) }
  }),
  "a PostgreSQL database": Effect.map(migratedDatabase, (postgres) => {
    const storage: OpenOptions = { postgres, masterKey: "07".repeat(32) }
    return { storage, rows: (text: string) => Effect.runPromise(query(postgres, text)) }
  })
} as const
export type OutboxPlace = Effect.Effect.Success<(typeof outboxPlaces)[keyof typeof outboxPlaces]>

/** A message that was received. */
interface Received {
  /** The name of the process that has sent it. Null for that of the test. */
  readonly by: string | null
  /** By the clock of `kills`. */
  readonly at: number
}

/** When processes were killed, by their names. */
export type Kills = Map<string, number>

/** A receiver on loopback, which answers each message at once, and keeps which process has sent it. */
export const receiver = Effect.acquireRelease(
  Effect.promise(async () => {
    const events = new EventEmitter()
    const received = new Map<string, ReadonlyArray<Received>>()
    let total = 0
    const server = createServer((request, response) => {
      request.resume().on("end", () => {
        const id = String(request.headers["webhook-id"])
        const by = request.headers["sent-by"]
        received.set(id, [
          ...(received.get(id) ?? []),
          { by: by === undefined ? null : String(by), at: performance.now() }
        ])
        total += 1
        response.writeHead(204).end()
        events.emit("message")
      })
    }).listen(0, "127.0.0.1")
    await once(server, "listening")
    const address = server.address()
    const port = address !== null && typeof address === "object" ? address.port : 0
    /** Waits until so many messages have come in all. */
    const reached = async (count: number) => {
      while (total < count) await once(events, "message")
    }
    return { server, received, reached, total: () => total, url: `http://127.0.0.1:${port}/hooks/secret-path` }
  }),
  ({ server }) => Effect.promise(() => new Promise((resolve) => server.close(resolve)))
)
export type Receiver = Effect.Effect.Success<typeof receiver>

/** An organization whose alerts go to a receiver. */
export const prepareOutbox = async (storage: OpenOptions, ...urls: ReadonlyArray<string>) => {
  await using gate = await Tollgate.open({ ...storage, webhookPrivate: true, deliverAlerts: false })
  const { organization } = await gate.createOrganization({ name: "Acme", owner_user_id: "ada" })
  for (const url of urls) await gate.asOrganization(organization.id).webhooks.create({ url })
  return organization.id
}

interface Rounds {
  /** What `crosser` gave. */
  readonly script: string
  readonly organization: string
  readonly processes: number
  readonly seed: number
  /** Gets the processes that are killed. */
  readonly kills: Kills
}

/**
 * Lets processes cross limits and deliver alerts, kills each (kill -9) after another random number of messages, and ends the leases that they
 * had.
 */
export const killRound = async (
  { rows, storage }: OutboxPlace,
  { reached, total }: Receiver,
  { kills, organization, processes, script, seed }: Rounds
) => {
  const draw = seeded(seed)
  const children = Array.from({ length: processes }, () => {
    const name = randomUUID()
    const child: ChildProcess = spawn(process.execPath, [script, JSON.stringify({ storage, organization, name })], {
      stdio: ["ignore", "ignore", "inherit"]
    })
    return { child, name, end: once(child, "exit") }
  })
  for (const { child, name } of children) {
    await reached(total() + 1 + Math.floor(draw() * 60))
    kills.set(name, performance.now())
    child.kill("SIGKILL")
  }
  for (const { end } of children) expect((await end)[1]).toBe("SIGKILL")
  // As if the time of the leases had passed.
  await rows(
    "UPDATE webhook_deliveries SET next_at = next_at - 60000, leased_until = leased_until - 60000 WHERE leased_until IS NOT NULL RETURNING 1"
  )
}

const numberOf = async ({ rows }: OutboxPlace, text: string) =>
  Number((await rows(`SELECT count(*) AS n ${text}`))[0]?.["n"])

/** How many messages a process sends to a webhook at a time. */
const IN_FLIGHT = 8

/**
 * What came again, by the process that had sent it before: each message only after that process was killed, and of each process no more than it
 * may send at a time.
 */
const repeated = ({ received }: Receiver, kills: Kills) => {
  const by = new Map<string, number>()
  let untied = 0
  for (const messages of received.values()) {
    for (const [index, { at }] of messages.slice(1).entries()) {
      const before = messages[index]?.by ?? null
      const killed = before === null ? undefined : kills.get(before)
      if (before === null || killed === undefined || killed > at) untied += 1
      else by.set(before, (by.get(before) ?? 0) + 1)
    }
  }
  return {
    untied,
    ofOneKill: Math.max(0, ...by.values()),
    isWithinFlight: [...by.values()].every((_) => _ <= IN_FLIGHT)
  }
}

/** Delivers what is left, and tells what has become of each alert. */
export const drain = async (place: OutboxPlace, to: Receiver, kills: Kills) => {
  const { reached, received, total } = to
  const left =
    (await numberOf(place, "FROM webhook_deliveries WHERE state = 'pending'")) +
    (await numberOf(place, "FROM alerts WHERE dispatched = FALSE"))
  const gate = await Tollgate.open({ ...place.storage, webhookPrivate: true })
  await reached(total() + left)
  await gate.close()
  const deliveries = await place.rows("SELECT alert_id, state, attempts FROM webhook_deliveries")
  const alerts = await place.rows("SELECT id FROM alerts")
  const lost = alerts.filter(({ id }) => !received.has(String(id)))
  const twice = [...received].filter(([, messages]) => messages.length > 1)
  const attempts = new Map(deliveries.map(({ alert_id, attempts }) => [String(alert_id), Number(attempts)]))
  return {
    alerts: alerts.length,
    left,
    lost: lost.length,
    twice: twice.length,
    /** Messages that came more often than a process has begun to send them: none. */
    unexplained: [...received].filter(([id, messages]) => messages.length > (attempts.get(id) ?? 0)).length,
    /** Messages that came again although the process that had sent them was not killed before: none. */
    ...repeated(to, kills),
    delivered: deliveries.filter(({ state }) => state === "delivered").length,
    deliveries: deliveries.length
  }
}
