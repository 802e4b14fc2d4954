import * as Effect from "effect/Effect"
import type { OrganizationId } from "../values/Id.js"

interface Turn {
  readonly semaphore: Effect.Semaphore
  /** How many have the turn or wait for it. */
  count: number
}

const all = new WeakMap<object, Map<OrganizationId, Turn>>()

/** The turns of the organizations of a store. */
const turnsOf = (store: object): Map<OrganizationId, Turn> => {
  const turns = all.get(store) ?? new Map<OrganizationId, Turn>()
  all.set(store, turns)
  return turns
}

/**
 * Runs effects of an organization one after another. They would wait for the same locks, and meanwhile take the connections of other
 * organizations.
 */
export const inTurn = <A, E, R>(store: object, organization: OrganizationId, effect: Effect.Effect<A, E, R>) =>
  Effect.acquireUseRelease(
    Effect.sync(() => {
      const turns = turnsOf(store)
      const turn = turns.get(organization) ?? { semaphore: Effect.unsafeMakeSemaphore(1), count: 0 }
      turn.count += 1
      turns.set(organization, turn)
      return turn
    }),
    ({ semaphore }) => semaphore.withPermits(1)(effect),
    (turn) =>
      Effect.sync(() => {
        turn.count -= 1
        if (turn.count === 0) turnsOf(store).delete(organization)
      })
  )
