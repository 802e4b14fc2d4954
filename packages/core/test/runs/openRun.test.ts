import { describe, expect } from "@effect/vitest"
import { createWorkspace, InvalidInput, RunRefused, WorkspaceNotFound } from "@tollgate/core"
import { aWorkspace, travelTo } from "@tollgate/testing"
import { DateTime, Effect } from "effect"
import { usd } from "../spending/support/samples.js"
import { inMemory } from "../support/account.js"
import { openRunner } from "./support/runner.js"

const noon = "2026-05-31T12:00:00.000Z"

const refused = (
  reason: RunRefused["reason"],
  run: string,
  stored: object | null = null,
  stated: object | null = null
) => new RunRefused({ reason, run, stored, stated })

describe("openRun", () => {
  inMemory("creates a run with its limits", () =>
    Effect.gen(function* () {
      yield* travelTo(noon)
      const { get, open, workspace } = yield* openRunner()
      const terms = { limit_usd: 5, max_in_flight: 2, max_requests: 10, expires_in: 3600 }
      const data = {
        path: "job-7",
        workspace_id: workspace.id,
        state: "open",
        limit_usd: usd(5),
        max_in_flight: 2,
        max_requests: 10,
        spent: usd(0),
        held: usd(0),
        unknown: usd(0),
        remaining: usd(5),
        in_flight: 0,
        requests: 0,
        created_at: DateTime.unsafeMake(noon),
        last_charged_at: null,
        ends_at: DateTime.unsafeMake("2026-05-31T13:00:00.000Z"),
        children: 0
      }
      expect(yield* open("job-7", terms)).toEqual({ data, repeated: false })
      expect(yield* get("job-7")).toEqual(data)
    })
  )

  inMemory("finds a run with the same limits, or those that are stated, and refuses others with both", () =>
    Effect.gen(function* () {
      yield* travelTo(noon)
      const { get, open } = yield* openRunner()
      const { data } = yield* open("job-7", { limit_usd: 5, max_requests: 10 })
      const found = { data, repeated: true }
      expect(yield* open("job-7", { limit_usd: 5, max_requests: 10 })).toEqual(found)
      expect(yield* open("job-7", { max_requests: 10, expires_in: 60 })).toEqual(found)
      expect(yield* open("job-7")).toEqual(found)
      expect(yield* Effect.flip(open("job-7", { limit_usd: 6, max_in_flight: 1, max_requests: 10 }))).toEqual(
        refused(
          "run_conflict",
          "job-7",
          { limit_usd: usd(5), max_in_flight: null },
          { limit_usd: usd(6), max_in_flight: 1 }
        )
      )
      expect(yield* Effect.flip(open("job-7", { limit_usd: null }))).toEqual(
        refused("run_conflict", "job-7", { limit_usd: usd(5) }, { limit_usd: null })
      )
      expect(yield* get("job-7")).toEqual(data)
    })
  )

  inMemory("creates a run below one that exists, and refuses one below a run that does not", () =>
    Effect.gen(function* () {
      const { get, list, open } = yield* openRunner()
      expect(yield* Effect.flip(open("job-7/researcher", { limit_usd: 1 }))).toEqual(refused("run_not_found", "job-7"))
      expect(yield* list()).toEqual({ data: [], total_count: 0 })
      yield* open("job-7", { limit_usd: 5 })
      expect(yield* open("job-7/researcher", { limit_usd: 9 })).toMatchObject({
        data: { path: "job-7/researcher", remaining: usd(9), children: 0 },
        repeated: false
      })
      expect(yield* get("job-7")).toMatchObject({ children: 1 })
    })
  )

  inMemory("names a run within its workspace", () =>
    Effect.gen(function* () {
      const { asManager, get, open } = yield* openRunner()
      const { id } = yield* asManager(createWorkspace(aWorkspace({ slug: "research" })))
      yield* open("job-7", { limit_usd: 5 })
      yield* open("job-7", { limit_usd: 6, workspace_id: id })
      expect((yield* get("job-7")).limit_usd).toEqual(usd(5))
      expect(yield* get("job-7", { workspace_id: id })).toMatchObject({ limit_usd: usd(6), workspace_id: id })
    })
  )

  inMemory("refuses a text that is no path, another organization and an unknown workspace", () =>
    Effect.gen(function* () {
      const { open } = yield* openRunner()
      const other = yield* openRunner("Other")
      const expected =
        "1 to 8 names of runs, joined by slashes: each 1 to 128 of A-Z a-z 0-9 . _ : ~ @ -, not dots alone"
      const noPath = new InvalidInput({ issues: [{ path: ["path"], expected }] })
      const longest = Array.from({ length: 8 }, () => "a".repeat(128))
      const wrong = [
        "",
        "/",
        "a/",
        "/a",
        "a//b",
        ".",
        "..",
        "a/..",
        "a b",
        "a%2Fb",
        "ä",
        "a".repeat(129),
        [...longest, "a"].join("/")
      ]
      for (const path of wrong) expect(yield* Effect.flip(open(path))).toEqual(noPath)
      for (const at of longest.keys()) yield* open(longest.slice(0, at + 1).join("/"))
      for (const path of ["...a", "a.", "~", "A:b@c_d-e"]) yield* open(path)
      expect(yield* Effect.flip(open("a", { organization_id: other.organization.id }))).toEqual(
        new InvalidInput({ issues: [{ path: ["organization_id"], expected: "the organization of the key, or none" }] })
      )
      expect(yield* Effect.flip(open("a", { workspace_id: other.workspace.id }))).toEqual(
        WorkspaceNotFound.of(other.workspace.id)
      )
    })
  )
})
