import { InvalidCredential } from "@tollgate/core"
import { AccountRefused } from "./AccountRefused.js"

/** Adds to what a server refuses, or to that there is none, what to correct. */
export const serverRefused = (error: Error): Error => {
  if (error instanceof InvalidCredential) {
    return new AccountRefused({
      why: `${error.message} Set TOLLGATE_KEY to a management key or an API key of the server at --url.`
    })
  }
  // A 500 says nothing about the address.
  return "reason" in error && error.reason !== "server_error" && error.name === "RequestFailed"
    ? new AccountRefused({ why: `${error.message} Start the server, or correct the address in --url.` })
    : error
}
