import net from "node:net"
import * as Effect from "effect/Effect"
import { type Answer, unanswered } from "./Answer.js"
import { parseAnswers } from "./parseAnswers.js"

/** How long a connection says nothing more before it is taken to have said everything, in milliseconds. */
const QUIET = 300

/**
 * Writes bytes to a bare connection and reads until the answer is whole, the server closes, or nothing comes for
 * `within` milliseconds. Where `toTheEnd`, a whole answer is not enough: more than one may come.
 */
export const sendRaw = (
  url: URL,
  text: string,
  options: { readonly within: number; readonly toTheEnd: boolean }
): Effect.Effect<Answer> =>
  Effect.async<Answer>((resume) => {
    const bodiless = text.startsWith("HEAD ")
    const socket = net.connect(Number(url.port || 80), url.hostname.replace(/^\[|\]$/g, ""))
    let received = ""
    const finish = () => {
      socket.destroy()
      resume(Effect.succeed(parseAnswers(received, bodiless).first))
    }
    socket.setEncoding("latin1")
    // The socket's own idle limit, not a clock of ours: each byte starts it again, which a timeout around this could not.
    socket.setTimeout(options.within)
    socket.on("data", (chunk: string) => {
      received += chunk
      if (!options.toTheEnd && parseAnswers(received, bodiless).complete) return finish()
      socket.setTimeout(QUIET)
    })
    socket.on("timeout", finish)
    socket.on("close", finish)
    // A reset after the answer is how some servers refuse the rest of a request; `close` follows.
    socket.on("error", () => undefined)
    socket.write(Buffer.from(text, "latin1"))
    return Effect.sync(() => socket.destroy())
  }).pipe(
    Effect.timeoutTo({
      duration: options.within + 5_000,
      onSuccess: (answer) => answer,
      onTimeout: () => unanswered("the answer does not end")
    })
  )
