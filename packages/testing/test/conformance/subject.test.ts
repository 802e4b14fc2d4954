import { describe, expect, it } from "vitest"
import type { Draft } from "../../dist/conformance/Case.js"
import { badRequest, ok } from "../../dist/conformance/Expectation.js"
import { about, type Family, sparing } from "../../dist/conformance/Subject.js"
import { type Fake, badRequest as refusal, run } from "./fakeServer.js"

const refused: Family = ({ refuses }) => [refuses("odd", { body: "[]" }, badRequest)]
const account = { MGMT_KEY: "m" }

/** What a case of a family sends to a server that refuses lists and accepts all else. */
const sent = async (drafts: ReadonlyArray<Draft>) => {
  const asked: Array<string> = []
  const fake: Fake = ({ headers, method, url }, body) => {
    asked.push(`${method} ${url?.replace("/api/v1", "")} ${headers.authorization} ${body}`.trim())
    return body === "[]" ? refusal : { status: 200, body: { deleted: true } }
  }
  const cases = drafts.map((draft, i) => ({ n: i + 1, ...draft }))
  return { asked, report: await run(fake, cases, { account }) }
}

const expectDeleted = () => ok({ deleted: true })

describe("about an operation", () => {
  it("its cases bear its id, and ask at its own path", async () => {
    const whole: Family = ({ asks }) => [asks("well", {}, expectDeleted)]
    const drafts = about("deleteKey", { given: () => ({ own: "h" }), expect: expectDeleted }, whole)
    expect(drafts).toMatchObject([{ operationId: "deleteKey", name: "deleteKey: well" }])
    const { asked, report } = await sent(drafts)
    expect({ asked, report }).toEqual({
      asked: ["DELETE /keys/h Bearer m"],
      report: { passed: 1, failed: [], skipped: [] }
    })
  })

  it("a refusal lets the reading be as it was", async () => {
    const reading = { sent: { method: "GET", path: "/reading", headers: {} } }
    const way = { given: () => ({ own: "h" }), body: () => "{}", expect: expectDeleted, reading: () => reading }
    const { asked } = await sent(about("updateKey", way, refused))
    expect(asked).toEqual(["GET /reading undefined", "PATCH /keys/h Bearer m []", "GET /reading undefined"])
  })

  it("a refusal that spares leaves what success would have used up", async () => {
    const way = { fresh: async () => ({ own: "fresh" }), body: () => "{}", expect: expectDeleted }
    const { asked } = await sent(about("deleteKey", way, sparing(refused)))
    expect(asked).toEqual(["DELETE /keys/fresh Bearer m []", "DELETE /keys/fresh Bearer m {}"])
  })

  it("is refused where the contract has no such operation, and fails where its path is not filled in", async () => {
    expect(() => about("getNothing", { expect: expectDeleted })).toThrow("The contract has no operation getNothing.")
    const { report } = await sent(about("updateKey", { expect: expectDeleted }, refused))
    expect(report.failed.flatMap(({ reasons }) => reasons)).toEqual([
      "could not be run: Error: The cases of updateKey say nothing of {hash} in its path."
    ])
  })
})
