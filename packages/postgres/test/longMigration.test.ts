import { describe, expect, it } from "@effect/vitest"
import { migrate } from "@tollgate/postgres"
import { Effect, Fiber, TestClock } from "effect"
import { whenWaiting } from "./support/activity.js"
import { connect, freshDatabase, query } from "./support/databases.js"

describe("A migration of a PostgreSQL database", () => {
  it.scoped("may take longer than a transaction, and a statement of it longer than the statement timeout", () =>
    Effect.gen(function* () {
      const url = yield* freshDatabase
      const holder = yield* connect(url)
      yield* Effect.promise(() => holder.query("SELECT pg_advisory_lock(1)"))
      // Each change of the schema waits for the holder.
      yield* query(
        url,
        `CREATE FUNCTION wait() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_advisory_xact_lock(1); END $$;
CREATE EVENT TRIGGER wait ON ddl_command_end EXECUTE FUNCTION wait()`
      )
      const migrating = yield* Effect.fork(migrate({ url, statementTimeout: 200 }))
      yield* whenWaiting(url, 1)
      yield* TestClock.adjust("6 seconds")
      const old = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND now() - query_start > '2300 ms'"
      yield* Effect.repeat(query(url, old), { until: (rows) => rows.length > 0 })
      yield* Effect.promise(() => holder.query("SELECT pg_advisory_unlock(1)"))
      expect(yield* Fiber.join(migrating)).toEqual(["baseline"])
      expect(yield* migrate({ url })).toEqual([])
    })
  )
})
