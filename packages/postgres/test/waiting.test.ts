import { describe, expect, it } from "@effect/vitest"
import { type KeyHash, ManagementCaller, recordUsage, StorageFailure, Usd, UserId } from "@tollgate/core"
import { ByokStore, GuardrailStore, KeyStore, Transaction } from "@tollgate/core/storage"
import { aGuardrailRecord, aHome, aKeyRecord, assignments } from "@tollgate/testing"
import { Cause, Clock, DateTime, Effect, Either, Exit, Fiber, Layer, Option } from "effect"
import { connections, waitsForLock, whenIdle, whenWaiting } from "./support/activity.js"
import { connect, migratedDatabase, query } from "./support/databases.js"
import { inDatabase } from "./support/stores.js"

const CALLERS = 64

/** Limits that no wait reaches, because a slow machine must not refuse what these tests expect to succeed. */
const unhurried = {
  acquireTimeout: 300_000,
  lockTimeout: 300_000,
  statementTimeout: 300_000,
  idleInTransactionTimeout: 300_000
}

/** The limit of a transaction is not reached either: it is measured by this clock. */
const stopped = Object.assign(Clock.make(), { unsafeCurrentTimeNanos: () => 0n })

/** The stores with ten connections, a key whose row another connection can lock, and another key. */
const opened = Effect.gen(function* () {
  const url = yield* migratedDatabase
  const stores = yield* Effect.withClock(Layer.build(inDatabase(url, { maxConnections: 10, ...unhurried })), stopped)
  const holder = yield* connect(url)
  return yield* Effect.gen(function* () {
    const keys = yield* KeyStore
    const { run } = yield* Transaction
    const home = yield* aHome()
    const { organization_id: owner } = home
    const [key, other] = [yield* aKeyRecord(home), yield* aKeyRecord(home)]
    yield* keys.insert(key)
    yield* keys.insert(other)
    const rename = (hash: KeyHash, name: string) => keys.update(owner, hash, { name }, key.created_at)
    const hold = (row: string) =>
      Effect.promise(() =>
        holder.query("BEGIN").then(() => holder.query(`SELECT 1 FROM ${row} = $1 FOR UPDATE`, [key.hash]))
      )
    const letGo = Effect.promise(() => holder.query("ROLLBACK"))
    const manager = {
      kind: "host" as const,
      organizationId: owner,
      workspaceId: home.workspace_id,
      userId: UserId.make("owner"),
      keyHash: null,
      isReadOnly: false
    }
    return { url, home, stores, manager, keys, run, owner, key, other, rename, hold, letGo }
  }).pipe(Effect.provide(stores))
})

type Opened = Effect.Effect.Success<typeof opened>

/** How many connections wait at a time for the row that is held. */
interface Waiting {
  readonly least: number
  readonly most: number
}

const two: Waiting = { least: 2, most: 2 }

/** They need the scope of the key, and not its record. */
const recordings = "recordings of usage"

/**
 * Recordings of usage wait for 250 ms at a time in two batches. Those that were in vain wait for the locked scope in a third one, and in the
 * end all of them.
 */
const waitingFor = (name: string): Waiting => (name === recordings ? { least: 1, most: 3 } : two)

const writes: Readonly<Record<string, (all: Opened, n: number) => Effect.Effect<unknown, unknown>>> = {
  "single updates": ({ key, rename }: Opened, n: number) => rename(key.hash, `name ${n}`),
  [recordings]: ({ key, manager, stores }: Opened) =>
    recordUsage(key.hash, { usage: Usd.fromNumber(1), byok_usage: Usd.zero }).pipe(
      Effect.provideService(ManagementCaller, manager),
      Effect.provide(stores),
      // They wait for a few seconds at most, whatever the settings are, and are refused with nothing done.
      Effect.retry({ while: (failure) => failure instanceof StorageFailure && failure.outcome === "none" })
    ),
  "transactions that disable it": ({ key, keys, owner, run }: Opened) =>
    run(Effect.zipRight(keys.find(owner, key.hash), keys.update(owner, key.hash, { disabled: true }, key.created_at)))
}

/** Calls that lock the row that owns a set, or delete a row, and the table whose rows another application holds. */
const setLocks: ReadonlyArray<{
  readonly name: string
  readonly held: string
  readonly waits: (all: Opened) => Effect.Effect<Effect.Effect<unknown, unknown>, unknown, ByokStore | GuardrailStore>
}> = [
  {
    name: "orders of a provider's credentials",
    held: "workspaces",
    waits: ({ manager: { organizationId, workspaceId }, run }: Opened) =>
      Effect.map(ByokStore, ({ nextSortOrder }) => run(nextSortOrder(organizationId, workspaceId, "openai")))
  },
  {
    name: "checks of the last management key",
    held: "organizations",
    waits: ({ key, keys, owner, run }: Opened) => Effect.succeed(run(keys.hasOtherManagementKey(owner, key.hash)))
  },
  {
    name: "assignments to a guardrail",
    held: "workspaces",
    waits: ({ home }: Opened) =>
      Effect.gen(function* () {
        const store = yield* GuardrailStore
        const guardrail = yield* aGuardrailRecord(home)
        yield* store.insert(guardrail)
        return store.assign(assignments(guardrail, "owner"))
      })
  },
  {
    name: "removals from a guardrail",
    held: "workspaces",
    waits: ({ home, owner }: Opened) =>
      Effect.gen(function* () {
        const store = yield* GuardrailStore
        const guardrail = yield* aGuardrailRecord(home)
        yield* store.insert(guardrail)
        return store.unassign(owner, guardrail.id, [UserId.make("stranger")])
      })
  },
  {
    name: "deletions of a key",
    held: "api_keys WHERE name = 'Held'",
    waits: ({ key, keys, owner, rename }: Opened) => Effect.as(rename(key.hash, "Held"), keys.delete(owner, key.hash))
  }
]

describe("While another application holds the row of one key, or of its scope, and 64 writes of it wait,", () => {
  for (const [name, write] of Object.entries(writes)) {
    it.scopedLive(`reads and writes of other rows go on beside ${name}`, () =>
      Effect.gen(function* () {
        const all = yield* opened
        const { hold, key, keys, letGo, other, owner, rename, run, url } = all
        if (name === recordings) yield* write(all, 0)
        yield* hold(name === recordings ? "spending_scopes WHERE subject" : "api_keys WHERE hash")
        let done = 0
        const waiting = yield* Effect.forEach(
          Array.from({ length: CALLERS }, (_, n) => n),
          (n) =>
            Effect.fork(
              Effect.ensuring(
                write(all, n),
                Effect.sync(() => done++)
              )
            )
        )
        const { least, most } = waitingFor(name)
        yield* whenWaiting(url, least)

        const now = yield* DateTime.now
        const others = Array.from({ length: CALLERS }, (_, n) =>
          Effect.all([
            keys.identify(key.hash, now),
            keys.findBySecret(other.hash, now),
            keys.find(owner, key.hash),
            keys.list(owner, { limit: 10, offset: 0 }),
            rename(other.hash, `other ${n}`),
            run(Effect.zipRight(keys.find(owner, other.hash), rename(other.hash, `other ${n}`)))
          ])
        )
        const answers = yield* Effect.all(others, { concurrency: "unbounded" })
        expect(answers.every(([found]) => Option.isSome(found))).toBe(true)
        // All of them still wait, and only a few have a connection.
        expect(yield* whenWaiting(url, least)).toBeLessThanOrEqual(most)
        expect(done).toBe(0)

        yield* letGo
        const exits = yield* Effect.forEach(waiting, Fiber.await)
        expect(exits.filter(Exit.isFailure).map((exit) => Cause.pretty(exit.cause))).toEqual([])
        yield* Effect.all(
          Array.from({ length: CALLERS }, (_, n) => write(all, n)),
          { concurrency: "unbounded" }
        )
        yield* whenIdle(url)
        expect(yield* connections(url)).toBeLessThanOrEqual(10)
      })
    )
  }

  for (const { held, name, waits } of setLocks) {
    it.scopedLive(`${name} that wait for a row leave connections for the writes of others`, () =>
      Effect.gen(function* () {
        const all = yield* opened
        const { other, rename, stores, url } = all
        const attempts = yield* Effect.provide(waits(all), stores)
        const holder = yield* connect(url)
        yield* Effect.promise(() => holder.query(`BEGIN; SELECT 1 FROM ${held} FOR NO KEY UPDATE`))
        const waiting = yield* Effect.replicateEffect(Effect.fork(attempts), 12)
        yield* whenWaiting(url, 2)
        yield* rename(other.hash, "Renamed")
        expect(yield* connections(url, waitsForLock)).toBe(2)
        yield* Effect.promise(() => holder.query("ROLLBACK"))
        const exits = yield* Effect.forEach(waiting, Fiber.await)
        expect(exits.filter(Exit.isFailure).map((exit) => Cause.pretty(exit.cause))).toEqual([])
      })
    )
  }

  it.scopedLive("creations of another organization go on while 64 of one wait for the sizes of its lists", () =>
    Effect.gen(function* () {
      const { keys, stores, url } = yield* opened
      const [home, neighbour] = yield* Effect.provide(Effect.all([aHome(), aHome()]), stores)
      yield* Effect.flatMap(aKeyRecord(home), keys.insert)
      const records = yield* Effect.replicateEffect(aKeyRecord(home), CALLERS)
      const others = yield* Effect.replicateEffect(aKeyRecord(neighbour), CALLERS)
      const holder = yield* connect(url)
      yield* Effect.promise(() =>
        holder
          .query("BEGIN")
          .then(() =>
            holder.query("SELECT 1 FROM list_sizes WHERE organization_id = $1 FOR UPDATE", [home.organization_id])
          )
      )
      const waiting = yield* Effect.forEach(records, (record) => Effect.fork(keys.insert(record)))
      yield* whenWaiting(url, 2)
      yield* Effect.forEach(others, keys.insert, { concurrency: "unbounded" })
      expect(yield* connections(url, waitsForLock)).toBe(2)
      yield* Effect.promise(() => holder.query("ROLLBACK"))
      const exits = yield* Effect.forEach(waiting, Fiber.await)
      expect(exits.filter(Exit.isFailure)).toEqual([])
    })
  )

  it.scopedLive("each of them is refused in time, with nothing changed, and leaves its place", () =>
    Effect.gen(function* () {
      const url = yield* migratedDatabase
      const stores = yield* Layer.build(inDatabase(url, { lockTimeout: 200, acquireTimeout: 2_000 }))
      const holder = yield* connect(url)
      yield* Effect.gen(function* () {
        const keys = yield* KeyStore
        const home = yield* aHome()
        const key = yield* aKeyRecord(home)
        yield* keys.insert(key)
        yield* Effect.promise(() => holder.query("BEGIN; SELECT 1 FROM api_keys FOR UPDATE"))
        const rename = keys.update(home.organization_id, key.hash, { name: "Renamed" }, key.created_at)
        const outcomes = yield* Effect.all(
          Array.from({ length: CALLERS }, () => Effect.either(rename)),
          {
            concurrency: "unbounded"
          }
        )
        const refused = outcomes.flatMap((one) => (Either.isLeft(one) ? [one.left] : []))
        expect(refused.map((failure) => failure instanceof StorageFailure && failure.outcome)).toEqual(
          Array(CALLERS).fill("none")
        )
        expect(yield* query(url, "SELECT name FROM api_keys")).toEqual([{ name: key.name }])
        yield* Effect.promise(() => holder.query("ROLLBACK"))
        yield* Effect.all(
          Array.from({ length: CALLERS }, () => rename),
          { concurrency: "unbounded" }
        )
        expect(yield* query(url, "SELECT name FROM api_keys")).toEqual([{ name: "Renamed" }])
      }).pipe(Effect.provide(stores))
    })
  )
})
