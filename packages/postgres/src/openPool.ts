import { Socket } from "node:net"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import * as Pg from "pg"
import type { Settings } from "./Settings.js"

/** How long closing may wait for the server. */
const CLOSE_TIMEOUT_MILLIS = 1_000

/** What was acknowledged is on the disk, whatever the role or the database has set. */
const makeDurable =
  "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'"

/**
 * The connections to a database. One that is lost goes, and another is opened when it is needed; so a server that was
 * away is found again. Who closes waits for statements under way.
 */
export const openPool = (url: Redacted.Redacted, settings: Settings): Effect.Effect<Pg.Pool, never, Scope.Scope> =>
  Effect.gen(function* () {
    const sockets = new Set<Socket>()
    const stream = () => {
      const socket = new Socket()
      sockets.add(socket)
      return socket.once("close", () => sockets.delete(socket))
    }
    // The address stays out of the pool's options, which are there to be inspected.
    class Client extends Pg.Client {
      constructor(options?: Pg.ClientConfig) {
        super({ ...options, connectionString: Redacted.value(url) })
      }
    }
    // Who lets a connection in has to answer this too, within the same time.
    const durable = { text: makeDurable, query_timeout: settings.connectTimeout }
    const open = () => {
      const pool = new Pg.Pool({
        Client,
        stream,
        max: settings.maxConnections,
        connectionTimeoutMillis: settings.connectTimeout,
        statement_timeout: settings.statementTimeout,
        lock_timeout: settings.lockTimeout,
        idle_in_transaction_session_timeout: settings.idleInTransactionTimeout,
        idleTimeoutMillis: 30_000,
        keepAlive: true,
        application_name: "tollgate",
        verify: (client, done) => client.query(durable).then(() => done(), done),
        // Every statement has an index. On a table of few rows PostgreSQL would read all of them, and a serializable
        // transaction then clashes with every other that writes there.
        options: "-c enable_seqscan=off"
      })
      // Whoever waits for an answer is told of a loss by that; without listeners it would end the process.
      pool.on("error", () => {})
      pool.on("connect", (client) => client.on("error", () => {}))
      return pool
    }
    const close = (pool: Pg.Pool) =>
      Effect.promise(async () => {
        const cut = () => {
          for (const socket of sockets) socket.destroy()
        }
        let late: NodeJS.Timeout | undefined
        const limit = new Promise<void>((resolve) => {
          late = setTimeout(resolve, CLOSE_TIMEOUT_MILLIS)
        })
        // A connection that could not even be begun never ends.
        await Promise.race([pool.end().catch(() => {}), limit])
        clearTimeout(late)
        // The pool forgets a connection that was never let in, and leaves it open.
        cut()
      })
    return yield* Effect.acquireRelease(Effect.sync(open), close)
  })
