import * as Data from "effect/Data"
import * as Predicate from "effect/Predicate"

/** Standard output did not accept all of the output. */
export class OutputLost extends Data.TaggedError("OutputLost")<{ readonly code: string }> {
  override get message(): string {
    const reason = this.code === "ENOSPC" || this.code === "EDQUOT" ? "the disk is full" : this.code
    return `The output could not be written: ${reason}.`
  }
}

/**
 * Keeps the process running after the reader of standard output or standard error has gone. Without a listener, the next
 * write would end it (EPIPE).
 */
export const outliveReaders = (): void => {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {})
}

/** The reason why standard output failed, if it did. */
export const outputLost = (): OutputLost | undefined => {
  const { errored } = process.stdout
  if (errored === null || errored === undefined) return undefined
  return new OutputLost({ code: Predicate.hasProperty(errored, "code") ? String(errored.code) : errored.name })
}

/** Whether the reader of standard output has closed it: then nothing more needs to be written. */
export const hasReaderLeft = (): boolean => outputLost()?.code === "EPIPE"
