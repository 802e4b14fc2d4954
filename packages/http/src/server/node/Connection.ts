import type { IncomingMessage, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import type { ProtocolReason } from "../../api/ProtocolRefusal.js"
import { MAX_PIPELINED, MOMENT_MILLIS } from "./limits.js"

/** A request and the response to it. */
export interface RequestResponse {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** Whether its answer is being made or has been made. */
  isAnswering: boolean
  /** Whether the HTTP server is the host's, which then watches over the connection itself. */
  readonly isHosted: boolean
  /** Whether the connection ends after its answer. */
  readonly isLast: () => boolean
}

type Serve = (incoming: RequestResponse) => void

interface QueuedRequest extends RequestResponse {
  readonly serve: Serve
}

/** What a connection needs of its server. */
export interface Host {
  readonly isStopping: boolean
  /** Answers bytes that are no request, and ends the connection. `request` is the unfinished request that they belong to. */
  readonly refuse: (socket: Socket, reason: ProtocolReason, request?: IncomingMessage) => void
}

/**
 * What a connection waits for:
 *
 * - `request`: the client sends a request or does nothing. A refused connection counts here, too.
 * - `client`: the client sends a body or reads an answer.
 * - `server`: the server makes an answer, or a queued request waits for its turn.
 */
export type WaitsFor = "request" | "client" | "server"

/**
 * Runs after a moment, so that bytes on their way can be read first: between sending and reading on one machine lie
 * several turns of the event loop. Uses the system's clock, as all time limits of sockets do.
 */
export const afterMoment = (run: () => void): void => void setTimeout(run, MOMENT_MILLIS)

/**
 * A client's connection. It serves requests one after another, in the order of arrival, so that one client has at most
 * one answer in memory. A request that waits behind another gets its own turn of the event loop, so that a client that
 * pipelines does not delay others. Bytes that are no request are answered after the requests before them.
 */
export class Connection {
  private readonly socket: Socket
  private readonly host: Host
  /** The first one is being served. */
  private readonly queue: Array<QueuedRequest> = []
  /** A request that starts in the next turn of the event loop. */
  private next: QueuedRequest | null = null
  private latest: IncomingMessage | null = null
  private ending: (() => void) | null = null
  /** Whether the queue has overflowed. The connection then ends after the last request in it. */
  private isFull = false
  private overflow = 0
  /** `bytesRead` when the last request was answered. */
  private readAtAnswer = 0
  /** `bytesRead` at the last call of `hasSent`. */
  private readAtCheck = 0

  constructor(socket: Socket, host: Host) {
    this.socket = socket
    this.host = host
  }

  get waitsFor(): WaitsFor {
    const [current] = this.queue
    if (current === undefined) return "request"
    return current === this.next || (current.isAnswering && !current.response.writableEnded) ? "server" : "client"
  }

  /** Whether the client has sent anything since the last call. */
  hasSent(): boolean {
    const { bytesRead } = this.socket
    const hasSent = bytesRead !== this.readAtCheck
    this.readAtCheck = bytesRead
    return hasSent
  }

  /** Queues a request and serves it in its turn. */
  enqueue(request: IncomingMessage, response: ServerResponse, serve: Serve): void {
    if (this.ending !== null) return
    if (this.isFull || this.queue.length >= MAX_PIPELINED) {
      this.ignore()
      return
    }
    this.latest = request
    const isLast = () => (this.host.isStopping || this.isFull) && this.queue.length === 1 && this.ending === null
    const queued: QueuedRequest = { request, response, isAnswering: false, isHosted: false, isLast, serve }
    response.on("close", () => this.finish(queued))
    if (this.queue.push(queued) > 1) return
    // Which request is the last one is known only after everything sent together with it has been read.
    if (this.host.isStopping) afterMoment(() => this.start(queued))
    else this.start(queued)
  }

  /** Ends the connection with one answer to bytes that are no request, or no body of the request before them. */
  fail(reason: ProtocolReason): void {
    if (this.ending !== null || this.isFull) return
    const unfinished = this.latest?.complete === false ? this.latest : undefined
    const refuse = () => this.host.refuse(this.socket, reason, unfinished)
    if (unfinished === undefined) this.ending = refuse
    else if (this.queue.at(-1)?.isAnswering === false) {
      this.queue.pop()
      this.ending = refuse
    } else {
      // The request has its answer.
      this.ending = () => this.socket.destroySoon()
    }
    if (this.queue.length === 0) this.ending()
  }

  /** Closes the connection if no request is under way on it. */
  closeIfIdle(): void {
    const isIdle = this.queue.length === 0 && this.ending === null && this.latest?.complete !== false
    if (isIdle && this.socket.bytesRead === this.readAtAnswer) this.socket.destroy()
  }

  /** RFC 9112, section 9.3.2: a client that pipelines must expect the connection to end before all its requests are answered. */
  private ignore(): void {
    this.isFull = true
    this.overflow++
    // Unread bytes reset the connection when it closes, and answers on their way are lost. Reading on costs memory.
    if (this.overflow === MAX_PIPELINED) this.socket.pause()
  }

  private start(queued: QueuedRequest): void {
    if (this.queue[0] === queued && !this.socket.destroyed) queued.serve(queued)
  }

  private startNextTurn(queued: QueuedRequest): void {
    this.next = queued
    setImmediate(() => {
      this.next = null
      this.start(queued)
    })
  }

  private finish(queued: QueuedRequest): void {
    if (this.queue[0] !== queued) return
    this.queue.shift()
    this.readAtAnswer = this.socket.bytesRead
    if (!queued.response.shouldKeepAlive) {
      // The connection ends here (RFC 9112, section 9.6), so answers to later requests would not arrive.
      this.queue.length = 0
      return
    }
    const [next] = this.queue
    if (next !== undefined) this.startNextTurn(next)
    else this.ending?.()
    if (this.host.isStopping) afterMoment(() => this.closeIfIdle())
  }
}
