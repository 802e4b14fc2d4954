import { describe, expect, it } from "@effect/vitest"
import { FastCheck as fc, Redacted } from "effect"
import { runs } from "../../../../test/runs.js"
import { maskSecret } from "../../src/byok/maskSecret.js"

const mask = (text: string) => maskSecret(Redacted.make(text))

describe("maskSecret", () => {
  it.prop(
    "shows at most four characters at each end and never more than a quarter",
    [fc.oneof(fc.string({ maxLength: 100 }), fc.stringMatching(/^[A-Za-z0-9_-]{16,80}$/), fc.fullUnicodeString())],
    ([text]) => {
      const label = mask(text)
      if (label === "***") return
      const [start = "", end = ""] = label.split("...", 2)
      expect(label).toBe(`${text.slice(0, start.length)}...${text.slice(-end.length)}`)
      expect([start.length, end.length].every((shown) => shown >= 1 && shown <= 4)).toBe(true)
      expect((start.length + end.length) * 4).toBeLessThanOrEqual(text.length)
    },
    { fastCheck: { numRuns: runs(1_000, 5_000) } }
  )

  it("tells keys apart by their ends", () => {
    expect(mask("sk-proj-abcdefghijklmnopqrstuvwxyz0123456789")).toBe("sk-p...6789")
    expect(mask("0123456789abcdef")).toBe("01...ef")
  })

  it.each([
    "",
    "short",
    "123456789012345",
    '{"type":"service_account","private_key":"x"}',
    "-----BEGIN PRIVATE KEY-----MIIEvQIBADANBg",
    "AccountName=acme;AccountKey=abcdefghijklmnop",
    "postgres://user:password@db.internal:5432/app",
    "<credentials>abcdefghijklmnopqrst</credentials>",
    "[1234567890123456789012345678901234567890]",
    "a secret of words with spaces in it, quite long",
    "línea-con-acentos-áéíóú-0123456789",
    "line one of the secret\nline two of the secret"
  ])("shows nothing of %j", (text) => {
    expect(mask(text)).toBe("***")
  })
})
