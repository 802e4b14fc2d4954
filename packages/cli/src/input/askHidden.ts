import { createInterface } from "node:readline"
import { Writable } from "node:stream"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"

/** The question on the terminal was not answered. */
export class NotEntered extends Data.TaggedError("NotEntered") {
  override get message(): string {
    return "Nothing was entered. Nothing was changed."
  }
}

/** Takes what the line editor would show, so that the terminal does not. */
const hidden = () => new Writable({ write: (_chunk, _encoding, done) => done() })

/** Asks for a line on the terminal, which does not show it. The question goes to standard error: the output may be a file. */
export const askHidden = (question: string) =>
  Effect.async<string, NotEntered>((resume) => {
    process.stderr.write(`${question}: `)
    const lines = createInterface({ input: process.stdin, output: hidden(), terminal: true })
    const end = (outcome: Effect.Effect<string, NotEntered>) => {
      lines.removeAllListeners()
      lines.close()
      process.stderr.write("\n")
      resume(outcome)
    }
    lines.once("line", (line) => end(Effect.succeed(line)))
    // Ctrl+C and Ctrl+D.
    for (const event of ["SIGINT", "close"] as const) lines.once(event, () => end(new NotEntered()))
    return Effect.sync(() => lines.close())
  })
