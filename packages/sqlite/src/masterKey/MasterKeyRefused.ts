import * as Data from "effect/Data"

const sentences = {
  missing: "does not exist. Name the file that holds the key.",
  missing_beside_database:
    "does not exist, but its database does. Put the key back: a new key cannot open the stored secrets. If it is lost, `tollgate vault abandon` gives them up.",
  directory_missing: "cannot be created: its directory does not exist. Create the directory first.",
  malformed: "does not contain 64 hex digits in each line: FOUND. Put the right key there.",
  unreadable: "cannot be read or created. Give this process access to it.",
  disk_full: "cannot be created: the disk is full. Free some space and try again.",
  exposed: "is readable by users other than its owner. Restrict it: chmod 600."
} as const

/** Why the master key cannot be used. */
export type MasterKeyRefusal = keyof typeof sentences

/**
 * The master key cannot be used. `file` is null if the key came from configuration. The message never contains the
 * key.
 */
export class MasterKeyRefused extends Data.TaggedError("MasterKeyRefused")<{
  readonly file: string | null
  readonly reason: MasterKeyRefusal
  /** What is wrong with a malformed key, in a few words, such as "line 2 has 63 characters". Never a part of it. */
  readonly found?: string
  /** For the log: the error of the system. */
  readonly cause?: unknown
}> {
  override get message(): string {
    const { file, found = "it has another form", reason } = this
    if (file === null) return `The master key is neither 64 hex digits nor 32 bytes in base64: ${found}. Correct it.`
    return `The master key file ${file} ${sentences[reason].replace("FOUND", found)}`
  }
}
