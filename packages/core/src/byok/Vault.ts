import { timingSafeEqual } from "node:crypto"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type { KeptAnswerName } from "../idempotency/KeptAnswer.js"
import { Entropy } from "../runtime/Entropy.js"
import type { WebhookRecord } from "../webhooks/WebhookRecord.js"
import type { ByokRecord } from "./ByokRecord.js"
import { KEY_BYTES, KEY_ID_BYTES, keysOf, NONCE_BYTES, VERSION } from "./SealingKey.js"

/** The associated data of the sealed secret of a credential. In another row the secret does not open. */
export type SealedFor = Pick<ByokRecord, "organization_id" | "workspace_id" | "id" | "provider">

/** What a text is sealed for: a credential, an answer that is kept, or a webhook. */
type Purpose = SealedFor | KeptAnswerName | Pick<WebhookRecord, "organization_id" | "id">

/** The sealed bytes were made with another master key, for another row, or are damaged. */
export class SealBroken extends Data.TaggedError("SealBroken") {
  override get message(): string {
    return "The sealed text does not open with this master key for this row."
  }
}

/** A master key is exactly 32 bytes, and several of them are a multiple. */
export class MasterKeyMalformed extends Data.TaggedError("MasterKeyMalformed")<{ readonly length: number }> {
  override get message(): string {
    return `A master key has exactly 32 bytes, and several have a multiple of 32. The length given is ${this.length}.`
  }
}

interface Sealing {
  /** An id of the master key that seals, 16 hex digits. It reveals nothing of the key. */
  readonly keyId: string
  /** The ids of all master keys, that of the one that seals first. */
  readonly keyIds: ReadonlyArray<string>
  readonly seal: (secret: Redacted.Redacted, purpose: Purpose) => Effect.Effect<Uint8Array>
  readonly open: (sealed: Uint8Array, purpose: Purpose) => Effect.Effect<Redacted.Redacted, SealBroken>
  /** A keyed hash of a request, behind the id of the key. Without the key, it says nothing of the request. */
  readonly fingerprint: (request: ReadonlyArray<string | Uint8Array>) => Uint8Array
  /** Whether a fingerprint is that of a request. Fails if it was made with another master key. */
  readonly isFingerprintOf: (
    fingerprint: Uint8Array,
    request: ReadonlyArray<string | Uint8Array>
  ) => Effect.Effect<boolean, SealBroken>
}

// A text of one kind is never that of another: the first part is a UUID, or the name of the kind.
const partsOf = (purpose: Purpose): ReadonlyArray<string> => {
  if ("provider" in purpose) return [purpose.organization_id, purpose.workspace_id, purpose.id, purpose.provider]
  if ("caller" in purpose) return ["kept answer", purpose.organization_id, purpose.caller, purpose.name]
  return ["webhook", purpose.organization_id, purpose.id]
}

const associatedData = (purpose: Purpose) => Buffer.from(partsOf(purpose).join("\n"))

/** The id of the master key that sealed, 16 hex digits. */
export const sealedWith = (sealed: Uint8Array): string =>
  Buffer.from(sealed.subarray(1, 1 + KEY_ID_BYTES)).toString("hex")

const make = Effect.fnUntraced(function* (masterKey: Redacted.Redacted<Uint8Array>) {
  const given = Redacted.value(masterKey)
  const [first, ...others] = keysOf(given)
  if (first === undefined || given.length % KEY_BYTES !== 0) {
    return yield* new MasterKeyMalformed({ length: given.length })
  }
  const ring = [first, ...others]
  const keyOf = (id: Uint8Array) => ring.find((key) => key.id.equals(id))
  const sealing: Sealing = {
    keyId: first.name,
    keyIds: ring.map(({ name }) => name),
    seal: (secret, purpose) =>
      Effect.map(Entropy.bytes(NONCE_BYTES), (nonce) =>
        first.seal(Redacted.value(secret), nonce, associatedData(purpose))
      ),
    open: (sealed, purpose) =>
      Effect.try({
        try: () => {
          const key = sealed[0] === VERSION ? keyOf(sealed.subarray(1, 1 + KEY_ID_BYTES)) : undefined
          if (key === undefined) throw new SealBroken()
          return Redacted.make(key.open(sealed, associatedData(purpose)))
        },
        catch: () => new SealBroken()
      }),
    fingerprint: (request) => {
      const fingerprint = new Uint8Array(KEY_ID_BYTES + 32)
      fingerprint.set(first.id)
      fingerprint.set(first.fingerprint(request), KEY_ID_BYTES)
      return fingerprint
    },
    isFingerprintOf: (fingerprint, request) =>
      Effect.suspend(() => {
        const key = keyOf(fingerprint.subarray(0, KEY_ID_BYTES))
        if (key === undefined) return new SealBroken()
        const expected = key.fingerprint(request)
        const stored = fingerprint.subarray(KEY_ID_BYTES)
        return Effect.succeed(stored.length === expected.length && timingSafeEqual(stored, expected))
      })
  }
  return sealing
})

/**
 * Seals secrets of providers and of webhooks, and answers that are kept, with AES-256-GCM (NIST SP 800-38D). A sealed text is version (1 byte), key
 * id (8), nonce (12), tag (16), ciphertext; what names its row is authenticated with it. Of several master keys, the first seals
 * and all open.
 */
export class Vault extends Context.Tag("@tollgate/core/Vault")<Vault, Sealing>() {
  /**
   * Makes a vault over one master key of 32 bytes, or over several, one after another: the first seals, all open. It copies the
   * keys, so the caller may wipe its own bytes afterwards. Fails with `MasterKeyMalformed`.
   */
  static readonly make = make
  static readonly layer = (masterKey: Redacted.Redacted<Uint8Array>) => Layer.effect(Vault, make(masterKey))
  /** Makes a vault over a random key that is stored nowhere. */
  static readonly makeEphemeral = Effect.flatMap(Entropy.bytes(32), (key) => Effect.orDie(make(Redacted.make(key))))
  /** A vault with a random key that is stored nowhere, for the in-memory stores. */
  static readonly layerEphemeral = Layer.effect(Vault, Vault.makeEphemeral)
}
