import { createCipheriv, createDecipheriv, createHash, createHmac, createSecretKey } from "node:crypto"
import { hmacOf } from "./hmac.js"

/** The first byte of a sealed text. */
export const VERSION = 1
/** Lengths of a key, of its id and of a nonce (AES-256-GCM), in bytes. */
export const KEY_BYTES = 32
export const KEY_ID_BYTES = 8
export const NONCE_BYTES = 12

const NONCE = 1 + KEY_ID_BYTES
const TAG = NONCE + NONCE_BYTES
const TEXT = TAG + 16

const cipher = "aes-256-gcm"
const options = { authTagLength: 16 }

const sealingKey = (given: Uint8Array) => {
  // A copy: the host may wipe its own bytes.
  const key = createSecretKey(given)
  const id = createHash("sha256").update("tollgate master key id\n").update(given).digest().subarray(0, KEY_ID_BYTES)
  const header = Buffer.from([VERSION, ...id])
  return {
    id,
    /** The id in 16 hex digits. */
    name: id.toString("hex"),
    /** A key of its own for fingerprints, so that no key serves two purposes. */
    fingerprint: hmacOf(createHmac("sha256", key).update("tollgate request fingerprints\n").digest()),
    seal: (text: string, nonce: Uint8Array, associated: Uint8Array): Uint8Array => {
      const sealing = createCipheriv(cipher, key, nonce, options)
      sealing.setAAD(associated)
      const sealed = sealing.update(text, "utf8")
      // GCM leaves no text to the end.
      sealing.final()
      const all = new Uint8Array(TEXT + sealed.length)
      all.set(header)
      all.set(nonce, NONCE)
      all.set(sealing.getAuthTag(), TAG)
      all.set(sealed, TEXT)
      return all
    },
    /** Throws if the text was sealed for something else, or is damaged. */
    open: (sealed: Uint8Array, associated: Uint8Array): string => {
      const opening = createDecipheriv(cipher, key, sealed.subarray(NONCE, TAG), options)
      opening.setAAD(associated)
      opening.setAuthTag(sealed.subarray(TAG, TEXT))
      return Buffer.concat([opening.update(sealed.subarray(TEXT)), opening.final()]).toString("utf8")
    }
  }
}

/** A master key, ready for use. */
export type SealingKey = ReturnType<typeof sealingKey>

/** The keys of a ring, whose bytes are one after another. */
export const keysOf = (ring: Uint8Array): ReadonlyArray<SealingKey> =>
  Array.from({ length: Math.floor(ring.length / KEY_BYTES) }, (_, index) =>
    sealingKey(ring.subarray(index * KEY_BYTES, (index + 1) * KEY_BYTES))
  )
