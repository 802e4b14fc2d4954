import { readFileSync } from "node:fs"
import { describe, expect, it } from "@effect/vitest"
import { AlertMessage } from "@tollgate/core"
import { Schema } from "effect"
import { alertText } from "../../src/webhooks/outbox/alertText.js"

const documented = /```json\n(\{\n {2}"type": "alert\.crossing"[\s\S]*?)```/.exec(
  readFileSync(new URL("../../../../docs/alerts.md", import.meta.url), "utf8")
)?.[1]

const message = Schema.decodeUnknownSync(AlertMessage)(JSON.parse(documented ?? ""), { onExcessProperty: "error" })
type Facts = AlertMessage["data"]
type Scope = Partial<Facts["scope"]>

const ofKey = { key_hash: null, key_name: null, workspace_id: null, workspace_name: null }

/** The documented message with other facts, and of another scope. */
const told = (facts: Partial<Omit<Facts, "scope">>, scope: Scope = {}) =>
  alertText({ ...message.data, resets_at: null, ...facts, scope: { ...message.data.scope, ...scope } })

describe("The text of an alert", () => {
  it("is that of the documented message", () => {
    expect(alertText(message.data)).toBe(message.text)
    expect(Schema.encodeSync(AlertMessage)(message)).toEqual(JSON.parse(documented ?? ""))
  })

  it("says what has happened", () => {
    const request = { id: "r", usd: message.data.limit, reason: "A deadline\ntomorrow" }
    const unknown = message.data.held
    expect([
      told({ threshold: 100, window: "weekly" }),
      told({ unknown, window: "lifetime" }),
      told({ kind: "refused", threshold: null, window: "monthly" }),
      told({ kind: "unknown", threshold: null, unknown }),
      told({ kind: "request", threshold: null, request })
    ]).toEqual([
      "Key “ci” has spent $0.80 of its $1.00 (100 %) for this week.",
      "Key “ci” has spent $0.80 and has $0.05 whose outcome is unknown, of its $1.00 (80 %).",
      "Key “ci” was refused a request: it has spent $0.80 of its $1.00 for this month.",
      "Key “ci” has $0.05 whose outcome is unknown, more than a tenth of its $1.00 for this day.",
      "Key “ci” asks for $1.00 more than its $1.00 for this day: “A deadline tomorrow”."
    ])
  })

  it("names what the budget limits, or its id if it has no name any more", () => {
    const guardrail = { guardrail_id: "7c9e6679", guardrail_name: "Interns" }
    expect(
      [
        told({}, { key_name: null }),
        told({}, { ...guardrail, kind: "guardrail_key" }),
        told({}, { ...guardrail, ...ofKey, kind: "guardrail_member", user_id: "ada" }),
        told({}, { ...ofKey, kind: "run", run: "job/1", workspace_name: "Research" }),
        told({}, { ...ofKey, kind: "workspace", workspace_id: "7c9e6679" }),
        told({}, { ...ofKey, kind: "organization" })
      ].map((text) => text.slice(0, text.indexOf(" has spent")))
    ).toEqual([
      "Key 9f86d081884c",
      "Guardrail “Interns” for key “ci”",
      "Guardrail “Interns” for member “ada”",
      "Run “job/1” in workspace “Research”",
      "Workspace 7c9e6679",
      "Organization “Acme”"
    ])
  })

  it("has no link and no line that somebody has written", () => {
    expect(told({}, { key_name: " <!channel>\n\u202e<https://evil.example|here> " })).toMatch(
      /^Key “‹!channel› ‹https:\/\/evil\.example\|here›” has spent/
    )
  })
})
