import * as Effect from "effect/Effect"
import * as FiberRef from "effect/FiberRef"
import * as FiberRefs from "effect/FiberRefs"
import * as HashSet from "effect/HashSet"
import * as Logger from "effect/Logger"
import * as Runtime from "effect/Runtime"

/**
 * The current runtime without Effect's default logger, which writes to standard output: a mounted handler must not write to
 * its host's output. Loggers that the host adds stay.
 */
export const quietRuntime = Effect.map(Effect.runtime(), (runtime) => {
  const loggers = FiberRefs.getOrDefault(runtime.fiberRefs, FiberRef.currentLoggers)
  return Runtime.setFiberRef(runtime, FiberRef.currentLoggers, HashSet.remove(loggers, Logger.defaultLogger))
})
