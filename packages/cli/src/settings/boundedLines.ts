/** Where lines go; what it has not passed on yet is in memory. */
interface Stream {
  readonly writableLength: number
  readonly write: (text: string) => unknown
  readonly once: (event: "drain", heard: () => void) => unknown
}

/** How many bytes may wait for a reader. */
const MAX_WAITING = 1024 * 1024

/** Writes lines to a stream. Those that come while too much waits for its reader are counted, and not kept. */
export const boundedLines = (stream: Stream): ((line: string) => void) => {
  let dropped = 0
  const tell = () => {
    stream.write(`${dropped} lines of the log were dropped here: nobody read them in time.\n`)
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
