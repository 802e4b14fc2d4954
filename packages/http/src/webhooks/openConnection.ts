import { connect, isIP, type Socket } from "node:net"
import { connect as connectSecurely, type TLSSocket } from "node:tls"
import { WebhookUnreachable } from "@tollgate/core"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { unsentByTls, unsentReason } from "./unsentReason.js"

/** How long an address may take to be connected to while there is another one. */
export const NEXT_ADDRESS = Duration.seconds(2)

/** Sockets that are destroyed when the exchange ends, in whatever way. */
export type Opened = Set<Socket>

/**
 * Waits for an event of a socket. Fails if the socket fails or closes before. What the socket emits before or after is lost, so the wait begins
 * in the turn in which the socket is made.
 */
const settled = <S extends Socket>(
  opened: Opened,
  make: () => S,
  event: "connect" | "secureConnect",
  reasonOf: (error: unknown) => string
): Effect.Effect<S, WebhookUnreachable> =>
  Effect.async((resume) => {
    const fail = (reason: string) => resume(new WebhookUnreachable({ reason }))
    const socket = make()
    opened.add(socket)
    // The listener stays: without one, a later error would end the process.
    socket.on("error", (error) => fail(reasonOf(error)))
    socket.once("close", () => fail(reasonOf({ code: "ECONNRESET" })))
    socket.once(event, () => resume(Effect.succeed(socket)))
    return Effect.sync(() => socket.destroy())
  })

/**
 * Connects to an address, which is no name, so that nothing is looked up, and judges the address of the connection. Nothing was written yet.
 */
export const connectTo = (
  opened: Opened,
  { address, port }: { readonly address: string; readonly port: number },
  mayConnect: (address: string) => boolean
): Effect.Effect<Socket, WebhookUnreachable> =>
  Effect.suspend(() => {
    if (isIP(address) === 0 || !mayConnect(address)) return new WebhookUnreachable({ reason: "refused address" })
    // It does not keep the process alive: who ends it sends the message later.
    const make = () => connect({ host: address, port, autoSelectFamily: false }).unref()
    return Effect.flatMap(settled(opened, make, "connect", unsentReason), (socket) => {
      const { remoteAddress = "" } = socket
      return mayConnect(remoteAddress) ? Effect.succeed(socket) : new WebhookUnreachable({ reason: "refused address" })
    })
  })

/** Agrees upon TLS over a connection, with a certificate that is valid for the host, whatever the environment allows. */
export const secure = (
  opened: Opened,
  socket: Socket,
  host: string,
  ca: string | undefined
): Effect.Effect<TLSSocket, WebhookUnreachable> => {
  const name = host.replace(/\.$/, "")
  const options = {
    socket,
    host: name,
    // A literal address is no server name (RFC 6066, section 3).
    servername: isIP(name) === 0 ? name : "",
    ALPNProtocols: ["http/1.1"],
    rejectUnauthorized: true,
    ...(ca !== undefined && { ca })
  }
  return settled(opened, () => connectSecurely(options), "secureConnect", unsentByTls)
}
