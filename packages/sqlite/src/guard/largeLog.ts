import type { OpenedFile } from "./OpenedFile.js"

const LARGE_LOG_BYTES = 64 * 1_048_576

/** Says that the log of an open file is larger than 64 MiB; null if it is not. A checkpoint keeps it at a few MiB. */
export const largeLog = (opened: OpenedFile): string | null =>
  opened.logSize > LARGE_LOG_BYTES
    ? "The write-ahead log is larger than 64 MiB. Another program keeps it from being checkpointed, probably by a long read."
    : null
