import { createHash, randomBytes } from "node:crypto"
import { crc32 } from "node:zlib"

const shape = /^tg_[sm]k_[0-9A-Za-z]{49}$/
const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

const checksum = (body: string) => {
  let text = ""
  for (let rest = crc32(body); text.length < 6; rest = Math.floor(rest / 62)) text = alphabet[rest % 62] + text
  return text
}

/** An ordinary key of 32 bytes, which are random if it is to be new. */
export const mintByHand = (bytes = randomBytes(32)): string => {
  let body = ""
  for (let rest = BigInt(`0x${bytes.toString("hex")}`); body.length < 43; rest /= 62n) {
    body = alphabet[Number(rest % 62n)] + body
  }
  body = `tg_sk_${body}`
  return body + checksum(body)
}

/** The hash of a well-formed key with a valid checksum; null for anything else. */
export const hashByHand = (secret: string): string | null => {
  if (!shape.test(secret) || checksum(secret.slice(0, -6)) !== secret.slice(-6)) return null
  return createHash("sha256").update(secret).digest("hex")
}

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
