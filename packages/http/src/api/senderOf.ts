import { Caller, type InvalidInput, type LedgerCaller, ManagementCaller, runSender, type Sender } from "@tollgate/core"
import type { RunPlace } from "@tollgate/core/models"
import type * as Effect from "effect/Effect"
import type { Operation } from "./Operation.js"

/** Whose changes the idempotency keys of an operation name, by the body of a request. */
export const senderOf = ({
  access
}: Operation): ((payload: unknown) => Effect.Effect<Sender, InvalidInput, Caller | LedgerCaller | ManagementCaller>) =>
  access === "gateway or management, else 403"
    ? // The changes of this access are those of runs, whose bodies state a place.
      (payload) => runSender(payload as RunPlace)
    : access.startsWith("any key")
      ? () => Caller
      : () => ManagementCaller
