import type * as Effect from "effect/Effect"
import type { Operation } from "../api/Operation.js"
import { operations } from "../api/operations.js"

/** Calls one operation. */
export type Send = (request: unknown) => Effect.Effect<unknown, unknown>

type Untyped = Readonly<Record<string, Readonly<Record<string, Send>>>>

/** Wraps each method of a client of the contract. */
export const byOperation = <Client extends object>(
  made: object,
  method: (operation: Operation, send: Send) => (request: never) => Effect.Effect<unknown, unknown>
): Client => {
  // Access by name loses the types. The caller states them, and both clients come from one contract.
  const untyped = made as Untyped
  const client: Record<string, Record<string, unknown>> = {}
  for (const operation of operations) {
    const { id, name, resource } = operation
    const send = untyped[resource]?.[name]
    if (send === undefined) throw new Error(`${id} is not in the client.`)
    client[resource] = { ...client[resource], [name]: method(operation, send) }
  }
  // The loop has added every operation of the contract under its resource and name.
  return client as Client
}
