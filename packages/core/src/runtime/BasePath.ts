import * as Context from "effect/Context"

/**
 * The path at which a host offers the HTTP API: empty, or such as `/tollgate` for `/tollgate/api/v1`. Paths that stand in
 * answers begin with it.
 */
export class BasePath extends Context.Reference<BasePath>()("@tollgate/core/BasePath", {
  defaultValue: () => ""
}) {}
