import { KeyHash } from "@tollgate/core"
import { describe, expect, it } from "vitest"
import { KeyCache } from "../src/keys/KeyCache.js"

const secret = (n: number) => KeyHash.make(n.toString(16).padStart(64, "0"))
const now = Date.UTC(2026, 2, 10)

const keptAt = (version: number, at: number) => {
  const kept = new KeyCache<string>()
  kept.get(secret(1), version, at)
  kept.keep(secret(1), version, "one")
  return kept
}

describe("What look-ups by secrets have found", () => {
  it("is kept while the version is the same", () => {
    const kept = keptAt(1, now)
    expect([kept.get(secret(1), 1, now), kept.get(secret(2), 1, now)]).toEqual(["one", undefined])
    expect(kept.get(secret(1), 2, now)).toBeUndefined()
    // Also if it has come back.
    expect(kept.get(secret(1), 1, now)).toBeUndefined()
  })

  it("is not kept if the version has changed since the look-up began", () => {
    const kept = keptAt(1, now)
    kept.get(secret(2), 2, now)
    kept.keep(secret(2), 1, "two")
    expect(kept.get(secret(2), 2, now)).toBeUndefined()
  })

  it("is forgotten after a minute, and when the clock was set back", () => {
    const minute = now + 60_000
    expect([now, minute - 1, minute, now - 1].map((at) => keptAt(1, now).get(secret(1), 1, at))).toEqual([
      "one",
      "one",
      undefined,
      undefined
    ])
  })

  it("is kept of at most 10,000 secrets", () => {
    const kept = keptAt(1, now)
    for (let n = 2; n <= 10_001; n++) kept.keep(secret(n), 1, String(n))
    const known = Array.from({ length: 10_001 }, (_, n) => kept.get(secret(n + 1), 1, now)).filter(
      (one) => one !== undefined
    )
    expect(known.length).toBeLessThanOrEqual(10_000)
    expect(known.at(-1)).toBe("10001")
  })
})
