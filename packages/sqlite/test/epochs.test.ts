import { describe, expect, it } from "@effect/vitest"
import { authorize, createKey, GatewayCaller, NewHold, recordUsage, settle } from "@tollgate/core"
import type { ActOwner } from "@tollgate/sql/driver"
import { aKey, someUsage, TestAccount } from "@tollgate/testing/accounts"
import { Effect, Layer, Redacted, Schema } from "effect"
import { writerExecutor } from "../src/writer/writerExecutor.js"
import { emptyFile, inFile } from "./support/files.js"
import { insert, queueOverFile } from "./support/queue.js"

const anOwner = (write: ActOwner["write"] = () => {}): ActOwner => ({ write, stored: () => {} })

const opened = Effect.map(queueOverFile, (file) => {
  const { act = () => Effect.dieMessage("The writer has acts."), transact, write } = writerExecutor(file.queue)
  const left: Array<number> = []
  const owner = anOwner((query) => {
    for (const n of left.splice(0)) query(insert, [n])
  })
  const another = anOwner()
  const actOf = (of: ActOwner) => act((_, epoch) => epoch, of)
  return { ...file, act, transact, write, owner, another, left, epoch: actOf(owner), epochOfAnother: actOf(another) }
})

type Opened = Effect.Effect.Success<typeof opened>

const others: Readonly<Record<string, (file: Opened) => Effect.Effect<unknown, unknown>>> = {
  "another statement": ({ write }) => write(insert, [1]),
  "another statement that fails": ({ write }) => Effect.flip(Effect.zipRight(write(insert, [1]), write(insert, [1]))),
  "a transaction": ({ transact }) => transact((context) => context.query(insert, [1])),
  "a transaction that is rolled back": ({ transact }) =>
    Effect.flip(transact((context) => Effect.zipRight(context.query(insert, [1]), Effect.fail("no")))),
  "an act of another owner": ({ epochOfAnother }) => epochOfAnother,
  "an act of its own that fails": ({ act, owner }) =>
    Effect.flip(
      act((query) => {
        query(insert, [1])
        throw new Error("no")
      }, owner)
    ),
  "writes that its acts have left, if they fail": ({ act, left, owner }) =>
    Effect.flip(act(() => left.push(1, 1), owner)),
  "a commit that fails": ({ epoch, failing }) =>
    Effect.gen(function* () {
      failing.add("COMMIT")
      yield* Effect.flip(epoch)
      failing.delete("COMMIT")
    }),
  "a commit of another process": ({ others }) => Effect.sync(() => others.exec("INSERT INTO numbers VALUES (1)"))
}

describe("An epoch of the writer", () => {
  it.scopedLive("lasts from one act of its owner to the next, within a transaction and over several", () =>
    Effect.gen(function* () {
      const { act, epoch, others, owner, said } = yield* opened
      const epochs = yield* Effect.replicateEffect(
        act((query, epoch) => {
          query(insert, [null])
          return epoch
        }, owner),
        100,
        { concurrency: "unbounded" }
      )
      expect(new Set([...epochs, yield* epoch, yield* epoch]).size).toBe(1)
      expect(said.filter((text) => text === "COMMIT").length).toBeGreaterThan(2)
      // A reader changes nothing.
      others.values("SELECT n FROM numbers")
      expect(yield* epoch).toBe(epochs[0])
    })
  )

  for (const [name, other] of Object.entries(others)) {
    it.scopedLive(`ends with ${name}`, () =>
      Effect.gen(function* () {
        const file = yield* opened
        const before = yield* file.epoch
        expect(yield* file.epoch).toBe(before)
        yield* other(file)
        expect(yield* file.epoch).not.toBe(before)
      })
    )
  }
})

describe("The owner of acts", () => {
  it.scopedLive("is told of each commit that stored what they wrote, and of no other", () =>
    Effect.gen(function* () {
      const { act, another, transact, write } = yield* opened
      let told = 0
      const owner: ActOwner = { write: () => {}, stored: () => void told++ }
      const undone = transact((context) => Effect.zipRight(context.query(insert, [2]), Effect.fail("no")))
      const counts: Array<number> = []
      const [own, others] = [act(() => {}, owner), act(() => {}, another)]
      for (const one of [own, write(insert, [1]), others, Effect.flip(undone), own]) {
        yield* one
        counts.push(told)
      }
      expect(counts).toEqual([1, 1, 1, 1, 2])
    })
  )
})

const hold = (key: Redacted.Redacted) =>
  authorize(Schema.decodeSync(NewHold)({ key: Redacted.value(key), amount: 1, models: ["acme/writer"] }))

describe("Two openings of one file", () => {
  it.scopedLive("admit in turns exactly what the limit of a key has room for", () =>
    Effect.gen(function* () {
      const file = yield* emptyFile
      const one = yield* Layer.build(inFile(file))
      const other = yield* Layer.build(inFile(file))
      const { asManager } = yield* Effect.provide(TestAccount.make(), one)
      const { data, key } = yield* createKey(aKey({ limit: 10 })).pipe(Effect.provide(asManager), Effect.provide(one))
      const host = Effect.provideService(GatewayCaller, { organizationId: null })
      for (const at of [one, other, one, other, one]) {
        const { data: opened } = yield* hold(key).pipe(host, Effect.provide(at))
        // The other opening settles it, and records more.
        const across = Effect.provide(at === one ? other : one)
        yield* settle(opened.id, { cost: opened.amount }).pipe(host, across)
        yield* recordUsage(data.hash, someUsage({ usage: 1 })).pipe(Effect.provide(asManager), across)
      }
      for (const at of [one, other]) {
        expect(yield* Effect.flip(hold(key).pipe(host, Effect.provide(at)))).toMatchObject({
          _tag: "BudgetExceeded",
          reason: "budget_spent"
        })
      }
    })
  )
})
