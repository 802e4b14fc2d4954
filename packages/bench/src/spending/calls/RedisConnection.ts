import { once } from "node:events"
import { connect, type Socket } from "node:net"

interface Waiting {
  readonly done: (reply: string) => void
  readonly failed: (cause: Error) => void
}

const lineEnd = "\r\n"

/** A command as RESP has it: an array of texts. */
const written = (words: ReadonlyArray<string>) =>
  `*${words.length}\r\n${words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`).join("")}`

/**
 * A connection to Redis that callers share: what they send in a turn of the event loop is one write, and replies come in order. It reads the
 * replies that the bench needs: a status, an error, an integer or a text in ASCII.
 */
export class RedisConnection {
  readonly #socket: Socket
  readonly #waiting: Array<Waiting> = []
  #unsent: Array<string> = []
  #received = ""
  #ended: Error | null = null

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.setEncoding("latin1").on("data", (text: string) => this.#read(text))
    socket.once("error", (cause) => this.#fail(cause))
    socket.once("close", () => this.#fail(new Error("Redis closed the connection")))
  }

  static async open(port: number): Promise<RedisConnection> {
    const socket = connect({ host: "127.0.0.1", port, noDelay: true })
    await once(socket, "connect")
    return new RedisConnection(socket)
  }

  send(...words: ReadonlyArray<string>): Promise<string> {
    return new Promise((done, failed) => {
      if (this.#ended !== null) return failed(this.#ended)
      this.#waiting.push({ done, failed })
      if (this.#unsent.length === 0) setImmediate(() => this.#flush())
      this.#unsent.push(written(words))
    })
  }

  close(): void {
    this.#fail(new Error("The connection is closed"))
    this.#socket.destroy()
  }

  #flush() {
    const text = this.#unsent.join("")
    this.#unsent = []
    this.#socket.write(text)
  }

  #read(text: string) {
    this.#received += text
    let at = 0
    for (;;) {
      const end = this.#received.indexOf(lineEnd, at)
      if (end < 0) break
      const [type, value] = [this.#received[at], this.#received.slice(at + 1, end)]
      let next = end + lineEnd.length
      let reply = value
      if (type === "$" && value !== "-1") {
        const length = Number(value)
        if (this.#received.length < next + length + lineEnd.length) break
        reply = this.#received.slice(next, next + length)
        next += length + lineEnd.length
      }
      at = next
      const waiting = this.#waiting.shift()
      if (type === "-") waiting?.failed(new Error(value))
      else waiting?.done(reply)
    }
    this.#received = this.#received.slice(at)
  }

  #fail(cause: Error) {
    this.#ended ??= cause
    for (const { failed } of this.#waiting.splice(0)) failed(cause)
  }
}
