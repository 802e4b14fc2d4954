/** The stream that takes the lines. It buffers what its reader has not taken. */
interface Stream {
  readonly writableLength: number
  readonly write: (text: string) => unknown
  readonly once: (event: "drain", heard: () => void) => unknown
}

/** How many bytes may be buffered. */
const MAX_WAITING = 1024 * 1024

/** Writes lines to a stream. Lines that come while the buffer is full are counted and dropped. */
export const boundedLines = (stream: Stream): ((line: string) => void) => {
  let dropped = 0
  const tell = () => {
    stream.write(`${dropped} log lines were dropped here, because they were not read in time.\n`)
    dropped = 0
  }
  return (line) => {
    if (dropped === 0 && stream.writableLength < MAX_WAITING) {
      stream.write(`${line}\n`)
      return
    }
    dropped++
    if (dropped === 1) stream.once("drain", tell)
  }
}
