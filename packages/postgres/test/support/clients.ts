import { Reactivity } from "@effect/experimental"
import { SqlClient } from "@effect/sql"
import { PgClient } from "@effect/sql-pg"
import * as Sql from "@tollgate/sql"
import { Effect, Redacted } from "effect"

/** A host's own client on a database, closed with its scope. */
export const hostClient = (url: string) =>
  Effect.orDie(Effect.provide(PgClient.make({ url: Redacted.make(url) }), Reactivity.layer))

/** The same with Tollgate's tables in it. */
export const migratedClient = (url: string) =>
  Effect.tap(hostClient(url), (client) => Effect.provideService(Sql.migrate, SqlClient.SqlClient, client))
