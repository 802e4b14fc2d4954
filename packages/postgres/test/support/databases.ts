import { randomUUID } from "node:crypto"
import { Effect, Exit, Scope } from "effect"
import { Client } from "pg"
import { afterAll } from "vitest"
import { postgresServer } from "./PostgresServer.js"

const scope = Effect.runSync(Scope.make())
afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

/** The server of a test file: started when the first test asks for it, and ended after the last. */
export const server = Effect.runSync(Effect.cached(Scope.extend(postgresServer(), scope)))

/** A connection of somebody else to a database, closed with its scope. */
export const connect = (url: string) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const client = new Client(url)
      // The server may end while it is open.
      client.on("error", () => {})
      await client.connect()
      return client
    }),
    (client) => Effect.promise(() => client.end())
  )

/** The rows of one statement, said from outside. */
export const query = (url: string, text: string, values: ReadonlyArray<unknown> = []) =>
  Effect.scoped(
    Effect.flatMap(connect(url), (client) =>
      Effect.map(
        Effect.promise(() => client.query<Record<string, unknown>>(text, [...values])),
        ({ rows }) => rows
      )
    )
  )

/** The address of an empty database, which goes with its scope. */
export const freshDatabase: Effect.Effect<string, never, Scope.Scope> = Effect.gen(function* () {
  const { url } = yield* server
  const name = `test_${randomUUID().replaceAll("-", "")}`
  const administer = (text: string) => query(url("postgres"), text)
  yield* Effect.acquireRelease(administer(`CREATE DATABASE ${name}`), () =>
    administer(`DROP DATABASE ${name} WITH (FORCE)`)
  )
  return url(name)
})
