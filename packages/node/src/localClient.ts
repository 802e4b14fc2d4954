import { Caller, ManagementCaller, requireManagement, type Services } from "@tollgate/core"
import { type Client, operations, programs } from "@tollgate/http"
import * as Effect from "effect/Effect"

type Request = Readonly<Record<string, unknown>>
type Program = (request: Request) => Effect.Effect<unknown, unknown, Caller | ManagementCaller | Services>
type Untyped<A> = Readonly<Record<string, Readonly<Record<string, A>>>>

/** Runs a program that manages the account for the caller, who must have the right to. */
export const manage = <A, E, R>(program: Effect.Effect<A, E, R>) =>
  Effect.provideServiceEffect(program, ManagementCaller, Effect.flatMap(Caller, requireManagement))

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
