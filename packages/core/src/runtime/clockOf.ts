import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as DefaultServices from "effect/DefaultServices"
import type * as Fiber from "effect/Fiber"

/** The clock of a fiber, where a step of the fiber for the time would cost more than what is done with it. */
export const clockOf = (fiber: Fiber.RuntimeFiber<unknown, unknown>): Clock.Clock =>
  Context.get(fiber.getFiberRef(DefaultServices.currentServices), Clock.Clock)
