import { barOf } from "./bar.js"

interface Stream {
  readonly isTTY: boolean
  readonly write: (text: string) => unknown
}

const MAX_BAR_WIDTH = 30

/** Shows how many of all are done, as a bar that is rewritten on a terminal. Elsewhere nothing is written. */
export const progressBar = (doing: string, all: number, stream: Stream = process.stderr) => {
  let shown = -1
  return (done: number): void => {
    const percent = Math.floor((done * 100) / all)
    if (!stream.isTTY || percent === shown) return
    shown = percent
    const bar = barOf(BigInt(done), BigInt(all), MAX_BAR_WIDTH).padEnd(MAX_BAR_WIDTH, "░")
    stream.write(`\r${doing} ${bar} ${String(percent).padStart(3)} %${done >= all ? "\n" : ""}`)
  }
}
