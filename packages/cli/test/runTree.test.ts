import { describe, expect, it } from "vitest"
import type { Column } from "../src/operations/Operation.js"
import { runBar, runTree } from "../src/output/runTree.js"

const columns: ReadonlyArray<Column> = [
  { name: "path", kind: "text" },
  { name: "state", kind: "text" },
  ...["spent", "held", "unknown", "limit_usd"].map((name) => ({ name, kind: "dollars" as const })),
  { name: "in_flight", kind: "number" },
  { name: "requests", kind: "number" }
]

const run = (path: string, fields: object = {}) => ({
  path,
  workspace_id: "w",
  state: "open",
  limit_usd: null,
  spent: 0,
  held: 0,
  unknown: 0,
  in_flight: 0,
  requests: 0,
  ...fields
})

describe("the runs of a list", () => {
  it("are a tree: below each one those whose paths begin with its own, in the order of the list", () => {
    const rows = [
      run("job-7/writer"),
      run("job-7/researcher/reader", { state: "stopped" }),
      run("job-7", { limit_usd: 5, spent: 1.25, held: 0.5, unknown: 0.25, in_flight: 1, requests: 12 }),
      run("job-7/researcher", { limit_usd: 2 }),
      run("job-6/planner")
    ]
    expect(runTree(columns, rows, false)).toBe(
      `
run            state    spent  held  unknown  limit  in flight  requests
job-7          open     $1.25  $0.5    $0.25     $5          1        12  █████▓▓▒░░░░░░░░░░░░
├─ writer      open        $0    $0       $0      -          0         0
└─ researcher  open        $0    $0       $0     $2          0         0  ░░░░░░░░░░░░░░░░░░░░
   └─ reader   stopped     $0    $0       $0      -          0         0
job-6/planner  open        $0    $0       $0      -          0         0`.trim()
    )
  })

  it("stand below the ids of their workspaces, if there are several", () => {
    const other = { workspace_id: "v" }
    const rows = [run("job-7/writer"), run("job-7", other), run("job-7"), run("job-7/reader", other)]
    expect(runTree(columns, rows, false)).toBe(
      `
run        state  spent  held  unknown  limit  in flight  requests
Workspace w
job-7      open      $0    $0       $0      -          0         0
└─ writer  open      $0    $0       $0      -          0         0
Workspace v
job-7      open      $0    $0       $0      -          0         0
└─ reader  open      $0    $0       $0      -          0         0`.trim()
    )
  })

  it("have a bar of their limits, in which the smallest amount shows and none goes beyond the end", () => {
    const bar = (limit_usd: number | null, spent: number, held = 0, unknown = 0) =>
      runBar(run("a", { limit_usd, spent, held, unknown }))
    expect(bar(null, 5)).toBe("")
    expect(bar(1_000, 1e-9, 1e-9)).toBe(`█▓${"░".repeat(18)}`)
    expect(bar(1, 0.5, 0.25, 0.25)).toBe("█".repeat(10) + "▓".repeat(5) + "▒".repeat(5))
    expect(bar(1, 7)).toBe("█".repeat(20))
    expect(bar(0, 0)).toBe("░".repeat(20))
    expect(bar(0, 1e-9)).toBe("█".repeat(20))
  })
})
