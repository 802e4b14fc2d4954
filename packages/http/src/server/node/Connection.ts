import type { IncomingMessage, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import type { ProtocolReason } from "../../api/ProtocolRefusal.js"
import { afterMoment } from "./afterMoment.js"
import { MAX_PIPELINED } from "./limits.js"

/** A request with the answer to it. */
export interface RequestResponse {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** Set once it is being answered, whatever else may come of it. */
  answering: boolean
  /** Whether the server is another's, who then watches over the connection. */
  readonly isHosted: boolean
  /** Whether its answer ends the connection. */
  readonly isLast: () => boolean
}

interface Waiting extends RequestResponse {
  readonly serve: (turn: RequestResponse) => void
}

/** What a connection needs of its server. */
export interface Host {
  readonly isStopping: boolean
  /** Answers what is no request, and ends the connection. */
  readonly refuse: (socket: Socket, reason: ProtocolReason) => void
}

/**
 * A client's connection. Its requests are served one after another, in the order in which they came, so that one
 * client has no more answers in memory than one; and what comes after them and is no request is answered after them.
 */
export class Connection {
  private readonly socket: Socket
  private readonly host: Host
  /** The first one is being served. */
  private readonly turns: Array<Waiting> = []
  private latest: IncomingMessage | null = null
  private ending: (() => void) | null = null
  /** Whether more has come than may wait, so that the answers to what waits are the last ones. */
  private isFull = false
  private turnedAway = 0
  /** How much had been read when the last request was settled. */
  private read = 0

  constructor(socket: Socket, host: Host) {
    this.socket = socket
    this.host = host
  }

  /** Serves a request, once it is its turn. */
  take(request: IncomingMessage, response: ServerResponse, serve: (turn: RequestResponse) => void): void {
    if (this.ending !== null) return
    if (this.isFull || this.turns.length >= MAX_PIPELINED) {
      this.turnAway()
      return
    }
    this.latest = request
    const isLast = () => (this.host.isStopping || this.isFull) && this.turns.length === 1 && this.ending === null
    const turn: Waiting = { request, response, answering: false, isHosted: false, isLast, serve }
    response.on("close", () => this.settle(turn))
    if (this.turns.push(turn) > 1) return
    // Whether it is the last one is known once all is read that came with it.
    if (this.host.isStopping) afterMoment(() => this.begin(turn))
    else this.begin(turn)
  }

  /** What came is no request, or not what a request said that would come: the connection ends, after one answer to it. */
  fail(reason: ProtocolReason): void {
    if (this.ending !== null || this.isFull) return
    const refuse = () => this.host.refuse(this.socket, reason)
    const isWithin = this.latest?.complete === false
    if (!isWithin) this.ending = refuse
    else if (this.turns.at(-1)?.answering === false) {
      this.turns.pop()
      this.ending = refuse
    } else {
      // The request that it belongs to has its answer.
      this.ending = () => this.socket.destroySoon()
    }
    if (this.turns.length === 0) this.ending()
  }

  /** Closes it where nothing is under way on it. */
  closeIfIdle(): void {
    const isIdle = this.turns.length === 0 && this.ending === null && this.latest?.complete !== false
    if (isIdle && this.socket.bytesRead === this.read) this.socket.destroy()
  }

  /** RFC 9112, section 9.3.2: whoever pipelines must expect that a connection ends before all of it is answered. */
  private turnAway(): void {
    this.isFull = true
    this.turnedAway++
    // What is left unread at the end resets the connection, and answers on their way with it; but it costs memory.
    if (this.turnedAway === MAX_PIPELINED) this.socket.pause()
  }

  private begin(turn: Waiting): void {
    if (this.turns[0] === turn && !this.socket.destroyed) turn.serve(turn)
  }

  private settle(turn: Waiting): void {
    if (this.turns[0] !== turn) return
    this.turns.shift()
    this.read = this.socket.bytesRead
    if (!turn.response.shouldKeepAlive) {
      // It ends here (RFC 9112, section 9.6): nobody would hear of what is behind.
      this.turns.length = 0
      return
    }
    const [next] = this.turns
    if (next !== undefined) this.begin(next)
    else this.ending?.()
    if (this.host.isStopping) afterMoment(() => this.closeIfIdle())
  }
}
