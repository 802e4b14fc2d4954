import { expect, it } from "@effect/vitest"
import { answerOnce, createKey, IdempotencyKey, ManagementCaller, Memory } from "@tollgate/core"
import { IdempotencyStore, StorageFailure } from "@tollgate/core/storage"
import { aKey, TestAccount } from "@tollgate/testing/accounts"
import { Context, Effect, Layer, Logger, TestClock } from "effect"
import { pruning } from "../src/commands/pruning.js"

it.scoped("a server deletes old answers of repeated requests each hour, also after a failure, which it logs", () =>
  Effect.gen(function* () {
    const stores = yield* Layer.build(Layer.fresh(Memory.layer))
    const { asManager } = yield* Effect.provide(TestAccount.make(), stores)
    const answers = Context.get(stores, IdempotencyStore)
    const said: Array<unknown> = []
    const logger = Logger.make(({ message }) => void said.push(message))
    const deleted: Array<number> = []
    const failing = IdempotencyStore.of({
      ...answers,
      forget: (at, most) =>
        said.length === 0
          ? Effect.fail(new StorageFailure({ cause: "the disk", outcome: "none" }))
          : Effect.tap(answers.forget(at, most), (count) => Effect.sync(() => deleted.push(count)))
    })
    yield* Effect.forkScoped(pruning).pipe(
      Effect.provide(Logger.replace(Logger.defaultLogger, logger)),
      Effect.provide(Context.add(stores, IdempotencyStore, failing))
    )
    const key = IdempotencyKey.make("once")
    const named = { sender: ManagementCaller, key, operation: "any", path: [], body: "", write: () => "" }
    yield* answerOnce(named, createKey(aKey())).pipe(Effect.provide(asManager), Effect.provide(stores))
    yield* TestClock.adjust("24 hours")
    expect(said).toEqual([["old answers of repeated requests could not be deleted", "the disk"]])
    expect(deleted).toEqual(Array.from({ length: 24 }, () => 0))
    yield* TestClock.adjust("1 hour")
    expect(deleted.slice(24)).toEqual([1])
  })
)
