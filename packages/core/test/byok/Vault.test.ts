import { describe, expect, it } from "@effect/vitest"
import { ByokId, OrganizationId, Provider, WorkspaceId } from "@tollgate/core"
import { MasterKeyMalformed, SealBroken, Vault } from "@tollgate/core/storage"
import { Arbitrary, Effect, FastCheck as fc, Redacted, Schema } from "effect"
import { runs } from "../../../../test/runs.js"

const few = { fastCheck: { numRuns: runs(10, 100) } }

const purpose = Arbitrary.make(
  Schema.Struct({ organization_id: OrganizationId, workspace_id: WorkspaceId, id: ByokId, provider: Provider })
)
const master = fc.uint8Array({ minLength: 32, maxLength: 32 })
const secret = fc
  .oneof(fc.string({ minLength: 1 }), fc.fullUnicodeString({ minLength: 1 }))
  .filter((text) => text.isWellFormed())
const vaultOf = (key: Uint8Array) => Vault.make(Redacted.make(key))

describe("Vault", () => {
  it.effect.prop(
    "opens what it sealed, which holds nothing of the secret",
    [master, secret, purpose],
    (input) =>
      Effect.gen(function* () {
        const [key, secret, purpose] = input
        const vault = yield* vaultOf(key)
        const sealed = yield* vault.seal(Redacted.make(secret), purpose)
        expect(Redacted.value(yield* vault.open(sealed, purpose))).toBe(secret)
        // Version, key id, nonce and a tag of 16 bytes stand before the ciphertext, which is as long as the text.
        expect(sealed.length).toBe(1 + 8 + 12 + 16 + Buffer.byteLength(secret))
        expect(sealed[0]).toBe(1)
        expect(Buffer.from(sealed).subarray(1, 9).toString("hex")).toBe(vault.keyId)
        if (secret.length >= 4) expect(Buffer.from(sealed).includes(Buffer.from(secret))).toBe(false)
      }),
    few
  )

  it.effect.prop(
    "does not open for another credential, organization, workspace or provider",
    [secret, purpose, purpose],
    (input) =>
      Effect.gen(function* () {
        const [secret, purpose, other] = input
        const vault = yield* vaultOf(new Uint8Array(32).fill(7))
        const sealed = yield* vault.seal(Redacted.make(secret), purpose)
        for (const part of ["organization_id", "workspace_id", "id", "provider"] as const) {
          if (purpose[part] === other[part]) continue
          expect(yield* Effect.flip(vault.open(sealed, { ...purpose, [part]: other[part] }))).toEqual(new SealBroken())
        }
      }),
    few
  )

  it.effect.prop(
    "does not open with another master key",
    [master, master, secret, purpose],
    (input) =>
      Effect.gen(function* () {
        const [one, two, secret, purpose] = input
        fc.pre(!Buffer.from(one).equals(two))
        const sealed = yield* (yield* vaultOf(one)).seal(Redacted.make(secret), purpose)
        const other = yield* vaultOf(two)
        expect(yield* Effect.flip(other.open(sealed, purpose))).toEqual(new SealBroken())
      }),
    few
  )

  it.effect.prop(
    "does not open when any one bit of any one byte is flipped",
    [secret, purpose, fc.nat(7)],
    (input) =>
      Effect.gen(function* () {
        const [secret, purpose, bit] = input
        const vault = yield* vaultOf(new Uint8Array(32).fill(7))
        const sealed = yield* vault.seal(Redacted.make(secret), purpose)
        for (const position of sealed.keys()) {
          const damaged = Uint8Array.from(sealed, (byte, at) => (at === position ? byte ^ (1 << bit) : byte))
          expect(yield* Effect.flip(vault.open(damaged, purpose))).toEqual(new SealBroken())
        }
      }),
    { fastCheck: { numRuns: runs(2, 20) } }
  )

  it.effect.prop(
    "does not open when cut short at any place",
    [secret, purpose, fc.nat()],
    ([secret, purpose, place]) =>
      Effect.gen(function* () {
        const vault = yield* vaultOf(new Uint8Array(32).fill(7))
        const sealed = yield* vault.seal(Redacted.make(secret), purpose)
        const cut = sealed.slice(0, place % sealed.length)
        expect(yield* Effect.flip(vault.open(cut, purpose))).toEqual(new SealBroken())
      }),
    few
  )

  it.effect.prop(
    "keeps its own copy of the master key, which the host may wipe or write over",
    [master, secret, purpose, fc.nat(255)],
    ([key, secret, purpose, byte]) =>
      Effect.gen(function* () {
        const given = Uint8Array.from(key)
        const vault = yield* vaultOf(given)
        const before = yield* vault.seal(Redacted.make(secret), purpose)
        given.fill(byte)
        const sealed = yield* vault.seal(Redacted.make(secret), purpose)
        const same = yield* vaultOf(key)
        expect(Redacted.value(yield* same.open(sealed, purpose))).toBe(secret)
        expect(Redacted.value(yield* vault.open(before, purpose))).toBe(secret)
        expect(vault.keyId).toBe(same.keyId)
      }),
    few
  )

  it.effect("seals the same secret differently every time", () =>
    Effect.gen(function* () {
      const vault = yield* vaultOf(new Uint8Array(32).fill(7))
      const [where] = fc.sample(purpose, 1)
      if (where === undefined) return expect.fail("no purpose")
      const seals = yield* Effect.all(Array.from({ length: 100 }, () => vault.seal(Redacted.make("same"), where)))
      expect(new Set(seals.map((sealed) => Buffer.from(sealed).toString("hex"))).size).toBe(100)
    })
  )

  it.effect.each([0, 16, 31, 33, 63])("refuses a master key of %d bytes", (length) =>
    Effect.gen(function* () {
      expect(yield* Effect.flip(vaultOf(new Uint8Array(length)))).toEqual(new MasterKeyMalformed({ length }))
    })
  )

  it.effect("of several master keys seals with the first and opens what any of them has sealed", () =>
    Effect.gen(function* () {
      const [old, young] = [new Uint8Array(32).fill(7), new Uint8Array(32).fill(8)]
      const [where] = fc.sample(purpose, 1)
      if (where === undefined) return expect.fail("no purpose")
      const before = yield* vaultOf(old)
      const both = yield* vaultOf(new Uint8Array([...young, ...old]))
      const after = yield* vaultOf(young)
      expect([both.keyId, both.keyIds]).toEqual([after.keyId, [after.keyId, before.keyId]])
      const sealed = yield* Effect.forEach([before, both, after], (vault) => vault.seal(Redacted.make("x"), where))
      const opens = (vault: typeof before) =>
        Effect.forEach(sealed, (text) => Effect.isSuccess(vault.open(text, where)))
      expect(yield* opens(before)).toEqual([true, false, false])
      expect(yield* opens(both)).toEqual([true, true, true])
      expect(yield* opens(after)).toEqual([false, true, true])
    })
  )

  it.effect("knows a fingerprint of a request by the keys that it has, and of no other request", () =>
    Effect.gen(function* () {
      const [old, young] = [new Uint8Array(32).fill(7), new Uint8Array(32).fill(8)]
      const before = yield* vaultOf(old)
      const both = yield* vaultOf(new Uint8Array([...young, ...old]))
      const after = yield* vaultOf(young)
      const request = ["updateKey", Uint8Array.of(123, 125)]
      for (const vault of [before, both]) {
        const fingerprint = vault.fingerprint(request)
        expect(Buffer.from(fingerprint).subarray(0, 8).toString("hex")).toBe(vault.keyId)
        expect(yield* both.isFingerprintOf(fingerprint, request)).toBe(true)
        expect(yield* both.isFingerprintOf(fingerprint, ["updateKey", "{}"])).toBe(true)
        expect(yield* both.isFingerprintOf(fingerprint, ["updateKey", "{ }"])).toBe(false)
        expect(yield* both.isFingerprintOf(fingerprint.subarray(0, 20), request)).toBe(false)
      }
      expect(yield* Effect.flip(after.isFingerprintOf(before.fingerprint(request), request))).toEqual(new SealBroken())
    })
  )
})
