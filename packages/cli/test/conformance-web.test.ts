import { describe, expect, it } from "@effect/vitest"
import { Memory } from "@tollgate/core"
import { cases, selectCases } from "@tollgate/testing/conformance"
import { Effect } from "effect"
import { isNightly } from "../../../test/runs.js"
import { ownRun } from "../src/conformance/ownRun.js"
import { webServer } from "./harness/webServer.js"

/** Cases that never reach a web handler: raw bytes, which the host's server parses, and paths with dot segments, which `Request` resolves. */
const isHosts = ({ request, transport }: (typeof cases)[number]) =>
  transport !== undefined || /(^|\/)\.{1,2}(\/|$)/.test(request.path)

describe("the web handler, in a host's own server", () => {
  it.scopedLive("keeps every case of the contract that a host lets through to it", () =>
    Effect.gen(function* () {
      const through = cases.filter((one) => !isHosts(one))
      const only = isNightly ? undefined : "updateKey"
      const chosen = yield* selectCases(through, only)
      const report = yield* ownRun(Memory.layer, { cases: chosen, slow: false }, webServer)
      expect(report).toEqual({ passed: chosen.length, failed: [], skipped: [] })
      expect(cases.filter((one) => one.transport === undefined && isHosts(one)).length).toBeLessThan(10)
    })
  )
})
