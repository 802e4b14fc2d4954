import type { Socket } from "node:net"
import type { Duplex } from "node:stream"
import { Connection, type Host } from "./Connection.js"

/** The connections of a server that are open. */
export class Connections implements Host {
  /** Whether the server stops, so that each answer is the last one of its connection. */
  isStopping = false
  /** How many there have been. */
  accepted = 0
  private readonly open = new Map<Duplex, Connection>()
  readonly refuse: Host["refuse"]

  constructor(refuse: Host["refuse"]) {
    this.refuse = refuse
  }

  add(socket: Socket): void {
    this.accepted++
    this.open.set(socket, new Connection(socket, this))
    socket.once("close", () => this.open.delete(socket))
    // Node.js takes its own listener away before it hands over a CONNECT, and an error that nobody hears ends the process.
    socket.on("error", () => {})
  }

  /** Does something with a socket's connection, where that is open still. */
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
}
