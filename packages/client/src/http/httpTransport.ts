import { operations } from "#operations"
import { InvalidCredential, InvalidInput } from "#refusals"
import { IDEMPOTENCY_KEY, IDEMPOTENCY_KEY_WORDS, isVisible } from "#shared"
import type { CallOptions, OperationName, Request, Transport } from "../Transport.js"
import type { Calls } from "./Calls.js"
import { handingOver } from "./handingOver.js"
import type { Server } from "./Server.js"
import { send } from "./send.js"
import { writeRequest } from "./writeRequest.js"

/** A key that no other change has: 128 random bits. */
const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("")

const checkKey = ({ idempotencyKey: key }: CallOptions): void => {
  if (key === undefined || (typeof key === "string" && IDEMPOTENCY_KEY.test(key))) return
  throw new InvalidInput({ issues: [{ path: ["idempotencyKey"], expected: IDEMPOTENCY_KEY_WORDS }] })
}

/** The operations of a server by HTTP, for the holder of a key. The server judges the input. */
export const httpTransport = (server: Server, secret: string, { run }: Calls): Transport => {
  const sendAs = (name: OperationName, request: Request, options: CallOptions, signal?: AbortSignal) => {
    // The error of a request that cannot carry the key would contain it.
    if (!isVisible(secret)) throw new InvalidCredential()
    const operation = operations[name]
    const named = operation.takesIdempotencyKey ? { "idempotency-key": options.idempotencyKey ?? newKey() } : {}
    const sent = writeRequest(operation, request, { authorization: `Bearer ${secret}`, ...named })
    return send(server, operation, request, sent, signal)
  }
  const authorize = handingOver(
    (request, signal) => sendAs("authorize", request, {}, signal),
    (request, signal) => sendAs("release", request, {}, signal)
  )
  return {
    run: (name, request, options = {}) =>
      run(async (signal) => {
        checkKey(options)
        return name === "authorize" ? authorize(request, signal) : sendAs(name, request, options, signal)
      }, options.signal)
  }
}
