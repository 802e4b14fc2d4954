import { describe, expect, it } from "@effect/vitest"
import { Entropy, KeyHash, WorkspaceId, WorkspaceIdInput } from "@tollgate/core"
import { Effect, FastCheck as fc, Option, Schema } from "effect"

const decode = Schema.decodeUnknownOption(WorkspaceIdInput)

describe("Id", () => {
  it.prop(
    "reads a UUID in any letter case as its canonical form",
    [fc.uuid(), fc.array(fc.boolean())],
    ([id, upper]) => {
      const mixed = [...id].map((letter, index) => (upper[index % 8] ? letter.toUpperCase() : letter)).join("")
      expect(decode(mixed)).toEqual(Option.some(id))
    }
  )

  it.prop(
    "refuses whatever is not a UUID",
    [fc.oneof(fc.string(), fc.hexaString({ minLength: 30, maxLength: 40 }))],
    ([text]) => {
      expect(decode(text)).toEqual(Option.none())
    }
  )

  it("refuses what only resembles one", () => {
    const id = "01234567-89ab-4cde-8f01-23456789abcd"
    const others = [
      `{${id}}`,
      ` ${id}`,
      `${id}\n`,
      id.replaceAll("-", ""),
      id.replace("a", "g"),
      `urn:uuid:${id}`,
      5,
      null
    ]
    expect(others.map((other) => Option.isNone(decode(other)))).toEqual(others.map(() => true))
  })

  it("keeps ids at rest in one letter case", () => {
    expect(Schema.is(WorkspaceId)("01234567-89AB-4cde-8f01-23456789abcd")).toBe(false)
    expect(Schema.is(KeyHash)("A".repeat(64))).toBe(false)
    expect(Schema.is(KeyHash)("a".repeat(64))).toBe(true)
    expect(Schema.is(KeyHash)("a".repeat(63))).toBe(false)
  })

  it("draws version 4 UUIDs from the system, or whatever chance a test provides", () => {
    expect(Effect.runSync(Entropy.uuid)).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
    )
    const source = { bytes: (size: number) => new Uint8Array(size), uuid: () => "01234567-89ab-4cde-8f01-23456789abcd" }
    const drawn = Effect.all([Entropy.uuid, Entropy.bytes(2)])
    expect(Effect.runSync(Effect.provideService(drawn, Entropy, source))).toEqual([source.uuid(), new Uint8Array(2)])
  })
})
