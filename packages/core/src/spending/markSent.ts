import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { withSpan } from "../runtime/withSpan.js"
import { HoldEnded } from "./Hold.js"
import { showHold } from "./HoldRecord.js"
import { requireHold } from "./requireHold.js"
import { SpendingStore } from "./SpendingStore.js"

/**
 * Records that the request was sent to a provider. From then on, a lease that ends leaves the hold unknown, because the provider
 * may have billed the request.
 *
 * @throws HoldNotFound, HoldEnded, StorageFailure.
 */
export const markSent = Effect.fnUntraced(function* (id: string) {
  const store = yield* SpendingStore
  const now = yield* Clock.currentTimeMillis
  const hold = yield* requireHold(id, (name) =>
    Effect.flatMap(store.send(name, now), (answer) => {
      if (answer._tag === "Ended") return Effect.fail(new HoldEnded({ id: name.id }))
      return Effect.succeed(answer._tag === "Sent" ? Option.some(answer.hold) : Option.none())
    })
  )
  return showHold(hold)
}, withSpan("spending.markSent"))
