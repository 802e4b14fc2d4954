import * as Context from "effect/Context"

/**
 * The path under which a host mounts the HTTP API, such as `/tollgate` for `/tollgate/api/v1`. Paths in responses begin with
 * it.
 *
 * @default ""
 */
export class BasePath extends Context.Reference<BasePath>()("@tollgate/core/BasePath", {
  defaultValue: () => ""
}) {}
