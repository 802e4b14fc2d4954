import { createHash } from "node:crypto"
import { crc32 } from "node:zlib"
import { describe, expect, it } from "@effect/vitest"
import { Entropy, SecretKey } from "@tollgate/core"
import { Effect, FastCheck as fc, Option, Redacted } from "effect"
import { runs } from "../../../../test/runs.js"

const minted = (kind: SecretKey.SecretKeyKind, bytes: Uint8Array, prefix = "tg") =>
  SecretKey.mint(kind).pipe(
    Effect.provideService(Entropy, { bytes: () => bytes, uuid: () => "" }),
    Effect.provideService(SecretKey.KeyPrefix, prefix),
    Effect.runSync
  )

const kind = fc.constantFrom("ordinary" as const, "management" as const, "gateway" as const)
const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 })
const prefix = fc.stringMatching(/^[a-z][a-z0-9]{0,9}$/)

describe("SecretKey", () => {
  it.prop("mints what it parses, of 43 characters of chance and 6 of checksum", [kind, bytes, prefix], (input) => {
    const [kind, bytes, prefix] = input
    const key = minted(kind, bytes, prefix)
    const text = Redacted.value(key)
    const short = { ordinary: "sk", management: "mk", gateway: "gk" }[kind]
    expect(text).toMatch(new RegExp(`^${prefix}_${short}_[0-9A-Za-z]{49}$`))
    expect(SecretKey.parse(prefix, key)).toEqual(Option.some(kind))
    expect(SecretKey.hash(key)).toBe(createHash("sha256").update(text).digest("hex"))
    expect(SecretKey.mask(key)).toBe(
      `${prefix}_${short}_${text.slice(prefix.length + 4, prefix.length + 7)}...${text.slice(-4)}`
    )
  })

  it.prop(
    "refuses a key of which any one character was changed",
    [
      kind,
      bytes,
      fc.nat(55),
      fc.oneof(fc.stringMatching(/^[0-9A-Za-z_]$/), fc.fullUnicodeString({ minLength: 1, maxLength: 1 }))
    ],
    ([kind, bytes, position, character]) => {
      const text = Redacted.value(minted(kind, bytes))
      const index = position % text.length
      fc.pre(text[index] !== character)
      const changed = text.slice(0, index) + character + text.slice(index + 1)
      expect(SecretKey.parse("tg", Redacted.make(changed))).toEqual(Option.none())
    },
    { fastCheck: { numRuns: runs(2_000, 20_000) } }
  )

  it.prop("refuses a key that lost, gained or swapped characters", [bytes, fc.nat(53)], ([bytes, index]) => {
    const text = Redacted.value(minted("ordinary", bytes))
    const swapped = text.slice(0, index) + text[index + 1] + text[index] + text.slice(index + 2)
    for (const other of [text.slice(0, -1), `${text}0`, ` ${text}`, `${text}\n`, text.toUpperCase()]) {
      expect(SecretKey.parse("tg", Redacted.make(other))).toEqual(Option.none())
    }
    fc.pre(swapped !== text)
    expect(SecretKey.parse("tg", Redacted.make(swapped))).toEqual(Option.none())
  })

  it.prop("refuses whatever else is presented", [fc.oneof(fc.string(), fc.fullUnicodeString())], ([text]) => {
    expect(SecretKey.parse("tg", Redacted.make(text))).toEqual(Option.none())
  })

  it("refuses another prefix's key", () => {
    expect(SecretKey.parse("tg", minted("ordinary", new Uint8Array(32), "gt"))).toEqual(Option.none())
  })

  it("ends in the CRC-32 of what stands before it, in base62", () => {
    const text = Redacted.value(minted("ordinary", new Uint8Array(32)))
    const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
    const value = [...text.slice(-6)].reduce((sum, digit) => sum * 62 + digits.indexOf(digit), 0)
    expect(value).toBe(crc32(text.slice(0, -6)))
  })

  it("writes the least and the greatest chance in the same 43 characters", () => {
    const zero = Redacted.value(minted("ordinary", new Uint8Array(32)))
    const most = Redacted.value(minted("management", new Uint8Array(32).fill(255)))
    expect([zero.slice(0, 49), zero.length, most.length]).toEqual([`tg_sk_${"0".repeat(43)}`, 55, 55])
  })

  it.effect("draws another key every time and never prints one", () =>
    Effect.gen(function* () {
      const keys = yield* Effect.all(Array.from({ length: 200 }, () => SecretKey.mint("ordinary")))
      expect(new Set(keys.map(Redacted.value)).size).toBe(200)
      expect(JSON.stringify(keys) + String(keys[0])).not.toContain("tg_sk_")
    })
  )
})
