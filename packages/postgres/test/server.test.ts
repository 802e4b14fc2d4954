import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { Client } from "pg"
import { postgresServer } from "./support/PostgresServer.js"

const version = (url: string) =>
  Effect.promise(async () => {
    const client = new Client(url)
    await client.connect()
    const { rows } = await client.query("SELECT current_setting('server_version_num')::int / 10000 AS major")
    await client.end()
    return rows
  })

describe("The server of the tests", () => {
  it.scopedLive("answers as PostgreSQL 18, and again after it was killed", () =>
    Effect.gen(function* () {
      const server = yield* postgresServer()
      expect(yield* version(server.url("postgres"))).toEqual([{ major: 18 }])
      yield* server.kill
      yield* server.start
      expect(yield* version(server.url("postgres"))).toEqual([{ major: 18 }])
    })
  )
})
