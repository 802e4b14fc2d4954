import { createReadStream } from "node:fs"
import { stat } from "node:fs/promises"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { isStandard } from "./isStandard.js"
import { InputLost } from "./standardInput.js"

/** A file could not be read. */
export class FileUnreadable extends Data.TaggedError("FileUnreadable")<{ readonly file: string }> {
  override get message(): string {
    return `The file ${this.file} cannot be read.`
  }
}

/** Bytes that are read part by part. */
export interface Bytes {
  /** How many there are; null if that is not known. */
  readonly size: number | null
  /** Takes the next part; null at the end. */
  readonly read: Effect.Effect<Uint8Array | null, FileUnreadable | InputLost>
}

const reading = (
  stream: AsyncIterable<unknown>,
  lost: (cause: unknown) => FileUnreadable | InputLost
): Bytes["read"] => {
  const parts = stream[Symbol.asyncIterator]()
  return Effect.tryPromise({
    try: async () => {
      const next = await parts.next()
      if (next.done === true) return null
      return next.value instanceof Uint8Array ? next.value : Buffer.from(String(next.value))
    },
    catch: lost
  })
}

/** The bytes of a file, or of standard input if it is named `-`, for the time of a scope. */
export const readBytes = (file: string) =>
  Effect.gen(function* () {
    if (isStandard(file)) {
      const read = reading(process.stdin, (cause) => new InputLost({ cause }))
      return { size: null, read } satisfies Bytes
    }
    const lost = () => new FileUnreadable({ file })
    // Not `statSync`: after that of a pipe or a socket, Node.js does not follow the links to packages that it loads next.
    const found = yield* Effect.tryPromise({ try: () => stat(file), catch: lost })
    // That of a pipe is 0.
    const size = found.isFile() ? found.size : null
    const stream = yield* Effect.acquireRelease(
      // An error that comes before the first part is read waits for its reader, and does not end the process.
      Effect.sync(() => createReadStream(file).on("error", () => {})),
      (opened) => Effect.sync(() => opened.destroy())
    )
    return { size, read: reading(stream, lost) } satisfies Bytes
  })
