import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as DefaultServices from "effect/DefaultServices"
import type * as Fiber from "effect/Fiber"

/** The clock of a fiber. For code that reads the time without an effect, because a step of the fiber costs more than the rest of that code. */
export const clockOf = (fiber: Fiber.RuntimeFiber<unknown, unknown>): Clock.Clock =>
  Context.get(fiber.getFiberRef(DefaultServices.currentServices), Clock.Clock)
