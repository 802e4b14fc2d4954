import { describe, expect, it } from "@effect/vitest"
import { Effect, Either } from "effect"
import type { PoolClient } from "pg"
import { Session } from "../src/Session.js"
import { connected, failing } from "./support/connected.js"

const codeOf = <A, E extends { readonly cause?: unknown }>(effect: Effect.Effect<A, E>) =>
  Effect.map(
    Effect.either(effect),
    Either.mapLeft(({ cause }) => String(cause))
  )

describe("A connection of the pool", () => {
  it.live("prepares a statement that binds values by one name, on every connection, if it may", () =>
    Effect.gen(function* () {
      const [one, other] = [connected(), connected()]
      yield* one.session().executeRaw("SELECT $1", [1])
      yield* other.session().executeRaw("SELECT $1", [2])
      yield* other.session().executeRaw("SELECT 1", [])
      yield* other.session(false).executeRaw("SELECT $1", [3])
      const [{ name } = { name: undefined }] = one.sent
      expect(name).toMatch(/^tollgate_\d+$/)
      expect(other.sent).toEqual([
        { name, text: "SELECT $1", values: [2] },
        { text: "SELECT 1", values: [] },
        { text: "SELECT $1", values: [3] }
      ])
    })
  )

  it.live("names 1000 texts at most", () =>
    Effect.gen(function* () {
      // A module of its own, since the names are the process's.
      const own = new URL("../dist/Session.js?names", import.meta.url).href
      const { Session: Own }: typeof import("../src/Session.js") = yield* Effect.promise(() => import(own))
      const given: Array<string | undefined> = []
      // What a session uses of a client.
      const client = { query: ({ name }: { name?: string }) => given.push(name) } as unknown as PoolClient
      const session = new Own(client, true)
      for (let n = 0; n <= 1001; n++) session.send(`SELECT $1, ${n}`, [n], () => {})
      session.send("SELECT $1, 7", [7], () => {})
      expect(given).toEqual([
        ...Array.from({ length: 1000 }, (_, n) => `tollgate_${n}`),
        undefined,
        undefined,
        "tollgate_7"
      ])
    })
  )

  it.live("sends statements one by one where the driver's socket is not to be held", () =>
    Effect.gen(function* () {
      const held = () => expect.unreachable()
      for (const connection of [undefined, null, {}, { stream: { cork: held } }, { stream: { uncork: held } }]) {
        const query = (_: object, answered: (error: null, result: object) => void) =>
          answered(null, { rows: [{ n: 1 }] })
        // What a session uses of a client.
        const client = { connection, query } as unknown as PoolClient
        expect(yield* new Session(client, false).executeRaw("SELECT 1", [])).toEqual([{ n: 1 }])
      }
    })
  )

  it.live("answers the rows of a statement that is sent alone as those of several", () =>
    Effect.gen(function* () {
      const { session } = connected({ a: { rows: [{ n: 1 }] } })
      expect(yield* session().executeAll([["a", []]])).toEqual([[{ n: 1 }]])
    })
  )

  it.live("sends the statements of a turn in one packet, and answers the rows of each", () =>
    Effect.gen(function* () {
      const { seen, session } = connected({ a: { rows: [{ x: 1, y: 2 }] }, b: {}, c: { rows: [{ n: 1 }, { n: 2 }] } })
      const one = session()
      const all = one.executeAll([
        ["a", []],
        ["b", []]
      ])
      expect(yield* all).toEqual([[{ x: 1, y: 2 }], []])
      expect(seen).toEqual(["cork", "a", "b", "uncork"])
      expect(yield* one.executeAll([])).toEqual([])
      expect(yield* one.executeValues("a", [])).toEqual([[1, 2]])
      expect(yield* one.execute("c", [], (rows) => rows.toReversed())).toEqual([{ n: 2 }, { n: 1 }])
      expect(seen).toEqual(["cork", "a", "b", "uncork", "cork", "a", "uncork", "cork", "c", "uncork"])
    })
  )

  it.live("fails with the first error of several statements, once all are answered", () =>
    Effect.gen(function* () {
      const { session } = connected({ a: failing("23505"), b: failing("25P02") })
      const statements = ["a", "b", "c"].map((text) => [text, []] as const)
      expect(yield* codeOf(session().executeAll(statements))).toEqual(Either.left("ServerError: 23505"))
    })
  )

  it.live("waits for an answer without a limit only if that was asked for", () =>
    Effect.gen(function* () {
      const { sent, session } = connected()
      const one = session()
      yield* one.executeRaw("a", [])
      one.unlimited()
      yield* one.executeRaw("b", [])
      expect(sent).toEqual([
        { text: "a", values: [] },
        { query_timeout: 2_147_483_647, text: "b", values: [] }
      ])
    })
  )

  for (const [what, code, given] of [
    ["kept after an error that the server reports", "23505", "released"],
    ["closed once it is lost", "ECONNRESET", "released broken"]
  ] as const) {
    it.live(`is ${what}`, () =>
      Effect.gen(function* () {
        const { seen, session } = connected({ a: failing(code) })
        const one = session()
        one.onRelease(() => seen.push("told"))
        expect(yield* codeOf(one.executeRaw("a", []))).toEqual(Either.left(`ServerError: ${code}`))
        one.release()
        expect(seen.slice(-2)).toEqual([given, "told"])
      })
    )
  }

  for (const [what, answer, given] of [
    ["given back once its transaction is rolled back", {}, "released"],
    ["closed if its transaction could not be rolled back", failing("55000"), "released broken"]
  ] as const) {
    it.live(`is ${what}`, () =>
      Effect.gen(function* () {
        const { seen, session } = connected({ ROLLBACK: answer })
        session().rollBack()
        yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
        expect(seen).toEqual(["cork", "ROLLBACK", "uncork", given])
      })
    )
  }

  it.live("tells whether a transaction was committed, and is given back before that", () =>
    Effect.gen(function* () {
      for (const [answer, outcome] of [
        [{ command: "COMMIT" }, Either.right(true)],
        [{ command: "ROLLBACK" }, Either.right(false)],
        [failing("40001"), Either.left("ServerError: 40001")]
      ] as const) {
        const { seen, session } = connected({ COMMIT: answer })
        expect(yield* codeOf(session().commit)).toEqual(outcome)
        expect(seen.at(-1)).toBe("released")
      }
    })
  )
})
