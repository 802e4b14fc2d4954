import { createHash } from "node:crypto"

/** The SHA-256 of a migration's statements, in hex. */
export const checksumOf = (statements: ReadonlyArray<string>): string =>
  createHash("sha256").update(JSON.stringify(statements)).digest("hex")
