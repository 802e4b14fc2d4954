import { describe, expect, it } from "@effect/vitest"
import { Memory } from "@tollgate/core"
import { GuardrailStore, KeyStore, OrganizationStore, Transaction, WorkspaceStore } from "@tollgate/core/storage"
import { type Context, Effect, Exit, Layer } from "effect"
import { runs } from "../../../test/runs.js"
import { findHalfDone } from "../src/contracts/findHalfDone.js"

/** Turns of a fiber before a call: with fewer, hardly any interruption falls between two calls of a transaction. */
const TURNS = 4

/** A port whose calls suspend before they do something, so that they can be interrupted there. */
const suspending = <I, S extends object>(port: Context.Tag<I, S>) =>
  Layer.effect(
    port,
    Effect.map(port, (store) => {
      const methods = Object.entries(store).map(([name, method]) => [
        name,
        typeof method === "function"
          ? (...args: ReadonlyArray<unknown>) =>
              Effect.zipRight(Effect.repeatN(Effect.yieldNow(), TURNS), method(...args))
          : method
      ])
      // The same methods, with the same types.
      return Object.fromEntries(methods) as S
    })
  )

const ports = Layer.mergeAll(
  suspending(GuardrailStore),
  suspending(KeyStore),
  suspending(OrganizationStore),
  suspending(WorkspaceStore)
)

/** The stores in memory, with some of their ports replaced. */
const memoryWith = <R extends Layer.Layer.Success<typeof Memory.layer>>(replaced: Layer.Layer<R, never, R>) =>
  Layer.provideMerge(replaced, Layer.provideMerge(ports, Memory.layer))

const right = memoryWith(Layer.effect(Transaction, Transaction))

const committing = Layer.effect(
  Transaction,
  Effect.map(Transaction, (transaction) => ({
    ...transaction,
    run: (effect) =>
      Effect.uninterruptibleMask((restore) =>
        Effect.flatten(
          transaction.run(
            Effect.flatMap(Effect.exit(restore(effect)), (exit) =>
              Exit.isInterrupted(exit) ? Effect.succeed(exit) : Effect.map(exit, Exit.succeed)
            )
          )
        )
      )
  }))
)

const updatingTwice = Layer.effect(
  KeyStore,
  Effect.map(KeyStore, (keys) => ({
    ...keys,
    update: (organizationId, hash, { name, ...rest }, at) =>
      keys
        .update(organizationId, hash, name === undefined ? {} : { name }, at)
        // Long enough for an interruption.
        .pipe(Effect.zipLeft(Effect.repeatN(Effect.yieldNow(), 30)))
        .pipe(Effect.zipRight(keys.update(organizationId, hash, rest, at)))
  }))
)

// It ends at the first half that it finds, which with these seeds is an early one.
const numRuns = 300

describe("findHalfDone", () => {
  it.live("finds nothing in stores that do an interrupted call completely or not at all", () =>
    Effect.gen(function* () {
      expect(yield* findHalfDone("memory", right, { seed: 7, numRuns: runs(4, 8) })).toBeUndefined()
    })
  )

  for (const [name, broken, seed] of [
    ["that commits what an interrupted transaction has done", memoryWith(committing), 53],
    ["that changes a key by two writes", memoryWith(updatingTwice), 8]
  ] as const) {
    it.live(`finds the half that is left by a store ${name}`, () =>
      Effect.gen(function* () {
        expect(yield* findHalfDone("a broken store", broken, { numRuns, seed })).toMatch(
          new RegExp(
            `^a broken store is half way after an interruption of .+: .+ is .+; done, it is .+\\. \\(Seed ${seed}\\.\\)$`,
            "s"
          )
        )
      })
    )
  }
})
