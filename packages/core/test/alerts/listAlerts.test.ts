import { describe, expect, it } from "@effect/vitest"
import {
  AlertMessage,
  AlertPage,
  alertMessage,
  createGuardrail,
  createKey,
  deleteGuardrail,
  deleteKey,
  type GuardrailId,
  KeyHash,
  listAlerts,
  NewGuardrail,
  Usd
} from "@tollgate/core"
import { type AlertRecord, AlertStore, alertText, type ScopeRef } from "@tollgate/core/storage"
import { aKey, travelTo } from "@tollgate/testing"
import { DateTime, Effect, Schema } from "effect"
import { organization_id, usd } from "../spending/support/samples.js"
import { inMemory, openAccount, read } from "../support/account.js"

const noon = Date.parse("2026-05-31T12:00:00Z")

const base: Omit<AlertRecord, "ref" | "id"> = {
  kind: "crossing",
  at: noon,
  window: "monthly",
  threshold: 80,
  limit: usd(25),
  spent: usd(20.5),
  held: usd(0.25),
  unknown: usd(0.5),
  resets_at: Date.parse("2026-06-01T00:00:00Z"),
  request: null
}

describe("listAlerts", () => {
  inMemory("shows each scope with its present name, or null once it is gone", () =>
    Effect.gen(function* () {
      yield* travelTo("2026-05-31T12:00:00Z")
      const { asManager, organization, workspace } = yield* openAccount()
      const store = yield* AlertStore
      const { data: key } = yield* asManager(createKey(aKey({ name: "Nightly report" })))
      const guardrail = yield* asManager(createGuardrail(read(NewGuardrail)({ name: "Small" })))
      const hash = KeyHash.make(String(key.hash))
      const ref = (kind: ScopeRef["kind"], subject: string, guardrail_id: GuardrailId | null = null): ScopeRef => ({
        organization_id: organization.id,
        kind,
        guardrail_id,
        subject
      })
      const refs = [
        ref("key", hash),
        ref("guardrail_key", hash, guardrail.id),
        ref("guardrail_member", "ada", guardrail.id),
        ref("run", `${workspace.id}/job/child`),
        ref("workspace", workspace.id),
        ref("organization", organization.id)
      ]
      for (const [n, ref] of refs.entries()) yield* store.add({ ...base, ref, id: String(n).padStart(32, "0") })
      const list = asManager(listAlerts(read(AlertPage)({})))
      const { data, total_count } = yield* list
      expect(total_count).toBe(6)
      expect(data[0]).toEqual({
        id: "0".repeat(32),
        kind: "crossing",
        at: DateTime.unsafeMake(noon),
        scope: "key",
        scope_id: hash,
        name: "Nightly report",
        key_hash: hash,
        user_id: null,
        workspace_id: null,
        window: "monthly",
        threshold: 80,
        limit: usd(25),
        spent: usd(20.5),
        held: usd(0.25),
        unknown: usd(0.5),
        share: 0.84,
        resets_at: DateTime.unsafeMake("2026-06-01T00:00:00Z"),
        request: null,
        text: 'Key "Nightly report" has reached 80 % of its monthly limit of $25.00: $20.50 is spent, and $0.50 unknown.'
      })
      const shown = data.map(({ key_hash, name, scope_id, user_id, workspace_id }) => {
        return [scope_id, name, key_hash, user_id, workspace_id]
      })
      expect(shown).toEqual([
        [hash, "Nightly report", hash, null, null],
        [guardrail.id, "Small", hash, null, null],
        [guardrail.id, "Small", null, "ada", null],
        ["job/child", "job/child", null, null, workspace.id],
        [workspace.id, workspace.name, null, null, workspace.id],
        [organization.id, "Acme", null, null, null]
      ])
      yield* asManager(deleteGuardrail(guardrail.id))
      yield* asManager(deleteKey(hash))
      const gone = (yield* list).data.map(({ name, text }) => [name, text.slice(0, text.indexOf(" has"))])
      expect(gone.slice(0, 4)).toEqual([
        [null, "A key that was deleted"],
        [null, "A key of a guardrail that was deleted"],
        [null, 'User "ada" of a guardrail that was deleted'],
        ["job/child", 'Run "job/child"']
      ])
      const stranger = yield* openAccount("Other")
      expect(yield* stranger.asManager(listAlerts(read(AlertPage)({})))).toEqual({ data: [], total_count: 0 })
    })
  )
})

describe("The sentence of an alert", () => {
  const ref: ScopeRef = { organization_id, kind: "key", guardrail_id: null, subject: "" }
  const told = { ...base, ref, name: "Main", user_id: null }

  it("says what was told, to the nano-dollar", () => {
    const lifetime = { window: "lifetime", limit: usd(0.000000001), unknown: usd(0) } as const
    expect(
      [
        told,
        { ...told, ...lifetime, spent: Usd.Usd.make(1_234_567_890_123_456_789n) },
        { ...told, kind: "refused" as const },
        { ...told, kind: "unknown" as const, unknown: usd(3) },
        { ...told, kind: "request" as const, request: { id: "1", usd: usd(10), reason: "It is not done." } },
        { ...told, ref: { ...ref, kind: "organization" as const }, name: null }
      ].map(alertText)
    ).toEqual([
      'Key "Main" has reached 80 % of its monthly limit of $25.00: $20.50 is spent, and $0.50 unknown.',
      'Key "Main" has reached 80 % of its limit of $0.000000001: $1234567890.123456789 is spent.',
      'Key "Main" was refused a request by its monthly limit of $25.00: $20.50 is spent, and $0.50 unknown.',
      'Key "Main" has more than 10 % of its monthly limit of $25.00 unknown: $3.00.',
      'The holder of key "Main" asks for $10.00 more than its monthly limit of $25.00: "It is not done."',
      "The organization has reached 80 % of its monthly limit of $25.00: $20.50 is spent, and $0.50 unknown."
    ])
  })

  it("calls nobody in a chat system, and makes no link there, whatever names and reasons are", () => {
    const reason = "<!channel> <https://evil.example|here> @everyone, write to ada@example.com @here"
    const request = { id: "1", usd: usd(1), reason }
    const text = alertText({ ...told, name: "<@U1>", kind: "request", request })
    expect(text).toBe(
      'The holder of key "‹＠U1›" asks for $1.00 more than its monthly limit of $25.00: "‹!channel› ‹https:∕∕evil.example|here› ＠everyone, write to ada@example.com ＠here"'
    )
    const named = (name: string) => alertText({ ...told, name }).replace(/ has reached 80 % .*/s, "")
    expect(
      [
        'x" has reached 100 % of its limit',
        "see http://evil.example and WWW.evil.example",
        "[pay](//evil.example) [pay][1]",
        "a\u202Egnp.exe\r\n\u2028b"
      ].map(named)
    ).toEqual([
      'Key "x\' has reached 100 % of its limit"',
      'Key "see http:∕∕evil.example and www․evil.example"',
      'Key "[pay] (//evil.example) [pay] [1]"',
      'Key "a gnp.exe b"'
    ])
  })
})

describe("The message about an alert", () => {
  inMemory("has its kind, time, sentence and all of it, as JSON", () =>
    Effect.gen(function* () {
      const { asManager, organization } = yield* openAccount()
      const store = yield* AlertStore
      const ref: ScopeRef = {
        organization_id: organization.id,
        kind: "organization",
        guardrail_id: null,
        subject: organization.id
      }
      yield* store.add({ ...base, ref, id: "f".repeat(32) })
      const { data } = yield* asManager(listAlerts(read(AlertPage)({})))
      const [alert] = data
      if (alert === undefined) return expect.unreachable()
      expect(yield* Schema.encode(AlertMessage)(alertMessage(alert))).toEqual({
        type: "alert.crossing",
        timestamp: "2026-05-31T12:00:00.000Z",
        text: 'Organization "Acme" has reached 80 % of its monthly limit of $25.00: $20.50 is spent, and $0.50 unknown.',
        data: {
          id: "f".repeat(32),
          kind: "crossing",
          at: "2026-05-31T12:00:00.000Z",
          scope: "organization",
          scope_id: organization.id,
          name: "Acme",
          key_hash: null,
          user_id: null,
          workspace_id: null,
          window: "monthly",
          threshold: 80,
          limit: 25,
          spent: 20.5,
          held: 0.25,
          unknown: 0.5,
          share: 0.84,
          resets_at: "2026-06-01T00:00:00.000Z",
          request: null,
          text: alert.text
        }
      })
    })
  )
})
