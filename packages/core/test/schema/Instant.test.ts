import { describe, expect, it } from "@effect/vitest"
import { InvalidInput } from "@tollgate/core"
import { Arbitrary, DateTime, Either, Schema } from "effect"
import { Instant } from "../../src/schema/Instant.js"

const decode = Schema.decodeUnknownEither(Instant)
const millis = (text: string) => Either.getOrNull(Either.map(decode(text), ({ epochMillis }) => epochMillis))

describe("Instant", () => {
  it("takes ISO 8601 with Z or an offset, and means the same instant by both", () => {
    const noon = Date.UTC(2026, 2, 4, 12)
    const written = [
      "2026-03-04T12:00:00Z",
      "2026-03-04T12:00Z",
      "2026-03-04T12:00:00.000Z",
      "2026-03-04T12:00:00.000000001Z",
      "2026-03-04T13:00:00+01:00",
      "2026-03-03T22:30:00-13:30",
      "2026-03-04T12:00:00-00:00"
    ]
    expect(written.map(millis)).toEqual(written.map(() => noon))
    expect(millis("2024-02-29T00:00:00Z")).toBe(Date.UTC(2024, 1, 29))
    expect(["0000-01-01T00:00:00Z", "9999-12-31T23:59:59.999Z"].map(millis)).toEqual([-62167219200000, 253402300799999])
  })

  it.each([
    "99",
    "12/31/2030",
    "2030",
    "2030-12",
    "2030-12-31",
    "2030-12-31T10:00:00",
    "2030-12-31 10:00:00Z",
    "2030-12-31t10:00:00z",
    "20301231T100000Z",
    "2027-02-29T00:00:00Z",
    "2027-02-30T00:00:00Z",
    "2030-13-01T00:00:00Z",
    "2030-00-01T00:00:00Z",
    "2030-01-32T00:00:00Z",
    "2030-01-01T24:00:00Z",
    "2030-01-01T23:60:00Z",
    "2030-01-01T23:59:60Z",
    "2030-01-01T00:00:00+24:00",
    "2030-01-01T00:00:00+0100",
    "2030-01-01T00:00:00,5Z",
    "2030-01-01T00:00:00.0000000001Z",
    "0000-01-01T00:00:00+00:01",
    "9999-12-31T23:59:59-00:01",
    "+010000-01-01T00:00:00Z",
    " 2030-01-01T00:00:00Z",
    "2030-01-01T00:00:00Z\n",
    "tomorrow",
    "",
    1_772_625_600_000,
    null
  ])("refuses %j, and says what it expects", (value) => {
    const { issues } = InvalidInput.fromParseError(Either.getOrThrow(Either.flip(decode(value))))
    expect(issues).toEqual([{ path: [], expected: "an ISO 8601 time with Z or an offset" }])
  })

  it.prop("gives back what it takes", [Arbitrary.make(Instant)], ([instant]) => {
    const written = Schema.encodeSync(Instant)(instant)
    expect(DateTime.formatIso(Schema.decodeSync(Instant)(written))).toBe(written)
  })
})
