import { closeSync, openSync, readSync } from "node:fs"

const HEADER = 32
const FRAME_HEADER = 24

/** A frame that is valid and part of a transaction that was committed. */
interface Frame {
  readonly page: number
  readonly content: Buffer
  /** How many pages the database has once this is committed; null but for the last frame of a transaction. */
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
    // What is left of an older log has other salts.
    if (frame === null || !frame.subarray(8, 16).equals(salts)) return
    const content = frame.subarray(FRAME_HEADER)
    before = checksum(content, littleEndian, checksum(frame.subarray(0, 8), littleEndian, before))
    const page = frame.readUInt32BE(0)
    if (page === 0 || !isSum(frame, 16, before)) return
    const pages = frame.readUInt32BE(4)
    yield { page, content, pages: pages === 0 ? null : pages }
  }
}

/** Looks at a log as it is found, by a descriptor of it alone: SQLite has no locks on a log. Null where it holds nothing. */
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

/** Where a database's file id stands in its first page. */
const FILE_ID = 60

/** A log is marked with the first commit that begins it; so far into a log, it is not looked for any more. */
const MARKED_WITHIN = 4096

/** Which file a log was written for; null where it does not say, or holds nothing that was committed. */
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

/** The pages that committed frames of a log hold, and how many the database has with them; null where there are none. */
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
