import { describe, expect, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { Slice } from "../../src/memory/Slice.js"
import { StateOverlay } from "../../src/memory/StateOverlay.js"

const names = new Slice<ReadonlyArray<string>>("names", [])
const add = (overlay: StateOverlay, name: string) =>
  overlay.change((state) => [name, names.write(state, [...names.read(state), name])])
const opened = () => new StateOverlay({})
const turns = Effect.replicateEffect(Effect.yieldNow(), 10)

describe("A state while a draft over it is open", () => {
  it.effect("is changed after it, by each who waits", () =>
    Effect.gen(function* () {
      const committed = opened()
      const gate = yield* Deferred.make<void>()
      const drafting = yield* Effect.fork(
        committed.attempt((draft) => Effect.zipRight(add(draft, "draft"), Deferred.await(gate)))
      )
      yield* turns
      const waiting = yield* Effect.forEach(["first", "second"], (name) => Effect.fork(add(committed, name)))
      yield* turns
      expect(names.read(committed.state)).toEqual([])
      yield* Deferred.succeed(gate, undefined)
      yield* Fiber.join(drafting)
      yield* Fiber.join(Fiber.all(waiting))
      expect(names.read(committed.state)).toEqual(["draft", "first", "second"])
    })
  )

  it.effect("is passed over by drafts that waited for it, if it is closed before their turn", () =>
    Effect.gen(function* () {
      const committed = opened()
      const waiting: Array<Fiber.RuntimeFiber<unknown, unknown>> = []
      yield* committed.attempt((outer) =>
        outer.attempt(() =>
          Effect.gen(function* () {
            for (const name of ["first", "second", "third"]) {
              waiting.push(yield* Effect.forkDaemon(outer.attempt((draft) => add(draft, name))))
            }
            yield* turns
          })
        )
      )
      yield* Effect.forEach(waiting, Fiber.join)
      yield* add(committed, "last")
      expect(names.read(committed.state)).toEqual(["first", "second", "third", "last"])
    })
  )
})
