import { refused } from "./ArchiveRefused.js"

/** The longest line, in bytes. A longer one is not of an export, and would fill the memory. */
const MAX_LINE_BYTES = 67_108_864

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

/** A line with its bytes, and its number from 1 on. */
export interface Line {
  readonly number: number
  readonly text: string
  /** Whether a line break ends it. */
  readonly isEnded: boolean
}

/** Cuts bytes into lines. It keeps only what is left of the last one. */
export class LineReader {
  #rest: Array<Uint8Array> = []
  #length = 0
  /** The number of lines that were read. */
  lines = 0

  #line(bytes: Uint8Array, isEnded: boolean): Line {
    this.lines++
    try {
      return { number: this.lines, text: decoder.decode(bytes), isEnded }
    } catch {
      if (!isEnded) throw refused({ reason: "cut", line: this.lines })
      throw refused({ reason: "bad_line", line: this.lines, field: null, expected: "text in UTF-8" })
    }
  }

  #take(bytes: Uint8Array): Uint8Array {
    if (this.#rest.length === 0) return bytes
    const whole = Buffer.concat([...this.#rest, bytes])
    this.#rest = []
    this.#length = 0
    return whole
  }

  /** The lines that end in further bytes. Throws `ArchiveRefused`. */
  *push(chunk: Uint8Array): Generator<Line> {
    let start = 0
    for (;;) {
      const end = chunk.indexOf(10, start)
      if (end === -1) break
      yield this.#line(this.#take(chunk.subarray(start, end)), true)
      start = end + 1
    }
    if (start === chunk.length) return
    this.#rest.push(chunk.subarray(start))
    this.#length += chunk.length - start
    if (this.#length > MAX_LINE_BYTES) {
      const line = this.lines + 1
      throw refused({ reason: "bad_line", line, field: null, expected: "at most 64 MiB" })
    }
  }

  /** What stands after the last line break, if anything does. */
  *end(): Generator<Line> {
    if (this.#rest.length > 0) yield this.#line(this.#take(new Uint8Array(0)), false)
  }
}
