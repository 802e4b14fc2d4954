import { type ActivityEntry, toCloudEvent } from "@tollgate/client"
import { describe, expect, it } from "vitest"

const hold_id = "01a19467-e800-7cc3-98c4-dc0c0c07398f"

const settled: ActivityEntry = {
  position: 7,
  id: hold_id,
  kind: "settled",
  hold_id,
  at: "2026-05-31T12:00:05.000Z",
  opened_at: "2026-05-31T12:00:00.000Z",
  workspace_id: "0f1e2d3c-4b5a-4697-8899-aabbccddeeff",
  key_hash: "a".repeat(64),
  user_id: "ada",
  model: "acme/writer",
  provider: null,
  is_byok: false,
  credential_id: null,
  basis: "provider",
  labels: { team: "search" },
  cost: 0.3,
  cost_before: null,
  amount: 1,
  was_unknown: false,
  input_tokens: 1200,
  output_tokens: 300,
  reason: null,
  corrected_by: null
}
const unknown: ActivityEntry = {
  ...settled,
  ...{ position: 8, kind: "unknown", is_byok: null, basis: null, cost: null, input_tokens: 0, output_tokens: 0 }
}
const corrected: ActivityEntry = {
  ...settled,
  ...{ position: 9, id: `${hold_id}:1`, kind: "corrected", cost: 0.2, cost_before: 0.3, reason: "Invoice" },
  ...{ input_tokens: 0, output_tokens: 0 }
}

// The rules of the schema of CloudEvents 1.0 for JSON: the required attributes, and the forms of those that are there.
const attributes: Readonly<Record<string, (value: unknown) => boolean>> = {
  specversion: (value) => value === "1.0",
  id: (value) => typeof value === "string" && value.length > 0,
  source: (value) => typeof value === "string" && value.length > 0 && !/[\s<>"{}|\\^`]/.test(value),
  type: (value) => typeof value === "string" && value.length > 0,
  subject: (value) => typeof value === "string" && value.length > 0,
  time: (value) =>
    typeof value === "string" &&
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(value) &&
    !Number.isNaN(Date.parse(value)),
  datacontenttype: (value) => value === "application/json",
  data: (value) => typeof value === "object" && value !== null
}

describe("toCloudEvent", () => {
  it("has every required attribute of CloudEvents 1.0 in its form, and no other but the optional ones that it states", () => {
    for (const entry of [settled, unknown, corrected]) {
      const event: Readonly<Record<string, unknown>> = JSON.parse(JSON.stringify(toCloudEvent(entry)))
      expect(Object.keys(event).sort()).toEqual(Object.keys(attributes).sort())
      // Names of attributes are lower-case letters and digits.
      for (const name of Object.keys(event)) expect(name).toMatch(/^[a-z0-9]{1,20}$/)
      expect(Object.entries(attributes).filter(([name, isValid]) => !isValid(event[name]))).toEqual([])
    }
  })

  it("is identified by the hold, and by the number of a correction", () => {
    expect(toCloudEvent(settled)).toEqual({
      specversion: "1.0",
      id: hold_id,
      source: "tollgate",
      type: "tollgate.request.settled",
      subject: settled.key_hash,
      time: settled.at,
      datacontenttype: "application/json",
      data: { ...settled, cost_added: 0.3 }
    })
    const { id, type } = toCloudEvent(corrected)
    expect({ id, type }).toEqual({ id: `${hold_id}:1`, type: "tollgate.request.corrected" })
  })

  it("refuses a source that receivers would drop, and a subject that does not exist, and says what to pass", () => {
    for (const source of ["", "my gateway", "https://gateway.example/\n"])
      expect(() => toCloudEvent(settled, { source })).toThrow(
        new TypeError("`source` must be a URI reference, such as https://gateway.example.")
      )
    // @ts-expect-error
    expect(() => toCloudEvent(settled, { subject: "users" })).toThrow(
      new TypeError('`subject` must be "key" or "user".')
    )
  })

  it("has another source and the user as its subject, if they are stated", () => {
    const { source, subject } = toCloudEvent(unknown, { source: "https://gateway.example", subject: "user" })
    expect({ source, subject }).toEqual({ source: "https://gateway.example", subject: "ada" })
  })

  it("says what an entry adds to the costs, to the nano-dollar", () => {
    const added = (entry: ActivityEntry) => toCloudEvent(entry).data.cost_added
    expect([settled, unknown, corrected].map(added)).toEqual([0.3, 0, -0.1])
    expect(added({ ...corrected, cost: 0.000000003, cost_before: 0.1 + 0.2 })).toBe(-0.299999997)
    expect(added({ ...corrected, cost: 999_999_999.7, cost_before: 999_999_999.6 })).toBe(0.1)
    expect(added({ ...corrected, cost: 0, cost_before: 1_000_000_000 })).toBe(-1_000_000_000)
    // A product by 10⁹ is not exact for these.
    for (const cost of [0.000000001, 0.0000012, 4_332_404.151207836, 98_765_432.123456, 1_000_000_000]) {
      expect(added({ ...settled, cost })).toBe(cost)
    }
  })
})
