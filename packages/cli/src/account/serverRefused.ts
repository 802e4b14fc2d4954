import { InvalidCredential } from "@tollgate/core"
import { AccountRefused } from "./AccountRefused.js"

/** Adds what to correct to the refusal of a server, or to the failure to reach it. */
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
