/** The stream that shows progress. */
interface Stream {
  readonly isTTY: boolean
  readonly write: (text: string) => unknown
}

/** Shows progress on standard error: one line that is rewritten on a terminal, and a line for each 10 % elsewhere. */
export const progress = (doing: string, stream: Stream = process.stderr) => {
  const step = stream.isTTY ? 1 : 10
  let shown = 0
  return (done: number): void => {
    const percent = Math.floor((done * 100) / step) * step
    if (percent <= shown) return
    shown = percent
    const line = `${doing}: ${percent} %`
    stream.write(stream.isTTY ? `\r${line}${percent === 100 ? "\n" : ""}` : `${line}\n`)
  }
}
