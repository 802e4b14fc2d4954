import { Socket } from "node:net"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import * as Pg from "pg"
import type { ServerStart } from "./ServerStart.js"
import { type Settings, SILENCE_MILLIS } from "./Settings.js"

/** How long closing waits for the server, in milliseconds. */
const CLOSE_TIMEOUT_MILLIS = 1_000

/** Makes acknowledged writes durable, whatever the role or the database sets, and reads when the server was started, for `ServerStart`. */
const makeDurable = `SELECT pg_postmaster_start_time()::text AS started,
CASE WHEN current_setting('synchronous_commit') = 'off' THEN set_config('synchronous_commit', 'on', false) END`

/**
 * The connections to a database. A lost one is replaced when it is needed, so calls succeed again when the server is
 * back. Closing waits for running statements.
 */
export const openPool = (
  url: Redacted.Redacted,
  settings: Settings,
  max: number,
  server: ServerStart
): Effect.Effect<Pg.Pool, never, Scope.Scope> =>
  Effect.gen(function* () {
    const sockets = new Set<Socket>()
    const stream = () => {
      const socket = new Socket()
      sockets.add(socket)
      return socket.once("close", () => sockets.delete(socket))
    }
    // The address is not in the pool's options, which can be inspected.
    class Client extends Pg.Client {
      constructor(options?: Pg.ClientConfig) {
        super({
          ...options,
          connectionString: Redacted.value(url),
          connectionTimeoutMillis: settings.connectTimeout
        })
      }
    }
    // The server must answer this, too, within the connect timeout.
    const durable = { text: makeDurable, query_timeout: settings.connectTimeout }
    const open = () => {
      const pool = new Pg.Pool({
        Client,
        stream,
        max,
        connectionTimeoutMillis: settings.acquireTimeout,
        // BEGIN is sent together with the first statement of a transaction.
        pipeline: true,
        statement_timeout: settings.statementTimeout,
        // A connection without an answer for this long is closed.
        query_timeout: settings.statementTimeout + SILENCE_MILLIS,
        lock_timeout: settings.lockTimeout,
        idle_in_transaction_session_timeout: settings.idleInTransactionTimeout,
        idleTimeoutMillis: 30_000,
        // A server that has nothing to do is connected, so that `openLost` sees it.
        min: 1,
        keepAlive: true,
        application_name: "tollgate",
        verify: (client, done) => {
          client.query<{ started: string }>(durable).then(({ rows }) => {
            server.seen(rows[0]?.started)
            done()
          }, done)
        }
      })
      // A running statement reports the loss of its connection. Without a listener, the event would end the process.
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
        // A connection that was never established emits no end.
        await Promise.race([pool.end().catch(() => {}), limit])
        clearTimeout(late)
        // The pool forgets a connection that was never accepted, and leaves it open.
        cut()
      })
    return yield* Effect.acquireRelease(Effect.sync(open), close)
  })
