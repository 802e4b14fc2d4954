import * as Context from "effect/Context"
import * as FiberRef from "effect/FiberRef"
import * as FiberRefs from "effect/FiberRefs"
import * as HashMap from "effect/HashMap"
import * as Logger from "effect/Logger"
import * as Exchange from "./Exchange.js"

/**
 * Puts `request_id` on every line that a request's fibers log, whoever logs it. It is looked up when there is a line, so
 * that a request without any pays nothing for it.
 */
export const namingRequest = (logger: Logger.Logger<unknown, unknown>): Logger.Logger<unknown, unknown> =>
  Logger.make((line) => {
    const { requestId } = Context.get(FiberRefs.getOrDefault(line.context, FiberRef.currentContext), Exchange.Current)
    logger.log({ ...line, annotations: HashMap.set(line.annotations, "request_id", requestId) })
  })
