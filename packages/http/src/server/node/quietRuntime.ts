import * as Effect from "effect/Effect"
import * as FiberRef from "effect/FiberRef"
import * as FiberRefs from "effect/FiberRefs"
import * as HashSet from "effect/HashSet"
import * as Logger from "effect/Logger"
import * as Runtime from "effect/Runtime"

/**
 * The runtime for what is mounted in a host: without the logger that Effect has by default, since that writes to the host's
 * output. Whatever logger the host has put there is told everything.
 */
export const quietRuntime = Effect.map(Effect.runtime(), (runtime) => {
  const loggers = FiberRefs.getOrDefault(runtime.fiberRefs, FiberRef.currentLoggers)
  return Runtime.setFiberRef(runtime, FiberRef.currentLoggers, HashSet.remove(loggers, Logger.defaultLogger))
})
