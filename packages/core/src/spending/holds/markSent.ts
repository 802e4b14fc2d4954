import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { withSpan } from "../../runtime/withSpan.js"
import { InvalidInput } from "../../schema/InvalidInput.js"
import { requireHold } from "../admission/requireHold.js"
import { HoldEnded } from "../model/Hold.js"
import type { SentRequest } from "../model/HoldInput.js"
import { type HoldRecord, showHold } from "../model/HoldRecord.js"
import { SpendingStore } from "../store/SpendingStore.js"

const expected = "the UUID of a credential of the hold's plan, or null if the plan has the gateway's own"
const outsidePlan = new InvalidInput({ issues: [{ path: ["credential_id"], expected }] })

/**
 * Records that the request was sent to a provider, and the credential that it uses, if one is stated. Call it before each attempt: a
 * settlement that names no credential counts for the last one. From then on, a lease that ends leaves the hold unknown, because the
 * provider may have billed the request.
 *
 * @throws HoldNotFound, HoldEnded, InvalidInput if the plan does not have the credential, StorageFailure.
 */
export const markSent = Effect.fnUntraced(function* (id: string, { credential_id }: SentRequest = {}) {
  const store = yield* SpendingStore
  const now = yield* Clock.currentTimeMillis
  const hold = yield* requireHold(id, (name) =>
    Effect.flatMap(
      store.send(name, now, credential_id),
      (answer): Effect.Effect<Option.Option<HoldRecord>, HoldEnded | InvalidInput> => {
        if (answer._tag === "Ended") return Effect.fail(new HoldEnded({ id: name.id }))
        if (answer._tag === "OutsidePlan") return Effect.fail(outsidePlan)
        return Effect.succeed(answer._tag === "Sent" ? Option.some(answer.hold) : Option.none())
      }
    )
  )
  return showHold(hold)
}, withSpan("spending.markSent"))
