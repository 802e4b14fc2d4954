import * as Data from "effect/Data"
import * as Effect from "effect/Effect"

/** Standard input could not be read. */
export class InputLost extends Data.TaggedError("InputLost")<{ readonly cause: unknown }> {
  override get message(): string {
    return "Standard input could not be read."
  }
}

/** All of standard input, as text. */
export const standardInput = Effect.tryPromise({
  try: async () => {
    const parts: Array<Buffer> = []
    for await (const part of process.stdin) parts.push(Buffer.from(part))
    return Buffer.concat(parts).toString("utf8")
  },
  catch: (cause) => new InputLost({ cause })
})
