/** Where progress is told. */
interface Stream {
  readonly isTTY: boolean
  readonly write: (text: string) => unknown
}

/** Tells on standard error how much is done: on a terminal in one line, elsewhere a line for each tenth. */
export const progress = (doing: string, stream: Stream = process.stderr) => {
  const step = stream.isTTY ? 1 : 10
  let told = 0
  return (done: number): void => {
    const percent = Math.floor((done * 100) / step) * step
    if (percent <= told) return
    told = percent
    const line = `${doing}: ${percent} %`
    stream.write(stream.isTTY ? `\r${line}${percent === 100 ? "\n" : ""}` : `${line}\n`)
  }
}
