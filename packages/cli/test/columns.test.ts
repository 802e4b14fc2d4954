import { ActivityRow } from "@tollgate/core"
import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { activityTable } from "../src/output/activityTable.js"
import { columnsOf } from "../src/output/columns.js"
import { decimalOf } from "../src/output/dollars.js"

const rowOf = (model: string, cost: number) =>
  Schema.decodeSync(ActivityRow)({
    ...{ model, requests: 1, cost, byok_cost: 0, unknown: 0, input_tokens: 0, output_tokens: 0 }
  })

describe("columns", () => {
  it("are aligned behind wide characters, and amounts are exact decimals without an exponent", () => {
    const rows = [rowOf("模型", 0.5), rowOf("\u202eacme", 0.000000001)]
    expect(activityTable(rows, ["model"]).split("\n")).toEqual([
      "model  requests          cost  BYOK cost  unknown  input tokens  output tokens",
      `模型          1          $0.5         $0       $0             0              0  ${"█".repeat(24)}`,
      "?acme         1  $0.000000001         $0       $0             0              0  ▏",
      "total         2  $0.500000001         $0       $0             0              0"
    ])
  })

  it("count what a terminal shows", () => {
    expect(["abc", "é", "e\u0301", "日本", "👍"].map(columnsOf)).toEqual([3, 1, 1, 4, 2])
  })

  it("write amounts of any size", () => {
    const amounts = [0n, 1n, -1n, 1_000_000_000n, -1_500_000_000n, 9_007_199_254_740_993_000_000_001n]
    expect(amounts.map(decimalOf)).toEqual([
      "0",
      "0.000000001",
      "-0.000000001",
      "1",
      "-1.5",
      "9007199254740993.000000001"
    ])
  })
})
