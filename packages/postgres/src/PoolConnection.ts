import type { Connection } from "@effect/sql/SqlConnection"
import { SqlError } from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"
import type * as Pg from "pg"
import { ServerError } from "./ServerError.js"
import { type Settings, SILENCE_MILLIS } from "./Settings.js"

type Row = Record<string, unknown>
type Answered = (failure: SqlError | null, rows: ReadonlyArray<Row>) => void

const refused = (cause: unknown) =>
  new SqlError({ cause: ServerError.of(cause), message: "PostgreSQL did not do what it was asked" })

// The stores use few distinct texts; those with lists come in few lengths.
const MOST_STATEMENTS = 500
const names = new Map<string, string>()

/** The name of a prepared statement, the same on every connection. */
const nameOf = (text: string): string | undefined => {
  const known = names.get(text)
  if (known !== undefined || names.size >= MOST_STATEMENTS) return known
  const name = `tollgate_${names.size}`
  names.set(text, name)
  return name
}

/** Whether a prepared statement is invalid on this connection. On another one it is prepared again. */
const isStale = (failure: SqlError) =>
  failure.cause instanceof ServerError && (failure.cause.code === "0A000" || failure.cause.code === "26000")

/**
 * A connection on loan from the pool. It is returned when it is idle: after its running statement has ended and its
 * transaction has been rolled back. It is closed instead if the server does not answer or the rollback fails.
 */
export class PoolConnection implements Connection {
  readonly #client: Pg.PoolClient
  readonly #settings: Settings
  #underWay = 0
  #isSpoilt = false
  #onceQuiet: () => void = () => {}
  readonly #released: () => void
  constructor(client: Pg.PoolClient, settings: Settings, released: () => void) {
    this.#released = released
    this.#client = client
    this.#settings = settings
  }

  /** Sends a statement. Calls back exactly once, even if the connection is lost. */
  send(text: string, params: ReadonlyArray<unknown>, answered: Answered): void {
    const limit = this.#settings.statementTimeout + SILENCE_MILLIS
    const silence = setTimeout(() => this.throwAway(), limit)
    const name = this.#settings.preparedStatements && params.length > 0 ? nameOf(text) : undefined
    this.#underWay++
    const statement = { text, values: [...params], ...(name !== undefined && { name }) }
    this.#client.query<Row>(statement, (error: unknown, result: Pg.QueryResult<Row> | undefined) => {
      clearTimeout(silence)
      this.#underWay--
      const failure = error ? refused(error) : null
      if (failure !== null && (isStale(failure) || !isAnswer(failure))) this.#isSpoilt = true
      answered(failure, result?.rows ?? [])
      if (this.#underWay === 0) this.#onceQuiet()
    })
  }

  /** Closes the connection at once, and fails the running statement. */
  throwAway(): void {
    if (this.#isSpoilt) return
    this.#isSpoilt = true
    // While a statement is running, this closes the socket without waiting for the server.
    void this.#client.end()
  }

  /**
   * Returns the connection. If an abandoned statement is still running on the server, this waits for it: after a cut
   * connection the server would go on, and the next connection would exceed the limit.
   */
  release(): void {
    if (this.#underWay > 0) this.#onceQuiet = () => this.#undo()
    else this.#giveBack()
  }

  #giveBack(): void {
    this.#client.release(this.#isSpoilt)
    this.#released()
  }

  /** Rolls back an open transaction, so that the connection is idle. */
  #undo(): void {
    this.#onceQuiet = () => this.#giveBack()
    if (this.#isSpoilt) this.#giveBack()
    else
      this.send("ROLLBACK", [], (failure) => {
        if (failure !== null) this.#isSpoilt = true
      })
  }

  readonly #run = (text: string, params: ReadonlyArray<unknown>) =>
    Effect.async<ReadonlyArray<Row>, SqlError>((resume) => {
      const isEnd = text === "ROLLBACK" || text === "COMMIT"
      // An abandoned statement ends before the transaction is rolled back.
      if (text === "ROLLBACK" && this.#underWay > 0) {
        resume(Effect.succeed([]))
        return
      }
      this.send(text, params, (failure, rows) => {
        if (failure !== null && isEnd) this.#isSpoilt = true
        resume(failure === null ? Effect.succeed(rows) : Effect.fail(failure))
      })
    })

  execute: Connection["execute"] = (text, params, transform) => {
    const rows = this.#run(text, params)
    return transform === undefined ? rows : Effect.map(rows, transform)
  }
  executeUnprepared: Connection["executeUnprepared"] = this.execute
  executeRaw: Connection["executeRaw"] = (text, params) => this.#run(text, params)
  executeValues: Connection["executeValues"] = (text, params) =>
    Effect.map(this.#run(text, params), (rows) => rows.map((row) => Object.values(row)))
  executeStream: Connection["executeStream"] = () => Effect.dieMessage("PostgreSQL's rows are not streamed here.")
}

/**
 * Whether the server reported the error and keeps the connection open. Other errors have no SQLSTATE, or report a
 * shutdown.
 */
const isAnswer = ({ cause }: SqlError) =>
  cause instanceof ServerError && /^[0-9A-Z]{5}$/.test(cause.code ?? "") && !/^(08|57P)/.test(cause.code ?? "")
