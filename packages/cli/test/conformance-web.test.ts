import { describe, expect, it } from "@effect/vitest"
import { Memory } from "@tollgate/core"
import { cases } from "@tollgate/testing/conformance"
import { Effect } from "effect"
import { ownRun } from "../src/conformance/ownRun.js"
import { webServer } from "./harness/webServer.js"

/**
 * What never reaches a web handler: bytes that a host's server judges, and paths with dot segments, which a `Request`
 * has resolved.
 */
const isHosts = ({ request, transport }: (typeof cases)[number]) =>
  transport !== undefined || /(^|\/)\.{1,2}(\/|$)/.test(request.path)

describe("the web handler, in a host's own server", () => {
  it.scopedLive("keeps every case of the contract that a host lets through to it", () =>
    Effect.gen(function* () {
      const through = cases.filter((one) => !isHosts(one))
      const report = yield* ownRun(Memory.layer, { cases: through, slow: false }, webServer)
      expect(report).toEqual({ passed: through.length, failed: [], skipped: [] })
      expect(cases.filter((one) => one.transport === undefined && isHosts(one)).length).toBeLessThan(10)
    })
  )
})
