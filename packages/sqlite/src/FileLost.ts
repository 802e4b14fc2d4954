import * as Data from "effect/Data"

const sentences = {
  deleted: "has been deleted",
  replaced: "has been replaced by another file",
  truncated: "has been cut short",
  log_deleted: "has lost its log, which was deleted",
  log_replaced: "has lost its log, which was replaced by another file",
  log_truncated: "has lost what stood in its log, which was cut short",
  unreachable: "cannot be looked at any more"
} as const

/** What became of an open file. */
export type FileLoss = keyof typeof sentences

/** The path of a database no longer leads to the file that is open: what is written would be kept by nobody. */
export class FileLost extends Data.TaggedError("FileLost")<{
  readonly file: string
  readonly loss: FileLoss
  /** What the system said. */
  readonly cause?: unknown
}> {
  override get message(): string {
    return `The open database ${this.file} ${sentences[this.loss]}. Stop this process, put the file back or restore it, and start again.`
  }
}
