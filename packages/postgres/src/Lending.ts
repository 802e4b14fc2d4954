import { SqlError } from "@effect/sql/SqlError"
import type * as Pg from "pg"
import { PoolConnection } from "./PoolConnection.js"
import { ServerError } from "./ServerError.js"
import type { Settings } from "./Settings.js"

type Borrowed = (connection: PoolConnection | null, failure: SqlError | null) => void

const failed = (cause: unknown) => new SqlError({ cause: ServerError.of(cause), message: "There is no connection" })

/**
 * Lends the connections of a pool in the order of the requests. The pool itself has one limit for waiting and
 * connecting, and cannot cancel a request. Here these are two limits, and an interrupted request leaves the queue.
 */
export class Lending {
  readonly #pool: Pg.Pool
  readonly #settings: Settings
  readonly #waiting = new Set<() => void>()
  #lent = 0
  constructor(pool: Pg.Pool, settings: Settings) {
    this.#pool = pool
    this.#settings = settings
  }

  /** Calls back with a connection or a failure. Returns a function that cancels the request. */
  borrow(borrowed: Borrowed): () => void {
    let isAwaited = true
    const lend = () => {
      this.#lent++
      this.#connect((error, client) => {
        if (client !== undefined && isAwaited) {
          return borrowed(new PoolConnection(client, this.#settings, () => this.#giveBack()), null)
        }
        client?.release()
        this.#giveBack()
        if (isAwaited) borrowed(null, failed(error))
      })
    }
    if (this.#lent < this.#settings.maxConnections) {
      lend()
      return () => {
        isAwaited = false
      }
    }
    const giveUp = setTimeout(() => {
      this.#waiting.delete(next)
      borrowed(null, failed(new Error("All connections are in use, and none has become free in time.")))
    }, this.#settings.acquireTimeout)
    const next = () => {
      clearTimeout(giveUp)
      lend()
    }
    this.#waiting.add(next)
    return () => {
      isAwaited = false
      clearTimeout(giveUp)
      this.#waiting.delete(next)
    }
  }

  /** The driver throws on an address that it cannot parse. */
  #connect(connected: (error: unknown, client: Pg.PoolClient | undefined) => void) {
    try {
      this.#pool.connect(connected)
    } catch (cause) {
      connected(cause, undefined)
    }
  }

  #giveBack() {
    this.#lent--
    const [next] = this.#waiting
    if (next === undefined) return
    this.#waiting.delete(next)
    next()
  }
}
