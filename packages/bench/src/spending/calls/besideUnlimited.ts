import type { Tollgate } from "@tollgate/node"
import type { Size } from "../../harness/alternate.js"
import { atMost } from "../../harness/bound.js"
import type { Row } from "../../harness/Section.js"
import { measuredCall } from "./callRow.js"
import { pairsOf } from "./pairs.js"
import { type Tenants, tenantsOf } from "./tenants.js"

/** Pairs whose settlement is compared with three thresholds on five budgets, and crosses none, beside the same without limits. */
export const besideUnlimited = async (
  name: string,
  { gate, callers }: { readonly gate: Tollgate; readonly callers: number },
  tenants: Tenants,
  size: Size
): Promise<Row> => {
  const pairs = async (limited: "all" | "none") =>
    pairsOf(gate, await tenantsOf(gate, { ...tenants, limited }))(callers, "own")
  const contenders = { beside: await pairs("none"), ours: await pairs("all") }
  const names = [`${name}, thresholds on five budgets`, "the same without limits"] as const
  return await measuredCall(names, contenders, size, ["cpu", atMost(1.15, " times the CPU", 1.05)])
}
