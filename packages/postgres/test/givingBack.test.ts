import { describe, expect, it } from "@effect/vitest"
import { authorize, GatewayCaller, getHold, LedgerCaller } from "@tollgate/core"
import { CHUNK, SpendingStore } from "@tollgate/core/storage"
import { SpendingTime } from "@tollgate/sql/driver"
import { aHold, TestAccount } from "@tollgate/testing"
import { Context, Effect, Layer, TestClock } from "effect"
import { givingBack } from "../../sql/test/support/givingBack.js"
import { admission, idOf, limited, other, own, refsOf, START } from "../../sql/test/support/holds.js"
import { keptDays } from "../../sql/test/support/keptDays.js"
import { spoiledHolds } from "../../sql/test/support/spoiledHolds.js"
import { sweptNames } from "../../sql/test/support/sweptNames.js"
import { connect, emptyDatabase, query } from "./support/databases.js"
import { inDatabase } from "./support/stores.js"

const storeOn = (url: string, time: "arguments" | "server") =>
  Layer.build(Layer.fresh(Layer.provide(inDatabase(url), Layer.succeed(SpendingTime, time)))).pipe(
    Effect.map((context) => Context.get(context, SpendingStore))
  )

givingBack("a PostgreSQL database", (count) =>
  Effect.flatMap(emptyDatabase, (url) => Effect.replicateEffect(storeOn(url, "arguments"), count))
)

spoiledHolds(
  "a PostgreSQL database",
  Effect.gen(function* () {
    const url = yield* emptyDatabase
    const store = yield* storeOn(url, "arguments")
    return {
      store,
      spoil: (id) =>
        query(
          url,
          `CREATE FUNCTION spoil() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'spoiled'; END $$;
CREATE TRIGGER spoiled BEFORE UPDATE ON spending_holds FOR EACH ROW WHEN (NEW.id = '${id}') EXECUTE FUNCTION spoil()`
        ).pipe(Effect.asVoid, Effect.orDie),
      heal: query(url, "DROP TRIGGER spoiled ON spending_holds").pipe(Effect.asVoid, Effect.orDie)
    }
  })
)

sweptNames(
  "a PostgreSQL database",
  Effect.gen(function* () {
    const url = yield* emptyDatabase
    const names = Effect.map(query(url, "SELECT name, unused_since FROM spending_names"), (rows) =>
      rows.map(({ name, unused_since }) => ({
        name: String(name),
        since: unused_since === null ? null : Number(unused_since)
      }))
    )
    return { stores: [yield* storeOn(url, "arguments"), yield* storeOn(url, "arguments")], names } as const
  })
)

keptDays(
  "a PostgreSQL database",
  Effect.gen(function* () {
    const url = yield* emptyDatabase
    const store = yield* storeOn(url, "arguments")
    const days = query(url, "SELECT day FROM spending_days ORDER BY day")
    return { store, kept: Effect.map(days, (rows) => rows.map(({ day }) => Number(day))) }
  })
)

describe("Ended holds in a PostgreSQL database", () => {
  it.scopedLive("of an organization are given back while many of another one are locked", () =>
    Effect.gen(function* () {
      const url = yield* emptyDatabase
      const store = yield* storeOn(url, "arguments")
      const paused = yield* connect(url)
      const numbers = Array.from({ length: CHUNK + 50 }, (_, index) => index)
      yield* Effect.forEach(numbers, (number) => store.admit(admission(other, number, { lease_seconds: 59 })), {
        concurrency: 64
      })
      yield* store.admit(admission(own, 1, { lease_seconds: 60 }))
      yield* store.setTerms({ ref: refsOf(own)[1] }, limited(1), START)
      const lock = "SELECT id FROM spending_scopes WHERE organization_id = $1 FOR UPDATE"
      yield* Effect.promise(() => paused.query("BEGIN"))
      yield* Effect.promise(() => paused.query(lock, [other]))
      expect(yield* store.expireHolds(START + 60_000, own)).toBe(1)
      yield* Effect.promise(() => paused.query("ROLLBACK"))
    })
  )

  it.scopedLive("are those whose lease has ended by the server's clock, not by that of a process", () =>
    Effect.gen(function* () {
      const url = yield* emptyDatabase
      const [store, ahead] = [yield* storeOn(url, "server"), yield* storeOn(url, "server")]
      const hold = admission(own, 1)
      yield* store.admit(hold)
      const HOUR = 3_600_000
      for (const each of [store, ahead]) {
        expect([yield* each.expireHolds(Date.now() + HOUR), yield* each.expireHolds(Date.now() + HOUR, own)]).toEqual([
          0, 0
        ])
      }
      yield* query(url, "UPDATE spending_holds SET lease_ends_at = 1000")
      // A process whose clock is late finds it, too.
      expect(yield* ahead.expireHolds(0, own)).toBe(1)
      const [row] = yield* query(url, "SELECT state FROM spending_holds WHERE id = $1", [idOf(own, 1)])
      expect(row).toEqual({ state: "1" })
    })
  )

  it.scoped("have ended by the server's clock for a repetition, too: one that reads as open is repeated", () =>
    Effect.gen(function* () {
      const url = yield* emptyDatabase
      yield* TestClock.setTime(Date.UTC(2100, 0, 1))
      yield* Effect.gen(function* () {
        const { ordinaryKey } = yield* TestAccount.make()
        /** How a new hold reads, and what a repetition of its creation says. */
        const created = Effect.map(authorize(aHold(ordinaryKey)), ({ data: { id } }) =>
          Effect.all([
            Effect.map(getHold(id), ({ data }) => data.state),
            Effect.map(authorize(aHold(ordinaryKey, { id })), ({ repeated }) => repeated).pipe(
              Effect.catchTag("HoldEnded", ({ _tag }) => Effect.succeed(_tag))
            )
          ])
        )
        expect(yield* yield* created).toEqual(["open", true])
        yield* TestClock.setTime(Date.UTC(2000, 0, 1))
        const ended = yield* created
        yield* query(url, "UPDATE spending_holds SET lease_ends_at = $1", [Date.UTC(2001, 0, 1)])
        expect(yield* ended).toEqual(["expired", "HoldEnded"])
      }).pipe(
        Effect.provideService(GatewayCaller, { organizationId: null }),
        Effect.provideService(LedgerCaller, { organizationId: null }),
        Effect.provide(inDatabase(url))
      )
    })
  )
})
