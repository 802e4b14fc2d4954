import * as Context from "effect/Context"

/** Whether a request may leave out its body, because each of its fields is optional. No body is read as `{}`. */
export class OptionalBody extends Context.Reference<OptionalBody>()("@tollgate/http/OptionalBody", {
  defaultValue: () => false
}) {}
