import net from "node:net"
import * as Effect from "effect/Effect"
import { type Answer, unanswered } from "./Answer.js"
import { parseAnswers } from "./parseAnswers.js"

/** How long to wait for an unexpected further answer, in milliseconds. */
const SURPLUS = 300

interface RawOptions {
  /** How long to wait for the next bytes, in milliseconds. */
  readonly within: number
  /** The expected number of answers; a further one is then noticed. Without it, one answer ends the exchange. */
  readonly answers: number | undefined
}

/**
 * Writes bytes to a bare connection and reads until the expected answers are complete, the server closes the connection, or
 * no byte arrives for `within` milliseconds. After the answers it waits only where something that should not follow could:
 * a further answer, or the body of an answer to HEAD.
 */
export const sendRaw = (url: URL, text: string, { answers, within }: RawOptions): Effect.Effect<Answer> =>
  Effect.async<Answer>((resume) => {
    const bodiless = text.startsWith("HEAD ")
    const toTheEnd = bodiless || answers !== undefined
    const socket = net.connect(Number(url.port || 80), url.hostname.replace(/^\[|\]$/g, ""))
    let received = ""
    const finish = () => {
      socket.destroy()
      resume(Effect.succeed(parseAnswers(received, bodiless).first))
    }
    socket.setEncoding("latin1")
    // The socket's idle limit: each byte restarts it, which a timeout around this effect could not do.
    socket.setTimeout(within)
    socket.on("data", (chunk: string) => {
      received += chunk
      const { complete, first } = parseAnswers(received, bodiless)
      if (!complete || first.answers < (answers ?? 1)) return
      if (!toTheEnd) return finish()
      socket.setTimeout(SURPLUS)
    })
    socket.on("timeout", finish)
    socket.on("close", finish)
    // Some servers reset the connection after an answer that refuses the rest of the request. `close` follows.
    socket.on("error", () => undefined)
    socket.write(Buffer.from(text, "latin1"))
    return Effect.sync(() => socket.destroy())
  }).pipe(
    Effect.timeoutTo({
      duration: within + 20_000,
      onSuccess: (answer) => answer,
      onTimeout: () => unanswered("the answer does not end")
    })
  )
