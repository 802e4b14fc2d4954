import type { Run } from "@tollgate/client"
import { expect, it } from "vitest"
import { treeOf } from "../src/screens/runs/treeOf.js"

const run = (path: string, workspace_id = "one"): Run => ({
  path,
  workspace_id,
  state: "open",
  limit_usd: null,
  max_in_flight: null,
  max_requests: null,
  spent: 0,
  held: 0,
  unknown: 0,
  remaining: null,
  in_flight: 0,
  requests: 0,
  created_at: "2026-05-31T12:00:00Z",
  last_charged_at: null,
  ends_at: null,
  children: 0
})

const shown = (runs: ReadonlyArray<Run>) => treeOf(runs).map(({ lines, name }) => lines + name)

it("draws runs below those that have started them, in the order of the list", () => {
  const runs = ["job/writer/search", "job/writer", "job", "job/reader", "other"].map((path) => run(path))
  expect(shown(runs)).toEqual(["job", "├─ writer", "│  └─ search", "└─ reader", "other"])
})

it("shows the whole path of a run whose parent is not in the list, or is of another workspace", () => {
  expect(shown([run("job/writer"), run("job", "two")])).toEqual(["job/writer", "job"])
})
