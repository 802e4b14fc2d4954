import { constants, fstatSync, readFileSync, statSync, writeFileSync } from "node:fs"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"

const STANDARD_OUTPUT = 1

/**
 * With numbers, `fstatSync` of a pipe or a socket leaves its result where Node.js reads it when it next follows the links to a
 * package, and then does not follow them.
 */
const standardOutput = () => fstatSync(STANDARD_OUTPUT, { bigint: true })

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: "the disk is full",
  EDQUOT: "the disk is full",
  EPIPE: "its reader has gone",
  EIO: "the terminal is gone",
  EBADF: "standard output is closed"
}

/** A key was created and could not be printed. It cannot be shown again, so this must be reported. */
export class KeyNotPrinted extends Data.TaggedError("KeyNotPrinted")<{
  readonly cause: unknown
  /** The command that creates another key. */
  readonly command: string
}> {
  override get message(): string {
    const code = Predicate.hasProperty(this.cause, "code") ? String(this.cause.code) : "unknown error"
    return `The key could not be printed: ${reasons[code] ?? code}. Create another with \`${this.command}\`.`
  }
}

const ACCESS = constants.O_RDONLY | constants.O_WRONLY | constants.O_RDWR

/**
 * Whether the process was started without standard output. Node.js then opens the null device for reading and writing, while
 * a shell's `>/dev/null` opens it for writing only. Only Linux shows the difference.
 */
const isClosed = (): boolean => {
  try {
    if (standardOutput().rdev !== statSync("/dev/null", { bigint: true }).rdev) return false
    const flags = /^flags:\s*([0-7]+)$/m.exec(readFileSync(`/proc/self/fdinfo/${STANDARD_OUTPUT}`, "utf8"))?.[1]
    return flags !== undefined && (Number.parseInt(flags, 8) & ACCESS) === constants.O_RDWR
  } catch {
    return false
  }
}

/** Pipes, sockets and terminals are written through Node.js, which knows whether they block. */
const isStream = () => {
  const stats = standardOutput()
  return stats.isFIFO() || stats.isSocket() || process.stdout.isTTY === true
}

const writeStream = (text: string, command: string) =>
  Effect.async<void, KeyNotPrinted>((resume) => {
    process.stdout.write(text, (cause) =>
      resume(Predicate.isNullable(cause) ? Effect.void : new KeyNotPrinted({ cause, command }))
    )
  })

const writeFile = (text: string, command: string) =>
  Effect.try({
    // Node.js's own stream counts a partial write to a full disk as complete.
    try: () => writeFileSync(STANDARD_OUTPUT, text),
    catch: (cause) => new KeyNotPrinted({ cause, command })
  })

/**
 * Writes a text that contains a key, and a newline, to standard output. Fails unless all of it was written.
 *
 * @param command The command that creates another key.
 */
export const printKey = (text: string, command = "tollgate keys recover"): Effect.Effect<void, KeyNotPrinted> =>
  Effect.suspend(() => {
    if (isClosed()) return new KeyNotPrinted({ cause: { code: "EBADF" }, command })
    return (isStream() ? writeStream : writeFile)(`${text}\n`, command)
  })
