import type * as Effect from "effect/Effect"
import type { Operation } from "../api/Operation.js"
import { operations } from "../api/operations.js"

/** Asks for an operation. */
export type Ask = (request: unknown) => Effect.Effect<unknown, unknown>

type Untyped = Readonly<Record<string, Readonly<Record<string, Ask>>>>

/** A client of every operation of the contract, made of another's methods. */
export const byOperation = <Client extends object>(
  made: object,
  method: (operation: Operation, ask: Ask) => (request: never) => Effect.Effect<unknown, unknown>
): Client => {
  // By name the types are lost; who makes a client states them, and both come from one contract.
  const untyped = made as Untyped
  const client: Record<string, Record<string, unknown>> = {}
  for (const operation of operations) {
    const { id, name, resource } = operation
    const ask = untyped[resource]?.[name]
    if (ask === undefined) throw new Error(`${id} is not in the client.`)
    client[resource] = { ...client[resource], [name]: method(operation, ask) }
  }
  // It has what the loop has put there: every operation of the contract, under its resource and name.
  return client as Client
}
