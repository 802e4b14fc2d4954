import { createHash } from "node:crypto"
import type { Round } from "../harness/alternate.js"
import type { Account } from "../storage/Account.js"

/** Only the SHA-256 of a key: a measure of the machine's speed. */
export const hashes =
  ({ keys }: Account): Round =>
  (acts) => {
    for (let n = 0; n < acts; n++) {
      createHash("sha256")
        .update(keys[n % keys.length]?.secret ?? "")
        .digest("hex")
    }
  }
