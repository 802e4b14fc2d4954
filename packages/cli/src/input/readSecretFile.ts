import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"

/** The largest file that is read, in bytes. */
const MAX_BYTES = 4_096

const sentences = {
  absent: "does not exist. Write the key to it, or name another file.",
  unreadable: "cannot be read. Give this process access to it.",
  exposed: "is readable by users other than its owner. Restrict it: chmod 600.",
  malformed: "does not have one key alone. Put the key there, in one line."
} as const

/** A file that holds a secret cannot be used. The message never has a part of it. */
export class SecretFileRefused extends Data.TaggedError("SecretFileRefused")<{
  readonly file: string
  readonly reason: keyof typeof sentences
}> {
  override get message(): string {
    return `The key file ${this.file} ${sentences[this.reason]}`
  }
}

const read = (file: string): Redacted.Redacted | SecretFileRefused => {
  // Without O_NONBLOCK, a pipe that nobody writes to would stop the process here.
  const descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    const stats = fstatSync(descriptor)
    if (!stats.isFile() || stats.size > MAX_BYTES) return new SecretFileRefused({ file, reason: "malformed" })
    // Windows has other permissions and always returns 666.
    if (process.platform !== "win32" && (stats.mode & 0o077) !== 0)
      return new SecretFileRefused({ file, reason: "exposed" })
    const text = readFileSync(descriptor, "latin1").replace(/\r?\n?$/, "")
    return /^[\x21-\x7e]+$/.test(text) ? Redacted.make(text) : new SecretFileRefused({ file, reason: "malformed" })
  } finally {
    closeSync(descriptor)
  }
}

/** Reads the one line of a file that holds a secret. Only its owner may have access to it. */
export const readSecretFile = (file: string): Effect.Effect<Redacted.Redacted, SecretFileRefused> =>
  Effect.flatMap(
    Effect.try({ try: () => read(file), catch: (cause) => new SecretFileRefused({ file, reason: reasonOf(cause) }) }),
    (found) => (Redacted.isRedacted(found) ? Effect.succeed(found) : found)
  )

const reasonOf = (cause: unknown) =>
  Predicate.hasProperty(cause, "code") && cause.code === "ENOENT" ? "absent" : "unreadable"
