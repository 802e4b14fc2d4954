import * as Data from "effect/Data"
import * as Predicate from "effect/Predicate"

/** Standard output took not all of what was asked for. */
export class OutputLost extends Data.TaggedError("OutputLost")<{ readonly code: string }> {
  override get message(): string {
    const reason = this.code === "ENOSPC" || this.code === "EDQUOT" ? "the disk is full" : this.code
    return `The output could not be written: ${reason}.`
  }
}

/**
 * Lets the process outlive who reads standard output and standard error: without a listener, a write that nobody takes
 * any more would end it.
 */
export const outliveReaders = (): void => {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {})
}

/** Why standard output failed, if it did; `EPIPE` where its reader has gone away. */
export const outputLost = (): OutputLost | undefined => {
  const { errored } = process.stdout
  if (errored === null || errored === undefined) return undefined
  return new OutputLost({ code: Predicate.hasProperty(errored, "code") ? String(errored.code) : errored.name })
}
