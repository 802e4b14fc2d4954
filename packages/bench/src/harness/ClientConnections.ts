import { once } from "node:events"
import { connect, type Socket } from "node:net"
import type { Message } from "./Message.js"

/** Milliseconds until the answer to each request, and for all of them together. */
export interface Driven {
  readonly waited: Float64Array
  readonly elapsed: number
}

/** The length of an answer in characters, once its head has arrived. */
const wholeOf = (text: string): number => {
  const end = text.indexOf("\r\n\r\n")
  const length = /^content-length: *(\d+)/im.exec(text.slice(0, end))?.[1]
  if (end >= 0 && length === undefined) throw new Error("An answer does not say how long it is")
  return end < 0 ? Number.POSITIVE_INFINITY : end + 4 + Number(length)
}

/** Calls back with each answer on a socket, one after another. */
const readAnswers = (socket: Socket, onAnswer: (text: string) => void) => {
  let text = ""
  let whole = Number.POSITIVE_INFINITY
  socket.on("data", (chunk: Buffer) => {
    // One character per byte, so that lengths match `Content-Length`.
    text += chunk.toString("latin1")
    if (whole === Number.POSITIVE_INFINITY) whole = wholeOf(text)
    if (text.length < whole) return
    const answer = text
    text = ""
    whole = Number.POSITIVE_INFINITY
    onAnswer(answer)
  })
}

/** Open connections to a server. A minimal client leaves more of the processor to the server than a full HTTP client. */
export class ClientConnections {
  readonly #sockets: ReadonlyArray<Socket>

  private constructor(sockets: ReadonlyArray<Socket>) {
    this.#sockets = sockets
  }

  static async open(port: number, count: number): Promise<ClientConnections> {
    const sockets = Array.from({ length: count }, () => connect({ host: "127.0.0.1", port, noDelay: true }))
    await Promise.all(sockets.map((socket) => once(socket, "connect")))
    return new ClientConnections(sockets)
  }

  /**
   * Sends this many requests, the next on a connection as soon as the last is answered. Rejects if one is answered with a
   * status that it does not expect. Call it once.
   */
  drive(requests: number, requestOf: (n: number) => Message): Promise<Driven> {
    const waited = new Float64Array(requests)
    const began = performance.now()
    let [sent, answered] = [0, 0]
    return new Promise((resolve, reject) => {
      const drive = (socket: Socket) => {
        let n = 0
        let at = 0
        let expected = 0
        const next = () => {
          if (sent === requests) return
          n = sent++
          at = performance.now()
          const { status, text } = requestOf(n)
          expected = status
          socket.write(text, "latin1")
        }
        readAnswers(socket, (answer) => {
          const now = performance.now()
          if (!answer.startsWith(`HTTP/1.1 ${expected} `)) return reject(new Error(`A request was answered ${answer}`))
          waited[n] = now - at
          answered++
          if (answered === requests) return resolve({ waited, elapsed: now - began })
          next()
        })
        socket.once("error", reject).once("close", () => reject(new Error("The server closed a connection")))
        next()
      }
      this.#sockets.forEach(drive)
    })
  }

  close(): void {
    for (const socket of this.#sockets) socket.removeAllListeners("close").destroy()
  }
}
