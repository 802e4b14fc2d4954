import * as Data from "effect/Data"

const sentences = {
  deleted: "has been deleted",
  replaced: "has been replaced by another file",
  truncated: "has been truncated",
  log_deleted: "has lost its log: the log was deleted",
  log_replaced: "has lost its log: the log was replaced by another file",
  log_truncated: "has lost the content of its log: the log was truncated",
  unreachable: "can no longer be checked"
} as const

/** What happened to an open file. */
export type FileLoss = keyof typeof sentences

/** The path of a database no longer leads to the open file, so further writes would be lost. */
export class FileLost extends Data.TaggedError("FileLost")<{
  readonly file: string
  readonly loss: FileLoss
  /** The error of the system. */
  readonly cause?: unknown
}> {
  override get message(): string {
    return `The open database ${this.file} ${sentences[this.loss]}. Stop this process, put the file back or restore it, and start again.`
  }
}
