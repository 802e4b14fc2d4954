import * as FiberRef from "effect/FiberRef"
import * as LogLevel from "effect/LogLevel"
import * as Runtime from "effect/Runtime"

/** Turns off spans and log lines: a library does not write to its host's output. */
export const quiet = <R>(runtime: Runtime.Runtime<R>): Runtime.Runtime<R> =>
  runtime.pipe(
    Runtime.setFiberRef(FiberRef.currentTracerEnabled, false),
    Runtime.setFiberRef(FiberRef.currentMinimumLogLevel, LogLevel.None)
  )
