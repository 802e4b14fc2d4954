import type { Caller, Services } from "@tollgate/core"
import { byOperation, type Client, runProgram } from "@tollgate/http"
import { manage, readLedger, spend } from "./actAs.js"
import { answeringOnce } from "./answeringOnce.js"

/** The operations in process: each program, with the access check of its endpoint. */
export const localClient: Client<unknown, Caller | Services> = byOperation((operation) => {
  const run = answeringOnce(operation, runProgram(operation))
  switch (operation.access) {
    case "any key, else 401":
    case "any key, else 403":
    case "any or gateway key":
      return run
    case "gateway, else 403":
      return (request) => spend(run(request))
    case "gateway or management, else 403":
      return (request) => readLedger(run(request))
    default:
      return (request) => manage(run(request))
  }
})
