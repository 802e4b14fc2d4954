import { mismatches } from "@tollgate/testing/conformance"
import { describe, expect, it } from "vitest"

const uuid = "7f9c24e8-3b12-4fef-91d0-62f4a0a0b001"
const rows = [
  { at: "1", id: "a" },
  { at: "1", id: "b" },
  { at: "2", id: "a" }
]

// What is expected, one value that meets it, one that does not.
const table: ReadonlyArray<readonly [name: string, expected: unknown, good: unknown, bad: unknown]> = [
  ["a text", "a", "a", "b"],
  ["null", null, null, undefined],
  ["zero, which minus zero is not", 0, 0, -0],
  ["nested values", { a: [{ b: 1 }] }, { a: [{ b: 1 }] }, { a: [{ b: 2 }] }],
  ["no further names", { a: 1 }, { a: 1 }, { a: 1, b: 2 }],
  ["no name that every object inherits", { a: 1 }, { a: 1 }, { a: 1, constructor: 2, toString: 3 }],
  ["no further items", [1], [1], [1, 2]],
  ["a list and no object", [], [], {}],
  ["$any", { $any: true }, null, undefined],
  ["$type string", { $type: "string" }, "", 1],
  ["$type number", { $type: "number" }, 1.5, "1.5"],
  ["$type number, of an integer", { $type: "number" }, 1, null],
  ["$type integer", { $type: "integer" }, 1, 1.5],
  ["$type object", { $type: "object" }, {}, []],
  ["$type array", { $type: "array" }, [], {}],
  ["$uuid", { $uuid: true }, uuid, uuid.toUpperCase()],
  ["$time", { $time: true }, "2026-01-01T00:00:00.000Z", "2026-01-01"],
  ["$matches", { $matches: "^a+$" }, "aa", "ab"],
  ["$number", { $number: "7" }, 7, "7"],
  ["$nullOr", { $nullOr: { $uuid: true } }, null, "a"],
  ["$missingOr", { a: { $missingOr: "x" } }, {}, { a: null }],
  ["$not", { $not: "a" }, "b", "a"],
  ["$includes", { $includes: "GET" }, "GET, HEAD", "POST"],
  ["$oneOf", { $oneOf: ["daily", null] }, null, "yearly"],
  ["$each", { $each: { $type: "string" } }, ["a"], ["a", 1]],
  ["$each, of a list only", { $each: { $any: true } }, [], {}],
  ["$min", { $min: 1 }, [1], []],
  ["$max", { $max: 1 }, [1], [1, 2]],
  ["$order", { $order: ["at", "id"] }, rows, rows.toReversed()],
  ["$order, greatest first", { $order: ["-at", "id"] }, [rows[2], rows[0], rows[1]], rows],
  ["$with, beside other names", { $with: { a: 1 } }, { a: 1, b: 2 }, { a: 2 }],
  [
    "$shape",
    { $shape: "WorkspaceMember" },
    { id: uuid, user_id: "u", workspace_id: uuid, role: "admin", created_at: "2026-01-01T00:00:00Z" },
    { id: uuid }
  ]
]

describe("an expected value", () => {
  it.each(table)("%s", (_, expected, good, bad) => {
    expect(mismatches(expected, good)).toEqual([])
    expect(mismatches(expected, bad).length).toBeGreaterThan(0)
  })

  it("tells where the value differs", () => {
    expect(mismatches({ data: [{ id: { $uuid: true } }] }, { data: [{ id: "x" }] })).toEqual([
      'body.data.0.id = "x", expected a UUID'
    ])
  })

  it("is refused where it uses a matcher that does not exist", () => {
    expect(mismatches({ $nothing: true }, 1)).toEqual(["no matcher $nothing"])
    expect(mismatches({ $shape: "Nothing" }, 1)).toEqual(["no shape is called Nothing"])
  })
})
