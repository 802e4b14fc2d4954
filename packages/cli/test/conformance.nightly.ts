import { describe, expect, it } from "@effect/vitest"
import { cases } from "@tollgate/testing/conformance"
import { Effect } from "effect"
import { ownRun } from "../src/conformance/ownRun.js"
import { everyStorage } from "./harness/stores.js"

describe.each(everyStorage)("a server over $storage", ({ stores }) => {
  it.scopedLive("keeps every case of the contract, those that wait for time limits included", () =>
    Effect.gen(function* () {
      expect(yield* ownRun(stores, { slow: true })).toEqual({ passed: cases.length, failed: [], skipped: [] })
    })
  )
})
