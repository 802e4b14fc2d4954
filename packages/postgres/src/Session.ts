import type { Connection } from "@effect/sql/SqlConnection"
import { SqlError } from "@effect/sql/SqlError"
import { AD_HOC, type Connected } from "@tollgate/sql/driver"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import type * as Pg from "pg"
import { ServerError } from "./ServerError.js"

type Row = Record<string, unknown>
/** Called with the answer to a statement. */
export type Answered = (failure: SqlError | null, rows: ReadonlyArray<Row>, command: string) => void

/** The longest limit that a timer can have: about 25 days. */
const NO_LIMIT_MILLIS = 2_147_483_647

// The stores use some 400 distinct texts; those with lists come in few lengths. A connection prepares those that it is sent.
const MAX_PREPARED = 1000
// Longer texts have many rows, and another number of them each time: each would use up a name of the process.
export const MAX_PREPARED_LENGTH = 6000
const names = new Map<string, string>()

/** The name of a prepared statement, the same on every connection. */
const nameOf = (text: string): string | undefined => {
  const known = names.get(text)
  if (known !== undefined || names.size >= MAX_PREPARED || text.length > MAX_PREPARED_LENGTH) return known
  if (text.endsWith(AD_HOC)) return undefined
  const name = `tollgate_${names.size}`
  names.set(text, name)
  return name
}

interface Corked {
  readonly cork: () => void
  readonly uncork: () => void
}

const canCork = (stream: unknown): stream is Corked =>
  Predicate.hasProperty(stream, "cork") && Predicate.hasProperty(stream, "uncork")

/** The socket of a connection, which the driver does not declare. */
const streamOf = (client: Pg.PoolClient): Corked | null => {
  const stream =
    Predicate.hasProperty(client, "connection") && Predicate.hasProperty(client.connection, "stream")
      ? client.connection.stream
      : null
  return canCork(stream) ? stream : null
}

/** A connection of the pool, for one statement or one transaction. */
export class Session implements Connected {
  readonly #client: Pg.PoolClient
  readonly #isPreparing: boolean
  #isBroken = false
  #isUnlimited = false
  #released = () => {}
  #isCorked = false
  #underWay = 0
  #timeCommit: ((answered: Answered) => Answered) | null = null
  constructor(client: Pg.PoolClient, isPreparing: boolean) {
    this.#client = client
    this.#isPreparing = isPreparing
  }

  /** Calls `released` when the connection has been given back. */
  onRelease(released: () => void): void {
    this.#released = released
  }

  /** Measures how long COMMIT takes. */
  timeCommits(time: (answered: Answered) => Answered): void {
    this.#timeCommit = time
  }

  /** Waits for further answers without a limit. */
  unlimited(): void {
    this.#isUnlimited = true
  }

  /** Lets the statements of one turn of the event loop leave in one packet: each costs a call of the system otherwise. */
  #cork(): void {
    if (this.#isCorked) return
    const stream = streamOf(this.#client)
    if (stream === null) return
    this.#isCorked = true
    stream.cork()
    process.nextTick(() => {
      this.#isCorked = false
      stream.uncork()
    })
  }

  /** Sends a statement, behind those that are under way. Calls back once, even if the connection is lost. */
  send(text: string, params: ReadonlyArray<unknown>, answered: Answered): void {
    this.#cork()
    const name = this.#isPreparing && params.length > 0 ? nameOf(text) : undefined
    const statement = {
      text,
      values: [...params],
      ...(name !== undefined && { name }),
      ...(this.#isUnlimited && { query_timeout: NO_LIMIT_MILLIS })
    }
    const resume = text === "COMMIT" && this.#timeCommit !== null ? this.#timeCommit(answered) : answered
    this.#underWay++
    this.#client.query<Row>(statement, (error: unknown, result: Pg.QueryResult<Row> | undefined) => {
      this.#underWay--
      if (!error) return resume(null, result?.rows ?? [], result?.command ?? "")
      const cause = ServerError.of(error)
      if (!cause.leavesConnection) this.#isBroken = true
      resume(new SqlError({ cause, message: "PostgreSQL did not run the statement" }), [], "")
    })
  }

  /** Gives the connection back to the pool. A lost one, or one that the server no longer answers on, is closed. */
  release(): void {
    this.#client.release(this.#isBroken)
    this.#released()
  }

  /** Whether the server has answered all that it was sent, and will answer a further statement at once. */
  get isIdle(): boolean {
    return this.#underWay === 0 && !this.#isBroken
  }

  /**
   * Ends the transaction without its changes, after the statement that is under way, and gives the connection back. Calls back then: what
   * comes next finds no row locked by it.
   */
  rollBack(ended = () => {}): void {
    this.send("ROLLBACK", [], (failure) => {
      if (failure !== null) this.#isBroken = true
      this.release()
      ended()
    })
  }

  /**
   * Commits, and gives the connection back. Returns whether it was committed: after a failed statement, the server rolls back
   * instead, and reports no error.
   */
  readonly commit: Effect.Effect<boolean, SqlError> = Effect.async((resume) =>
    this.send("COMMIT", [], (failure, _, command) => {
      this.release()
      resume(failure ?? Effect.succeed(command === "COMMIT"))
    })
  )

  readonly #run = (text: string, params: ReadonlyArray<unknown>) =>
    Effect.async<ReadonlyArray<Row>, SqlError>((resume) =>
      this.send(text, params, (failure, rows) => resume(failure ?? Effect.succeed(rows)))
    )

  /** Sends statements together, and returns the rows of each. If one fails, the server refuses the rest of a transaction. */
  readonly executeAll: NonNullable<Connected["executeAll"]> = (statements) =>
    Effect.async((resume) => this.sendAll(statements, (failure, rows) => resume(failure ?? Effect.succeed(rows))))

  /** Sends statements together, and calls back with the rows of each or with the first failure. */
  readonly sendAll: NonNullable<Connected["sendAll"]> = (statements, answered) => {
    const answers: Array<ReadonlyArray<Row>> = []
    let failed: SqlError | null = null
    if (statements.length === 0) answered(null, answers)
    for (const [text, params] of statements) {
      this.send(text, params, (failure, rows) => {
        failed ??= failure
        answers.push(rows)
        if (answers.length === statements.length) answered(failed, answers)
      })
    }
  }

  execute: Connection["execute"] = (text, params, transform) => {
    const rows = this.#run(text, params)
    return transform === undefined ? rows : Effect.map(rows, transform)
  }
  executeUnprepared: Connection["executeUnprepared"] = this.execute
  executeRaw: Connection["executeRaw"] = (text, params) => this.#run(text, params)
  executeValues: Connection["executeValues"] = (text, params) =>
    Effect.map(this.#run(text, params), (rows) => rows.map((row) => Object.values(row)))
  executeStream: Connection["executeStream"] = () => Effect.dieMessage("Rows are not streamed.")
}
