import { createHash } from "node:crypto"
import { describe, expect, it } from "@effect/vitest"
import { HoldIdInput } from "@tollgate/core"
import { holdIdAt, instantOf } from "@tollgate/core/storage"
import { Schema } from "effect"
import { isPricedFromUsage, termsDigest } from "../../src/spending/rules/holdRequest.js"

/** What is stored, so that another version must compute the same. */

const counts = {
  input: 1000,
  output: 2000,
  reasoning: 0,
  cache_read: 3,
  cache_write: 0,
  cache_write_hour: 0,
  audio_input: 0,
  audio_output: 0,
  image_input: 0,
  image_output: 0,
  images: 0,
  units: { calls: 4, seconds: 0, characters: 0 }
}

/** The first 48 bits of the SHA-256 of the counts by name, those of units among them, and the provider, as a number from 1 to 2^45 - 1. */
const digestOf = ({ units, ...parts }: typeof counts, provider: string | null) => {
  const sorted = Object.entries({ ...parts, ...units }).toSorted(([one], [other]) => (one < other ? -1 : 1))
  const hash = createHash("sha256")
    .update(JSON.stringify([sorted, provider]))
    .digest("hex")
  return Number((BigInt(`0x${hash.slice(0, 12)}`) % (2n ** 45n - 1n)) + 1n)
}

describe("the variant of a hold", () => {
  it("is a number of the credential, of zdr, and of the usage, in any order of its fields, with the provider as it is stated", () => {
    const reversed = Object.fromEntries(Object.entries(counts).toReversed()) as typeof counts
    const { calls, characters, seconds } = counts.units
    const ordered = { ...counts, units: { seconds, characters, calls } }
    expect([digestOf(reversed, null), digestOf(ordered, null)]).toEqual([
      digestOf(counts, null),
      digestOf(counts, null)
    ])
    for (const usage of [counts, reversed, ordered, { ...counts, input: 7 }]) {
      const digest = 8 * digestOf(usage, null)
      expect(termsDigest({ credential: "own", provider: "openai", usage, zdr: false })).toBe(
        8 * digestOf(usage, "openai") + 1
      )
      expect(Number.isSafeInteger(digest)).toBe(true)
      for (const [index, credential] of (["any", "own", "byok"] as const).entries()) {
        expect([termsDigest({ credential, usage, zdr: false }), termsDigest({ credential, usage, zdr: true })]).toEqual(
          [digest + index, digest + 4 + index]
        )
        const without = termsDigest({ credential, zdr: true })
        expect([without, isPricedFromUsage({ variant: without })]).toEqual([4 + index, false])
      }
      expect(isPricedFromUsage({ variant: digest })).toBe(true)
    }
    expect([null, 7, 8].map((variant) => isPricedFromUsage({ variant }))).toEqual([false, false, true])
  })

  it("differs by the path of a run, and says whether a usage is stated", () => {
    const own = { credential: "own", zdr: false } as const
    const paths = [undefined, [{ id: "a" }], [{ id: "a" }, { id: "b" }], [{ id: "A" }]]
    const stated = paths.map((run) => (run === undefined ? own : { ...own, run }))
    const alone = stated.map((input) => termsDigest(input))
    const priced = stated.map((input) => termsDigest({ ...input, usage: counts }))
    expect(new Set([...alone, ...priced]).size).toBe(8)
    expect([...alone, ...priced].every(Number.isSafeInteger)).toBe(true)
    expect(alone.map((variant) => isPricedFromUsage({ variant }))).toEqual([false, false, false, false])
    expect(priced.map((variant) => isPricedFromUsage({ variant }))).toEqual([true, true, true, true])
    // What is stated of a run is compared with the run itself.
    expect(termsDigest({ ...own, run: [{ id: "a", max_requests: 2 }] })).toBe(alone[1])
  })
})

describe("the id of a hold", () => {
  it("is a UUIDv7 of its instant and of 10 random bytes", () => {
    const id = holdIdAt(0x0123456789ab, Uint8Array.of(0xfe, 0xdc, 0xba, 0x98, 0x76, 0x54, 0x32, 0x10, 0xff, 0xf7))
    expect(id).toBe("01234567-89ab-7fed-bcba-9876543210ff")
    expect(instantOf(id)).toBe(0x0123456789ab)
    expect(Schema.decodeSync(HoldIdInput)(id.toUpperCase())).toBe(id)
    expect(holdIdAt(1, new Uint8Array(10))).toBe("00000000-0001-7000-8000-000000000000")
  })
})
