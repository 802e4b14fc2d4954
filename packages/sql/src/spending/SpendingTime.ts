import * as Context from "effect/Context"

/**
 * Where acts on PostgreSQL take the time from: the server, after the locks, or their arguments, for tests that move the time.
 *
 * @default "server"
 */
export class SpendingTime extends Context.Reference<SpendingTime>()("@tollgate/sql/SpendingTime", {
  defaultValue: (): "server" | "arguments" => "server"
}) {}
