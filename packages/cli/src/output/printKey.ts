import { constants, fstatSync, readFileSync, statSync, writeFileSync } from "node:fs"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"

const STANDARD_OUTPUT = 1

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: "the disk is full",
  EDQUOT: "the disk is full",
  EPIPE: "nobody reads it",
  EIO: "the terminal is gone",
  EBADF: "standard output is closed"
}

/** A key was made and cannot be shown again: who should have read it has to be told. */
export class KeyNotPrinted extends Data.TaggedError("KeyNotPrinted")<{ readonly cause: unknown }> {
  override get message(): string {
    const code = Predicate.hasProperty(this.cause, "code") ? String(this.cause.code) : "unknown error"
    return `The key could not be printed: ${reasons[code] ?? code}. Mint another with \`tollgate keys recover\`.`
  }
}

const ACCESS = constants.O_RDONLY | constants.O_WRONLY | constants.O_RDWR

/**
 * Whether there was no standard output. Node.js puts the null device in its place, for reading too, which who discards
 * output on purpose does not. Linux alone tells the two apart.
 */
const isClosed = (): boolean => {
  try {
    if (fstatSync(STANDARD_OUTPUT).rdev !== statSync("/dev/null").rdev) return false
    const flags = /^flags:\s*([0-7]+)$/m.exec(readFileSync(`/proc/self/fdinfo/${STANDARD_OUTPUT}`, "utf8"))?.[1]
    return flags !== undefined && (Number.parseInt(flags, 8) & ACCESS) === constants.O_RDWR
  } catch {
    return false
  }
}

/** Pipes, sockets and terminals are written by Node.js, which knows whether they block. */
const isStream = () => {
  const stats = fstatSync(STANDARD_OUTPUT)
  return stats.isFIFO() || stats.isSocket() || process.stdout.isTTY === true
}

const writeStream = (text: string) =>
  Effect.async<void, KeyNotPrinted>((resume) => {
    process.stdout.write(text, (cause) =>
      resume(Predicate.isNullable(cause) ? Effect.void : new KeyNotPrinted({ cause }))
    )
  })

const writeFile = (text: string) =>
  Effect.try({
    // Node.js's own stream takes a part that a full disk has taken for the whole.
    try: () => writeFileSync(STANDARD_OUTPUT, text),
    catch: (cause) => new KeyNotPrinted({ cause })
  })

/** Writes a text with a key in it and a newline to standard output, and fails unless all of it was taken. */
export const printKey = (text: string): Effect.Effect<void, KeyNotPrinted> =>
  Effect.suspend(() => {
    if (isClosed()) return new KeyNotPrinted({ cause: { code: "EBADF" } })
    return (isStream() ? writeStream : writeFile)(`${text}\n`)
  })
