import { closeSync, openSync, readSync } from "node:fs"

const HEADER = 32
const FRAME_HEADER = 24

/** A valid frame of a committed transaction. */
interface Frame {
  readonly page: number
  readonly content: Buffer
  /** The number of pages of the database after this commit; null for all but the last frame of a transaction. */
  readonly pages: number | null
}

/** The running checksum of a log (SQLite's file format, section 4.2). */
const checksum = (bytes: Buffer, littleEndian: boolean, [first, second]: readonly [number, number]) => {
  let s0 = first
  let s1 = second
  for (let i = 0; i < bytes.length; i += 8) {
    s0 = (s0 + (littleEndian ? bytes.readUInt32LE(i) : bytes.readUInt32BE(i)) + s1) >>> 0
    s1 = (s1 + (littleEndian ? bytes.readUInt32LE(i + 4) : bytes.readUInt32BE(i + 4)) + s0) >>> 0
  }
  return [s0, s1] as const
}

const isSum = (bytes: Buffer, at: number, [s0, s1]: readonly [number, number]) =>
  bytes.readUInt32BE(at) === s0 && bytes.readUInt32BE(at + 4) === s1

const read = (descriptor: number, position: number, length: number): Buffer | null => {
  const bytes = Buffer.allocUnsafe(length)
  return readSync(descriptor, bytes, 0, length, position) === length ? bytes : null
}

interface Header {
  readonly littleEndian: boolean
  readonly pageSize: number
  readonly salts: Buffer
  readonly sum: readonly [number, number]
}

const readHeader = (descriptor: number): Header | null => {
  const header = read(descriptor, 0, HEADER)
  if (header === null) return null
  const magic = header.readUInt32BE(0)
  if (magic >>> 1 !== 0x377f0682 >>> 1 || header.readUInt32BE(4) !== 3_007_000) return null
  const littleEndian = magic === 0x377f0682
  const sum = checksum(header.subarray(0, 24), littleEndian, [0, 0])
  const pageSize = header.readUInt32BE(8)
  const isPageSize = pageSize >= 512 && pageSize <= 65_536 && (pageSize & (pageSize - 1)) === 0
  if (!isPageSize || !isSum(header, 24, sum)) return null
  return { littleEndian, pageSize, salts: header.subarray(16, 24), sum }
}

function* framesOf(descriptor: number, { littleEndian, pageSize, salts, sum }: Header): Generator<Frame> {
  const length = FRAME_HEADER + pageSize
  let before = sum
  for (let position = HEADER; ; position += length) {
    const frame = read(descriptor, position, length)
    // Frames that are left of an older log have other salts.
    if (frame === null || !frame.subarray(8, 16).equals(salts)) return
    const content = frame.subarray(FRAME_HEADER)
    before = checksum(content, littleEndian, checksum(frame.subarray(0, 8), littleEndian, before))
    const page = frame.readUInt32BE(0)
    if (page === 0 || !isSum(frame, 16, before)) return
    const pages = frame.readUInt32BE(4)
    yield { page, content, pages: pages === 0 ? null : pages }
  }
}

/**
 * Reads a log through a descriptor of its own, which is safe because SQLite has no locks on a log. Null if the log is
 * empty.
 */
const inspectLog = <A>(
  file: string,
  look: (log: { readonly pageSize: number; readonly frames: Iterable<Frame> }) => A
): A | null => {
  const descriptor = openSync(file, "r")
  try {
    const header = readHeader(descriptor)
    return header === null ? null : look({ pageSize: header.pageSize, frames: framesOf(descriptor, header) })
  } finally {
    closeSync(descriptor)
  }
}

/** Position of the file id in the first page of a database. */
const FILE_ID = 60

/** The first commit of a log carries the mark, so the search ends after this many frames. */
const MARKED_WITHIN = 4096

/** The id of the file that a log was written for; null if the log has none, or no committed frame. */
export const fileIdOfLog = (file: string): number | null =>
  inspectLog(file, ({ frames }) => {
    let found: number | null = null
    let looked = 0
    for (const { content, page, pages } of frames) {
      if (page === 1) found ??= content.readUInt32BE(FILE_ID)
      if (pages !== null && found !== null) return found
      if (++looked > MARKED_WITHIN) return null
    }
    return null
  })

/** The pages in the committed frames of a log, and the size of the database with them; null if there are none. */
export const committedPages = (file: string): { readonly pages: number; readonly held: ReadonlySet<number> } | null =>
  inspectLog(file, ({ frames }) => {
    let pages = 0
    const held = new Set<number>()
    let open: Array<number> = []
    for (const frame of frames) {
      open.push(frame.page)
      if (frame.pages === null) continue
      pages = frame.pages
      for (const page of open) held.add(page)
      open = []
    }
    return pages === 0 ? null : { pages, held }
  })
