import type { Caller, ManagementCaller, Services } from "@tollgate/core"
import { type Client, operations, programs } from "@tollgate/http"
import type * as Effect from "effect/Effect"
import { manage } from "./actAs.js"

type Request = Readonly<Record<string, unknown>>
type Program = (request: Request) => Effect.Effect<unknown, unknown, Caller | ManagementCaller | Services>
type Untyped<A> = Readonly<Record<string, Readonly<Record<string, A>>>>

const make = (): Client<unknown, Caller | Services> => {
  // Access by name loses the types. The type of `programs` has checked that each endpoint has its program.
  const untyped = programs as unknown as Untyped<Program>
  const client: Record<string, Record<string, unknown>> = {}
  for (const { access, name, resource } of operations) {
    const program = untyped[resource]?.[name]
    if (program === undefined) throw new Error(`${resource}.${name} has no program.`)
    const run = access === "any key" ? program : (request: Request) => manage(program(request))
    client[resource] = { ...client[resource], [name]: run }
  }
  // The loop has added every operation of the contract under its resource and name.
  return client as unknown as Client<unknown, Caller | Services>
}

/** The operations in process: each program, with the access check of its endpoint. */
export const localClient = make()
