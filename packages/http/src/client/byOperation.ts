import type * as Effect from "effect/Effect"
import type { Operation } from "../api/Operation.js"
import { operations } from "../api/operations.js"

/** Calls one operation. */
export type Call<R = never> = (request: object) => Effect.Effect<unknown, unknown, R>

/** A client with a method for each operation of the contract, under its resource and name. */
export const byOperation = <Client extends object, R = never>(method: (operation: Operation) => Call<R>): Client => {
  const client: Record<string, Record<string, Call<R>>> = {}
  for (const operation of operations) {
    const { name, resource } = operation
    client[resource] = { ...client[resource], [name]: method(operation) }
  }
  // Access by name loses the types, which the caller states. The loop has added every operation of the contract.
  return client as Client
}
