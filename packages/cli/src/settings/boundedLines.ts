/** The stream that takes the lines. It buffers what its reader has not taken. */
interface Stream {
  readonly writableLength: number
  readonly write: (text: string) => unknown
  readonly once: (event: "drain", heard: () => void) => unknown
}

/** Bytes that may wait for the reader of the stream. */
const MAX_WAITING = 1024 * 1024

/** Writes lines to a stream. While too much waits for its reader, lines are dropped and counted; `dropped` words the line about it. */
export const boundedLines = (stream: Stream, dropped: (count: number) => string): ((line: string) => void) => {
  let count = 0
  const tell = () => {
    stream.write(`${dropped(count)}\n`)
    count = 0
  }
  return (line) => {
    if (count === 0 && stream.writableLength < MAX_WAITING) {
      stream.write(`${line}\n`)
      return
    }
    count++
    if (count === 1) stream.once("drain", tell)
  }
}
