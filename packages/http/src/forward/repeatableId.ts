import { createHash } from "node:crypto"
import { getHold, type HoldId } from "@tollgate/core"
import { holdIdAt } from "@tollgate/core/storage"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

/** How long a proxy may repeat a request under its name, in milliseconds. */
export const REPEATABLE_MILLIS = 10 * 60_000

/** The ids of an hour have its beginning as their time, so that they follow from the name of the request. */
const HOUR_MILLIS = 60 * 60_000

const idIn = (hour: number, route: string, requestId: string): HoldId =>
  holdIdAt(
    hour,
    createHash("sha256")
      .update(JSON.stringify([route, requestId, hour]))
      .digest()
      .subarray(0, 10)
  )

/**
 * The id of the hold of a request that its proxy names: the same one for each repetition within `REPEATABLE_MILLIS`. At the beginning of an
 * hour, the hold of a request that began in the hour before is looked for.
 *
 * @throws StorageFailure.
 */
export const repeatableId = Effect.fnUntraced(function* (route: string, requestId: string) {
  const now = yield* Clock.currentTimeMillis
  const hour = now - (now % HOUR_MILLIS)
  const id = idIn(hour, route, requestId)
  if (now - hour >= REPEATABLE_MILLIS) return id
  const before = idIn(hour - HOUR_MILLIS, route, requestId)
  return yield* getHold(before).pipe(
    Effect.as(before),
    Effect.catchTag("HoldNotFound", () => Effect.succeed(id))
  )
})
