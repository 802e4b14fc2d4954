import type { HoldRecord } from "@tollgate/core/storage"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Database } from "../../transaction/Database.js"
import type { Leases } from "./Leases.js"

/**
 * Notes the leases of the holds in the answers of acts. What an open transaction has ended may be undone, so those leases stay noted until
 * they are looked for.
 */
export const noteLeases =
  ({ isInTransaction }: Pick<Context.Tag.Service<Database>, "isInTransaction">, leases: Leases) =>
  <A, E, R>(act: Effect.Effect<A, E, R>, holdsIn: (answer: A) => Iterable<HoldRecord>) =>
    Effect.flatMap(act, (answer) =>
      Effect.map(isInTransaction, (isJoining) => {
        for (const hold of holdsIn(answer)) {
          if (hold.state === "open") leases.granted(hold)
          else if (!isJoining) leases.ended(hold.id)
        }
        return answer
      })
    )
