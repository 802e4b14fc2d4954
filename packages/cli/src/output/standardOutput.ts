import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { outputLost } from "./streams.js"

/** The reader of standard output has closed it: it has all that it wants. */
export class ReaderLeft extends Data.TaggedError("ReaderLeft") {}

/** Writes to standard output, and waits until it is taken. */
export const writeOutput = (text: string) =>
  Effect.async<void, ReaderLeft | NonNullable<ReturnType<typeof outputLost>>>((resume) => {
    process.stdout.write(text, () => {
      const lost = outputLost()
      if (lost === undefined) resume(Effect.void)
      else resume(lost.code === "EPIPE" ? new ReaderLeft() : lost)
    })
  })
