import type { Caller, ManagementCaller, Services } from "@tollgate/core"
import { type Client, operations, programs } from "@tollgate/http"
import type * as Effect from "effect/Effect"
import { manage } from "./actAs.js"

type Request = Readonly<Record<string, unknown>>
type Program = (request: Request) => Effect.Effect<unknown, unknown, Caller | ManagementCaller | Services>
type Untyped<A> = Readonly<Record<string, Readonly<Record<string, A>>>>

const make = (): Client<unknown, Caller | Services> => {
  // By name the types are lost; that each endpoint has the program it needs, `programs` has checked.
  const untyped = programs as unknown as Untyped<Program>
  const client: Record<string, Record<string, unknown>> = {}
  for (const { name, resource, right } of operations) {
    const program = untyped[resource]?.[name]
    if (program === undefined) throw new Error(`${resource}.${name} has no program.`)
    const ask = right === "any key" ? program : (request: Request) => manage(program(request))
    client[resource] = { ...client[resource], [name]: ask }
  }
  // It has what the loop has put there: every operation of the contract, under its resource and name.
  return client as unknown as Client<unknown, Caller | Services>
}

/** The operations in process: each program, for the caller that its endpoint would let in. */
export const localClient = make()
