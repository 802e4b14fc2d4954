import { afterEach, describe, expect, it, vi } from "@effect/vitest"
import { Database, type Steps } from "@tollgate/sql/driver"
import { Context, Effect, Fiber, Layer, TestClock } from "effect"
import { Client, Connection } from "pg"
import { open } from "../dist/layer.js"
import { whenIdle, whenWaiting } from "./support/activity.js"
import { connect, migratedDatabase, query } from "./support/databases.js"
import { masterKey } from "./support/stores.js"

afterEach(() => vi.restoreAllMocks())

const statement = (text: string) => ({ text, params: [] })

/** A database with notes, each of which is there once, and steps that read them and write some. */
const opened = Effect.gen(function* () {
  const url = yield* migratedDatabase
  const database = Context.get(yield* Layer.build(Layer.unwrapScoped(open({ url, masterKey }))), Database)
  const { runSteps } = database
  if (runSteps === undefined) return expect.unreachable()
  yield* query(url, "CREATE TABLE notes (text TEXT UNIQUE)")
  const read = "SELECT text FROM notes"
  const steps = function* (...writes: ReadonlyArray<string>): Steps<unknown> {
    const [before] = yield { statements: [statement(read)], isLast: false }
    const written = yield { statements: writes.map(statement), isLast: true }
    return { before, written }
  }
  const run = (...writes: ReadonlyArray<string>) => runSteps("SET LOCAL lock_timeout = '4s'", () => steps(...writes))
  const notes = Effect.zipRight(whenIdle(url), query(url, read))
  /** Has the server do something when a transaction that wrote a note comes to its COMMIT. */
  const atCommit = (text: string) =>
    query(
      url,
      `CREATE FUNCTION at_commit() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${text}; RETURN NULL; END $$;
CREATE CONSTRAINT TRIGGER at_commit AFTER INSERT ON notes DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION at_commit()`
    )
  return { url, database, runSteps, run, notes, atCommit }
})

const one = "INSERT INTO notes VALUES ('one') RETURNING text"
const two = "INSERT INTO notes VALUES ('two') RETURNING text"

describe("The steps of a transaction on PostgreSQL", () => {
  it.scopedLive("are committed together, with BEGIN in the first message and COMMIT in the last", () =>
    Effect.gen(function* () {
      const { notes, run } = yield* opened
      const turns: Array<Array<string>> = []
      let turn: Array<string> = []
      const { query: send } = Connection.prototype
      // The driver's own connection: what it holds back until an answer comes is another turn.
      const said = vi.spyOn(Connection.prototype, "query").mockImplementation(function (this: Connection, text) {
        if (turn.length === 0) {
          turns.push(turn)
          process.nextTick(() => {
            turn = []
          })
        }
        turn.push(text)
        return Reflect.apply(send, this, [text])
      })
      expect(yield* run(one, two)).toEqual({ before: [], written: [[{ text: "one" }], [{ text: "two" }]] })
      said.mockRestore()
      expect(turns).toEqual([
        [expect.stringMatching(/^BEGIN .*; SET LOCAL lock_timeout = '4s'$/), "SELECT text FROM notes"],
        [one, two, "COMMIT"]
      ])
      expect(yield* notes).toEqual([{ text: "one" }, { text: "two" }])
    })
  )

  it.scopedLive("store nothing if one of the last statements fails, and say so", () =>
    Effect.gen(function* () {
      const { notes, run } = yield* opened
      for (const failing of ["SELECT 1 / 0", "SELECT nothing"]) {
        expect(yield* Effect.flip(run(one, failing, two))).toMatchObject({ _tag: "StorageFailure", outcome: "none" })
      }
      expect(yield* notes).toEqual([])
      yield* run(one)
      expect(yield* notes).toEqual([{ text: "one" }])
    })
  )

  it.scopedLive("store nothing if the server refuses to commit, and say so", () =>
    Effect.gen(function* () {
      const { atCommit, notes, run } = yield* opened
      yield* atCommit("RAISE 'refused'")
      expect(yield* Effect.flip(run(one))).toMatchObject({ _tag: "StorageFailure", outcome: "none" })
      expect(yield* notes).toEqual([])
    })
  )

  it.scopedLive("do not know what is stored if the answer to COMMIT is lost, and leave no broken connection", () =>
    Effect.gen(function* () {
      const { atCommit, notes, run, url } = yield* opened
      yield* atCommit("PERFORM pg_terminate_backend(pg_backend_pid())")
      expect(yield* Effect.flip(run(one))).toMatchObject({ _tag: "StorageFailure", outcome: "unknown" })
      yield* query(url, "DROP TRIGGER at_commit ON notes")
      yield* run(two)
      expect(yield* notes).toEqual([{ text: "two" }])
    })
  )

  it.scopedLive("do not know what is stored if the connection is lost while the server runs the last statements", () =>
    Effect.gen(function* () {
      const { run, url } = yield* opened
      const holder = yield* connect(url)
      yield* Effect.promise(() => holder.query(`BEGIN; ${one}`))
      let cut = () => {}
      const { query: send } = Client.prototype
      vi.spyOn(Client.prototype, "query").mockImplementation(function (this: Client, ...args) {
        const [{ text }] = args as unknown as [{ text: string }]
        // The driver does not tell its socket's type.
        const { connection } = this as unknown as { connection: { stream: { destroy: () => void } } }
        if (text === "COMMIT") cut = () => connection.stream.destroy()
        return Reflect.apply(send, this, args)
      })
      const running = yield* Effect.fork(Effect.flip(run(one)))
      yield* whenWaiting(url, 1)
      cut()
      expect(yield* Fiber.join(running)).toMatchObject({ _tag: "StorageFailure", outcome: "unknown" })
      yield* Effect.promise(() => holder.query("ROLLBACK"))
    })
  )

  it.scopedLive("write nothing if the server refuses how the transaction begins", () =>
    Effect.gen(function* () {
      const { notes, runSteps } = yield* opened
      const steps = function* (): Steps<void> {
        yield { statements: [statement(one)], isLast: true }
      }
      const refused = yield* Effect.flip(runSteps("SET LOCAL nothing TO 'set'", steps))
      expect(refused).toMatchObject({ _tag: "StorageFailure", outcome: "unknown" })
      expect(yield* notes).toEqual([])
      yield* runSteps("SET LOCAL lock_timeout = '4s'", steps)
      expect(yield* notes).toEqual([{ text: "one" }])
    })
  )

  it.scopedLive(
    "store nothing if the driver refuses a value of the last statements, and leave a connection for the next",
    () =>
      Effect.gen(function* () {
        const { notes, run, runSteps } = yield* opened
        const refused = new Error("no value")
        const value = {
          toPostgres: () => {
            throw refused
          }
        }
        const steps = function* (): Steps<void> {
          yield { statements: [statement("SELECT 1")], isLast: false }
          yield {
            statements: [statement(one), { text: "INSERT INTO notes VALUES ($1)", params: [value] }],
            isLast: true
          }
        }
        const failure = yield* Effect.flip(runSteps("SET LOCAL lock_timeout = '4s'", steps))
        expect(failure).toMatchObject({ _tag: "StorageFailure", outcome: "none" })
        expect(yield* notes).toEqual([])
        yield* run(two)
        expect(yield* notes).toEqual([{ text: "two" }])
      })
  )

  it.scopedLive("store nothing if a step throws", () =>
    Effect.gen(function* () {
      const { notes, runSteps } = yield* opened
      const cause = new Error("no next step")
      const defect = yield* Effect.sandbox(
        runSteps("SET LOCAL lock_timeout = '4s'", function* (): Steps<void> {
          yield { statements: [statement(one)], isLast: false }
          throw cause
        })
      ).pipe(Effect.flip)
      expect(defect).toMatchObject({ _tag: "Die", defect: cause })
      expect(yield* notes).toEqual([])
    })
  )

  it.scoped("store nothing after five seconds, whatever they wait for then", () =>
    Effect.gen(function* () {
      const { notes, runSteps, url } = yield* opened
      const holder = yield* connect(url)
      yield* Effect.promise(() => holder.query(`BEGIN; ${one}`))
      const steps = function* (): Steps<void> {
        yield { statements: [statement(two)], isLast: false }
        yield { statements: [statement(one)], isLast: false }
        yield { statements: [statement("INSERT INTO notes VALUES ('three')")], isLast: true }
      }
      const running = yield* Effect.fork(Effect.flip(runSteps("SET LOCAL lock_timeout = '4s'", steps)))
      yield* whenWaiting(url, 1)
      yield* TestClock.adjust("5100 millis")
      expect(yield* Fiber.join(running)).toMatchObject({ _tag: "StorageFailure", outcome: "none" })
      yield* Effect.promise(() => holder.query("ROLLBACK"))
      expect(yield* notes).toEqual([])
    })
  )
})

describe("A transaction on PostgreSQL", () => {
  it.scopedLive("is refused if a statement of the client within it has failed, whatever was made of that", () =>
    Effect.gen(function* () {
      const { database, notes } = yield* opened
      const { sql, transact, withClient } = database
      const body = withClient(Effect.zipRight(sql.unsafe(one), Effect.ignore(sql`SELECT 1 / 0`)))
      expect(yield* Effect.flip(transact(body))).toMatchObject({ _tag: "StorageFailure", outcome: "none" })
      expect(yield* notes).toEqual([])
    })
  )
})
