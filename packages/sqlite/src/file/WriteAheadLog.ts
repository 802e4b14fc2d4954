import { closeSync, openSync, readSync } from "node:fs"

// SQLite's file format, sections 4.1 and 4.2.
const HEADER = 32
const FRAME_HEADER = 24
const PAGE_SIZE_AT = 8
const SALTS_AT = 16

/** The first pages of a log have the id of its file, so the search for it ends after this many. */
const MARKED_WITHIN = 4096
/** Position of the file id in the first page of a database. */
const FILE_ID = 60

/** The committed transactions of a log. */
export interface CommittedLog {
  /** The size of the database with them, in pages. */
  readonly pages: number
  /** The numbers of the pages that they hold. */
  readonly held: ReadonlySet<number>
  /** The id of the file that the log was written for; null if its first pages do not have it. */
  readonly fileId: number | null
}

const readAll = (descriptor: number): CommittedLog | null => {
  const read = (position: number, length: number): Buffer | null => {
    const bytes = Buffer.allocUnsafe(length)
    return readSync(descriptor, bytes, 0, length, position) === length ? bytes : null
  }
  const header = read(0, HEADER)
  if (header === null || header.readUInt32BE(0) >>> 1 !== 0x377f0682 >>> 1) return null
  const pageSize = header.readUInt32BE(PAGE_SIZE_AT)
  const salts = header.subarray(SALTS_AT, SALTS_AT + 8)
  const held = new Set<number>()
  let [pages, open]: [number, Array<number>] = [0, []]
  let fileId: number | null = null
  for (let n = 0; pageSize > 0; n++) {
    const position = HEADER + n * (FRAME_HEADER + pageSize)
    const frame = read(position, FRAME_HEADER)
    // Frames that are left of an older log have other salts.
    if (frame === null || !frame.subarray(8, 16).equals(salts)) break
    const page = frame.readUInt32BE(0)
    if (page === 1 && n < MARKED_WITHIN) fileId ??= read(position + FRAME_HEADER + FILE_ID, 4)?.readUInt32BE(0) ?? null
    open.push(page)
    // The last frame of a transaction has the size of the database, and all others have 0.
    const size = frame.readUInt32BE(4)
    if (size === 0) continue
    pages = size
    for (const committed of open) held.add(committed)
    open = []
  }
  return pages === 0 ? null : { pages, held, fileId }
}

/**
 * Reads which pages a log has, without their contents and checksums: SQLite verifies those. Null if the log has no committed
 * transaction. It has a descriptor of its own, which is safe because SQLite has no locks on a log.
 */
export const readLog = (file: string): CommittedLog | null => {
  const descriptor = openSync(file, "r")
  try {
    return readAll(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
