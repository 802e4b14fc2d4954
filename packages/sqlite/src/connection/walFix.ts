/**
 * Whether a version of SQLite has the fix of the write-ahead log's reset, without which two connections can corrupt a
 * file (sqlite.org/wal.html, "The WAL-Reset Bug"): 3.51.3 and later. The backports 3.50.7 and 3.44.6 do not do: they have no
 * `PRAGMA wal_checkpoint(NOOP)`, which `OpenedFile` needs.
 */
export const hasWalFix = (version: string): boolean => {
  const [major = 0, minor = 0, patch = 0] = version.split(".").map(Number)
  if (major !== 3) return major > 3
  return minor > 51 || (minor === 51 && patch >= 3)
}
