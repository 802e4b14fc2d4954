import { createCipheriv, createDecipheriv, createHash, createSecretKey } from "node:crypto"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { Entropy } from "../runtime/Entropy.js"
import type { ByokRecord } from "./ByokRecord.js"

/** The associated data of a sealed secret. In another row the secret does not open. */
export type SealedFor = Pick<ByokRecord, "organization_id" | "workspace_id" | "id" | "provider">

/** The sealed bytes were made with another master key, for another credential, or are damaged. */
export class SealBroken extends Data.TaggedError("SealBroken") {
  override get message(): string {
    return "The sealed secret does not open with this master key for this credential."
  }
}

/** A master key is exactly 32 bytes. */
export class MasterKeyMalformed extends Data.TaggedError("MasterKeyMalformed")<{ readonly length: number }> {
  override get message(): string {
    return "A master key is exactly 32 bytes."
  }
}

interface Sealing {
  /** An id of the master key, 16 hex digits. It reveals nothing of the key. */
  readonly keyId: string
  readonly seal: (secret: Redacted.Redacted, purpose: SealedFor) => Effect.Effect<Uint8Array>
  readonly open: (sealed: Uint8Array, purpose: SealedFor) => Effect.Effect<Redacted.Redacted, SealBroken>
}

const VERSION = 1
const NONCE = 9
const TAG = 21
const TEXT = 37

const associatedData = (purpose: SealedFor) =>
  Buffer.from([purpose.organization_id, purpose.workspace_id, purpose.id, purpose.provider].join("\n"))

const make = Effect.fnUntraced(function* (masterKey: Redacted.Redacted<Uint8Array>) {
  const given = Redacted.value(masterKey)
  if (given.length !== 32) return yield* new MasterKeyMalformed({ length: given.length })
  // A copy: the host may wipe its own bytes.
  const key = createSecretKey(given)
  const keyId = createHash("sha256").update("tollgate master key id\n").update(given).digest().subarray(0, 8)
  const header = Buffer.from([VERSION, ...keyId])
  const sealing: Sealing = {
    keyId: keyId.toString("hex"),
    seal: (secret, purpose) =>
      Effect.map(Entropy.bytes(TAG - NONCE), (nonce) => {
        const cipher = createCipheriv("aes-256-gcm", key, nonce, { authTagLength: 16 })
        cipher.setAAD(associatedData(purpose))
        const ciphertext = Buffer.concat([cipher.update(Redacted.value(secret), "utf8"), cipher.final()])
        return new Uint8Array(Buffer.concat([header, nonce, cipher.getAuthTag(), ciphertext]))
      }),
    open: (sealed, purpose) =>
      Effect.try({
        try: () => {
          const blob = Buffer.from(sealed)
          if (!blob.subarray(0, NONCE).equals(header)) throw new SealBroken()
          const decipher = createDecipheriv("aes-256-gcm", key, blob.subarray(NONCE, TAG), { authTagLength: 16 })
          decipher.setAAD(associatedData(purpose))
          decipher.setAuthTag(blob.subarray(TAG, TEXT))
          return Redacted.make(Buffer.concat([decipher.update(blob.subarray(TEXT)), decipher.final()]).toString("utf8"))
        },
        catch: () => new SealBroken()
      })
  }
  return sealing
})

/**
 * Seals provider secrets with AES-256-GCM (NIST SP 800-38D). A sealed secret is version (1 byte), key id (8), nonce
 * (12), tag (16), ciphertext; the credential's ids and provider are authenticated with it.
 */
export class Vault extends Context.Tag("@tollgate/core/Vault")<Vault, Sealing>() {
  /**
   * Makes a vault over one master key of 32 bytes. It copies the key, so the caller may wipe its own bytes afterwards. Fails
   * with `MasterKeyMalformed`.
   */
  static readonly make = make
  static readonly layer = (masterKey: Redacted.Redacted<Uint8Array>) => Layer.effect(Vault, make(masterKey))
  /** Makes a vault over a random key that is stored nowhere. */
  static readonly makeEphemeral = Effect.flatMap(Entropy.bytes(32), (key) => Effect.orDie(make(Redacted.make(key))))
  /** A vault with a random key that is stored nowhere, for the in-memory stores. */
  static readonly layerEphemeral = Layer.effect(Vault, Vault.makeEphemeral)
}
