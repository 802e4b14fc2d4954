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

// The texts of the stores are few; those of lists come in few lengths.
const MOST_STATEMENTS = 500
const names = new Map<string, string>()

/** The name under which the server keeps a statement prepared, the same on every connection. */
const nameOf = (text: string): string | undefined => {
  const known = names.get(text)
  if (known !== undefined || names.size >= MOST_STATEMENTS) return known
  const name = `tollgate_${names.size}`
  names.set(text, name)
  return name
}

/** The plan or the name of a prepared statement is of no use any more: on another connection it is prepared anew. */
const isStale = (failure: SqlError) =>
  failure.cause instanceof ServerError && (failure.cause.code === "0A000" || failure.cause.code === "26000")

/**
 * A connection on loan from the pool. It is given back when it is as good as new: once a statement that is under way has been
 * answered, and what that was a part of undone. After a silence, or where undoing fails, it is thrown away.
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

  /** Sends a statement; the answer comes once, whatever becomes of the server. */
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

  /** Closes it at once; whoever waits for an answer is told. */
  throwAway(): void {
    if (this.#isSpoilt) return
    this.#isSpoilt = true
    // With a statement under way this cuts the connection, and does not wait for the server.
    void this.#client.end()
  }

  /**
   * Gives it back. Where a statement is under way that nobody waits for any more, the server is still at it: only when it has
   * answered is its place free. Were it cut off, the server would go on, and the next connection would be one too many.
   */
  release(): void {
    if (this.#underWay > 0) this.#onceQuiet = () => this.#undo()
    else this.#giveBack()
  }

  #giveBack(): void {
    this.#client.release(this.#isSpoilt)
    this.#released()
  }

  /** Whatever the statement was a part of is undone, and the connection as good as new. */
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
      // What is still under way when a transaction is undone, nobody waits for: it is undone once that has been answered.
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

/** Whether the server itself said no, on a connection that goes on. The rest has no SQLSTATE, or tells that the server is shutting down. */
const isAnswer = ({ cause }: SqlError) =>
  cause instanceof ServerError && /^[0-9A-Z]{5}$/.test(cause.code ?? "") && !/^(08|57P)/.test(cause.code ?? "")
