import type { Socket } from "node:net"
import type { Duplex } from "node:stream"
import { Connection, type Host, type WaitsFor } from "./Connection.js"

/** How often the server looks which connections have sent something, in milliseconds. */
const CHECK_MILLIS = 1_000

/**
 * The open connections of a server.
 *
 * At the limit a new connection takes the place of the one that has sent nothing for longest, of those on which no request
 * is under way. If there is none, of those whose client has yet to send a body or read an answer. A connection for which
 * the server makes an answer keeps its place; if all do, the new one is closed.
 */
export class Connections implements Host {
  /** Whether the server stops. The next answer on each connection is then its last. */
  isStopping = false
  /** How many connections have been accepted so far. */
  accepted = 0
  /** In the order in which they have last sent something. */
  private readonly open = new Map<Duplex, Connection>()
  private readonly max: number
  private readonly check: NodeJS.Timeout
  readonly refuse: Host["refuse"]

  constructor(max: number, refuse: Host["refuse"]) {
    this.max = max
    this.refuse = refuse
    this.check = setInterval(() => this.sort(), CHECK_MILLIS).unref()
  }

  add(socket: Socket): void {
    this.accepted++
    // Node.js removes its own listener before it hands over a CONNECT, and an unhandled error ends the process.
    socket.on("error", () => {})
    if (this.open.size >= this.max && !this.makeRoom()) {
      socket.destroy()
      return
    }
    this.open.set(socket, new Connection(socket, this))
    socket.once("close", () => this.open.delete(socket))
  }

  /** Uses the connection of a socket if it is still open. */
  with(socket: Duplex, use: (connection: Connection) => void): void {
    const connection = this.open.get(socket)
    if (connection !== undefined) use(connection)
  }

  get isEmpty(): boolean {
    return this.open.size === 0
  }

  closeIdle(): void {
    for (const connection of this.open.values()) connection.closeIfIdle()
  }

  destroyAll(): void {
    for (const socket of this.open.keys()) socket.destroy()
  }

  /** Ends the checks of what has been sent. Call it when the server has closed. */
  dispose(): void {
    clearInterval(this.check)
  }

  /** Moves the connections that have sent something since the last call to the end. Node.js has no event for it. */
  private sort(): void {
    for (const [socket, connection] of this.open) {
      if (!connection.hasSent()) continue
      this.open.delete(socket)
      this.open.set(socket, connection)
    }
  }

  private makeRoom(): boolean {
    this.sort()
    const [socket] = this.first("request") ?? this.first("client") ?? []
    socket?.destroy()
    return socket !== undefined && this.open.delete(socket)
  }

  private first(waitsFor: WaitsFor) {
    return [...this.open].find(([, connection]) => connection.waitsFor === waitsFor)
  }
}
