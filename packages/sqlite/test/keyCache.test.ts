import { rmSync } from "node:fs"
import { SqlClient } from "@effect/sql"
import { describe, expect, it } from "@effect/vitest"
import {
  authorize,
  createKey,
  deleteKey,
  GatewayCaller,
  getKey,
  InvalidCredential,
  identifyKey,
  type ManagementCaller,
  recordUsage,
  rotateKey,
  SecretKey,
  type Services,
  settle,
  Usd,
  updateKey
} from "@tollgate/core"
import { KeyStore, Transaction, Vault } from "@tollgate/core/storage"
import * as Sql from "@tollgate/sql"
import { aHold, aKey, aKeyPatch, aRotation, aSettlement, someUsage, TestAccount } from "@tollgate/testing"
import { Clock, DateTime, Effect, Either, Layer, Logger, LogLevel, type Redacted, TestClock } from "effect"
import { runs } from "../../../test/runs.js"
import { hasHostClient, migratedClient } from "./support/clients.js"
import { countingReads } from "./support/countingReads.js"
import { emptyFile, inFile, temporaryFile } from "./support/files.js"
import { programOn } from "./support/processes.js"

const noon = Date.parse("2026-03-10T12:00:00Z")

const clockAt = (millis: number): Clock.Clock =>
  Object.assign(Clock.make(), {
    unsafeCurrentTimeMillis: () => millis,
    currentTimeMillis: Effect.succeed(millis)
  })

type Act<A, E> = Effect.Effect<A, E, ManagementCaller | Services>

/** A key in a file that is open twice, and acts by the one opening and by the other. */
const accountAt = Effect.fnUntraced(function* (start: number) {
  // Before the file is open, which is checked twice a second from then on.
  yield* TestClock.setTime(start)
  const file = yield* emptyFile
  const { reads, stores } = yield* countingReads(file)
  const elsewhere = yield* Layer.build(inFile(file))
  const { asManager, organization } = yield* Effect.provide(TestAccount.make(), stores)
  const here = <A, E>(act: Act<A, E>) => act.pipe(Effect.provide(asManager), Effect.provide(stores))
  const there = <A, E>(act: Act<A, E>) => act.pipe(Effect.provide(asManager), Effect.provide(elsewhere))
  const { data, key } = yield* here(createKey(aKey({ limit: 5, limit_reset: "daily" })))
  /** What the one opening answers, and by how many statements. */
  const asked = (secret: Redacted.Redacted = key) =>
    Effect.gen(function* () {
      const before = reads.length
      const answer = yield* Effect.either(here(identifyKey(secret)))
      return { answer, statements: reads.length - before }
    })
  /** What it must answer, as the other opening reads the key. */
  const shown = Effect.map(there(getKey(data.hash)), (key) =>
    Either.right({
      kind: "ordinary",
      organization_id: organization.id,
      workspace_id: key.workspace_id,
      user_id: key.creator_user_id,
      key
    })
  )
  return { asked, file, hash: data.hash, here, key, organization, shown, there, user: data.creator_user_id }
})
const account = accountAt(noon)
type Account = Effect.Effect.Success<typeof account>

const refused = Either.left(new InvalidCredential())
const host = Effect.provideService(GatewayCaller, { organizationId: null })
const patch =
  (input: Parameters<typeof aKeyPatch>[0]) =>
  ({ hash }: Account) =>
    updateKey(hash, aKeyPatch(input))

const changes: Readonly<Record<string, (account: Account) => Act<unknown, unknown>>> = {
  "has another limit": patch({ limit: 7 }),
  "has another name": patch({ name: "Renamed" }),
  "has an end": patch({ expires_at: "2026-03-11T12:00:00Z" }),
  "has recorded usage": ({ hash }) => recordUsage(hash, someUsage({ usage: 0.5 })),
  "has a hold that is settled": ({ key }) =>
    Effect.flatMap(authorize(aHold(key)), ({ data }) =>
      settle(data.id, aSettlement({ cost: 0.125, credential_id: null }))
    ).pipe(host),
  "has a next secret, and this one a grace": ({ hash }) => rotateKey(hash, aRotation({ grace_seconds: 60 })),
  "is not the only one any more": () => createKey(aKey())
}

const ends: Readonly<Record<string, (account: Account) => Act<unknown, unknown>>> = {
  "is disabled": patch({ disabled: true }),
  "is disabled with all of its user": ({ organization, user }) =>
    Effect.flatMap(KeyStore, (keys) => keys.disableAllOf(organization.id, user, DateTime.unsafeMake(noon))),
  "has a next secret": ({ hash }) => rotateKey(hash, aRotation()),
  "is deleted": ({ hash }) => deleteKey(hash)
}

describe("A key that is identified again", () => {
  it.scoped("is not read again while nothing was committed, whatever was read or rolled back meanwhile", () =>
    Effect.gen(function* () {
      const { asked, hash, here, shown, there } = yield* account
      const answer = yield* shown
      expect(yield* asked()).toEqual({ answer, statements: 1 })
      expect(yield* asked()).toEqual({ answer, statements: 0 })
      yield* here(getKey(hash))
      const undone = Effect.zipRight(updateKey(hash, aKeyPatch({ disabled: true })), Effect.fail("undone"))
      yield* Effect.flip(there(Effect.flatMap(Transaction, ({ run }) => run(undone))))
      expect(yield* asked()).toEqual({ answer, statements: 0 })
    })
  )

  for (const where of ["here", "there"] as const) {
    const by = where === "here" ? "the same opening" : "another opening"
    for (const [what, change] of Object.entries({ ...changes, ...ends })) {
      it.scoped(`is read once more as soon as it ${what}, by ${by}`, () =>
        Effect.gen(function* () {
          const opened = yield* account
          const { asked, shown } = opened
          const before = yield* asked()
          yield* opened[where](change(opened))
          const answer = what in ends ? refused : yield* shown
          expect(yield* asked()).toEqual({ answer, statements: 1 })
          if (what !== "is not the only one any more") expect(answer).not.toEqual(before.answer)
          // A secret that opens no key is not kept.
          const isGone = what === "has a next secret" || what === "is deleted"
          expect(yield* asked()).toEqual({ answer, statements: isGone ? 1 : 0 })
        })
      )
    }
  }

  it.scoped("ends at its instants by the clock, and so do its secret's grace and its day, without a look", () =>
    Effect.gen(function* () {
      const { asked, hash, here } = yield* accountAt(Date.parse("2026-03-10T23:59:40Z"))
      yield* here(recordUsage(hash, someUsage({ usage: 2 })))
      const mortal = yield* here(createKey(aKey({ expires_at: "2026-03-10T23:59:50Z" })))
      const { data, key } = yield* here(createKey(aKey()))
      const next = yield* here(rotateKey(data.hash, aRotation({ grace_seconds: 5 })))
      const secrets = [mortal.key, key, next.key]
      const states = Effect.map(Effect.forEach([...secrets], asked), (all) =>
        all.map(({ answer, statements }) => [Either.isRight(answer), statements])
      )
      const daily = Effect.map(asked(), ({ answer, statements }) => [
        Either.map(answer, ({ key }) =>
          [key.usage_daily, key.limit_remaining].map((usd) => Usd.toNumber(usd ?? Usd.zero))
        ),
        statements
      ])
      expect(yield* states).toEqual([
        [true, 1],
        [true, 1],
        [true, 1]
      ])
      expect(yield* daily).toEqual([Either.right([2, 3]), 1])
      yield* TestClock.adjust("4999 millis")
      expect(yield* states).toEqual([
        [true, 0],
        [true, 0],
        [true, 0]
      ])
      yield* TestClock.adjust("1 millis")
      expect(yield* states).toEqual([
        [true, 0],
        [false, 0],
        [true, 0]
      ])
      yield* TestClock.adjust("5 seconds")
      expect(yield* states).toEqual([
        [false, 0],
        [false, 0],
        [true, 0]
      ])
      expect(yield* daily).toEqual([Either.right([2, 3]), 0])
      yield* TestClock.adjust("10 seconds")
      expect(yield* daily).toEqual([Either.right([0, 5]), 0])
    })
  )

  it.scoped("has spent what the ledger says after a clock that was 40 days ahead", () =>
    Effect.gen(function* () {
      const { asked, hash, here, shown } = yield* account
      const spend = (usage: number) => here(recordUsage(hash, someUsage({ usage })))
      yield* spend(2)
      yield* Effect.withClock(spend(1), clockAt(noon + 40 * 86_400_000))
      const { answer } = yield* asked()
      expect(answer).toEqual(yield* shown)
      expect(answer).toMatchObject({ right: { key: { usage: Usd.fromNumber(3), usage_daily: Usd.fromNumber(2) } } })
    }).pipe(Logger.withMinimumLogLevel(LogLevel.Error))
  )

  it.scoped("is read each time if no key has the secret", () =>
    Effect.gen(function* () {
      const { asked } = yield* account
      const unknown = yield* SecretKey.mint("ordinary")
      for (const _ of [1, 2]) expect(yield* asked(unknown)).toEqual({ answer: refused, statements: 1 })
    })
  )

  it.scoped("is what an open transaction has made of it there, and as it was if that is rolled back", () =>
    Effect.gen(function* () {
      const { asked, hash, here, key } = yield* account
      const before = yield* asked()
      const inside = Effect.gen(function* () {
        yield* updateKey(hash, aKeyPatch({ disabled: true }))
        return yield* Effect.fail(yield* Effect.either(identifyKey(key)))
      })
      expect(yield* Effect.flip(here(Effect.flatMap(Transaction, ({ run }) => run(inside))))).toEqual(refused)
      expect((yield* asked()).answer).toEqual(before.answer)
    })
  )

  it.scoped("is read each time once the file is found to be lost, as the connection has it", () =>
    Effect.gen(function* () {
      const { asked, file } = yield* account
      const { answer } = yield* asked()
      rmSync(file)
      yield* TestClock.adjust("1 second")
      for (const _ of [1, 2]) expect(yield* asked()).toEqual({ answer, statements: 1 })
    }).pipe(Logger.withMinimumLogLevel(LogLevel.None))
  )

  it.scoped("is as another program has left it, each time that its commit was acknowledged", () =>
    Effect.gen(function* () {
      const { asked, file, hash } = yield* account
      const run = yield* programOn(file)
      yield* asked()
      const seen: Array<readonly [unknown, number, number]> = []
      for (let n = 0; n < runs(200, 2_000); n++) {
        yield* run(`UPDATE api_keys SET name = 'name ${n}', disabled = ${n % 2} WHERE hash = '${hash}'`)
        const { answer, statements } = yield* asked()
        const again = yield* asked()
        seen.push([Either.isRight(answer) ? answer.right.key.name : "disabled", statements, again.statements])
      }
      expect(seen).toEqual(seen.map((_, n) => [n % 2 === 0 ? `name ${n}` : "disabled", 1, 0]))
    })
  )
})

describe.skipIf(!hasHostClient)("A key that is identified in a transaction of the host", () => {
  it.scopedLive("is as that has made it, and as it was if that is rolled back", () =>
    Effect.gen(function* () {
      const client = yield* migratedClient(yield* temporaryFile)
      const stores = yield* Layer.build(
        Layer.provideMerge(
          Sql.layerJoining,
          Layer.merge(Layer.succeed(SqlClient.SqlClient, client), Vault.layerEphemeral)
        )
      )
      yield* Effect.gen(function* () {
        const { asManager, ordinaryHash, ordinaryKey } = yield* TestAccount.make()
        const before = yield* identifyKey(ordinaryKey)
        const inside = Effect.gen(function* () {
          yield* Effect.provide(updateKey(ordinaryHash, aKeyPatch({ disabled: true })), asManager)
          return yield* Effect.fail(yield* Effect.either(identifyKey(ordinaryKey)))
        })
        expect(yield* Effect.flip(client.withTransaction(inside))).toEqual(refused)
        expect(yield* identifyKey(ordinaryKey)).toEqual(before)
      }).pipe(Effect.provide(stores))
    })
  )
})
