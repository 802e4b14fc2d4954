import { createHash } from "node:crypto"
import { mintByHand } from "./secretByHand.js"

/** A secret, which is new unless it is stated, and the parameters of `Statements.insert` for its key. */
export const mintedByHand = (
  organizationId: string,
  workspaceId: string,
  creator: string,
  name: string,
  secret = mintByHand()
) => {
  const now = Date.now()
  const label = `${secret.slice(0, 9)}...${secret.slice(-4)}`
  const hash = createHash("sha256").update(secret).digest("hex")
  return {
    secret,
    hash,
    params: [hash, organizationId, workspaceId, creator, name, label, null, now, now, creator]
  }
}
