import { describe, expect, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { Admission } from "../src/Admission.js"

const tooLong = () => "too long"

/** How many of a crowd are let in. */
const letIn = (admission: Admission<string>) =>
  Effect.gen(function* () {
    const crowd = yield* Effect.replicateEffect(Effect.fork(admission.enter(false)), 20)
    yield* Effect.yieldNow()
    const polled = yield* Effect.forEach(crowd, Fiber.poll)
    const inside = polled.filter(({ _tag }) => _tag === "Some").length
    yield* Fiber.interruptAll(crowd)
    for (let place = 0; place < inside; place++) admission.leave(false)
    return inside
  })

describe("Admission", () => {
  it.live("lets as many in as there is room for, half as many after a clash, and more again as they get through", () =>
    Effect.gen(function* () {
      const admission = new Admission(8, tooLong)
      expect(yield* letIn(admission)).toBe(8)
      yield* admission.enter(false)
      admission.leave(true)
      const after = yield* letIn(admission)
      expect(after).toBe(4)
      for (let round = 0; round < 20; round++) yield* letIn(admission)
      expect(yield* letIn(admission)).toBe(8)
    })
  )

  it.live("always lets one in, and who tries again first", () =>
    Effect.gen(function* () {
      const admission = new Admission(4, tooLong)
      for (let clash = 0; clash < 5; clash++) {
        yield* admission.enter(false)
        admission.leave(true)
      }
      yield* admission.enter(false)
      const order: Array<string> = []
      const enter = (name: string, again: boolean) =>
        Effect.fork(Effect.map(admission.enter(again), () => order.push(name)))
      const fibers = yield* Effect.all([enter("new", false), enter("again", true)])
      yield* Effect.yieldNow()
      admission.leave(true)
      yield* Effect.repeat(Effect.yieldNow(), { until: () => order.length > 0 })
      expect(order).toEqual(["again"])
      yield* Fiber.interruptAll(fibers)
    })
  )
})
