import { PendingEntry, pendingEntry } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"

const stored = () => {
  const entry = new PendingEntry(
    {
      created_at: 0,
      actor_kind: "host",
      actor_hash: null,
      actor_user_id: null,
      action: "",
      request_id: null,
      address: null
    },
    { organization_id: "", object: null, fields: {} }
  )
  entry.release(true)
  return entry
}

/** Runs a program as part of a change whose entry is stored already: it leaves none of its own. What is written by hand has none, either. */
export const unaudited = Effect.locally(pendingEntry, stored())
