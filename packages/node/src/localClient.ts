import type { Caller, Services } from "@tollgate/core"
import { byOperation, type Client, runProgram } from "@tollgate/http"
import { manage } from "./actAs.js"

/** The operations in process: each program, with the access check of its endpoint. */
export const localClient: Client<unknown, Caller | Services> = byOperation((operation) => {
  const run = runProgram(operation)
  return operation.access === "any key" ? run : (request) => manage(run(request))
})
