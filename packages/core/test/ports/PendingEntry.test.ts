import { describe, expect, it } from "@effect/vitest"
import {
  AuditPage,
  createAuthorizationCode,
  exchangeCode,
  importKeys,
  listAuditEntries,
  NewImportedKeys,
  Usd
} from "@tollgate/core"
import { PendingEntry } from "@tollgate/core/storage"
import { anAuthorizationCode, anExchange, pkce } from "@tollgate/testing/accounts"
import { Effect, Redacted, TestClock } from "effect"
import { inMemory, openAccount, read } from "../support/account.js"

const opened = Effect.map(openAccount(), (account) => ({
  ...account,
  entries: Effect.map(account.asManager(listAuditEntries(read(AuditPage)({ limit: 100 }))), ({ data }) =>
    data.map(({ action, changes, secrets }) => ({ action, changes, secrets }))
  )
}))

describe("The audit entry of a change", () => {
  it("has the fields of the arguments and those that the program adds, or only those of the program", () => {
    const entry = () =>
      new PendingEntry(
        {
          ...{ created_at: 0, actor_kind: "host", actor_hash: null, actor_user_id: null, action: "keys.updateKey" },
          ...{ request_id: null, address: null }
        },
        { organization_id: "", object: "a", fields: { name: "stated", token: Redacted.make("secret"), label: "Key" } }
      )
    const told = { object: "b", fields: { disabled_keys: 2, name: "truer", label: undefined } }
    const [added, only, named] = [entry(), entry(), entry()]
    added.about(told)
    only.aboutOnly(told)
    named.about({ object: "b" })
    expect([added, only, named].map((one) => one.take())).toMatchObject([
      { object: "b", changes: '{"name":"truer","disabled_keys":2}', secrets: '["token"]' },
      { object: "b", changes: '{"disabled_keys":2,"name":"truer"}', secrets: "[]" },
      { object: "b", changes: '{"name":"stated","label":"Key"}', secrets: '["token"]' }
    ])
  })

  inMemory("has no code, verifier or hash of a secret, also of a code that is presented again", () =>
    Effect.gen(function* () {
      const { asManager, entries } = yield* opened
      const secret_hash = "c0ffee".padEnd(64, "0")
      const issue = anAuthorizationCode({ code_challenge: pkce.challenge, code_challenge_method: "S256" })
      const { id: code } = yield* asManager(createAuthorizationCode(issue))
      const exchange = asManager(exchangeCode({ ...anExchange({ code: "-", code_verifier: pkce.verifier }), code }))
      yield* exchange
      yield* TestClock.adjust("11 seconds")
      yield* Effect.flip(exchange)
      const keys = [{ secret_hash, name: "Imported", limit: Usd.toNumber(Usd.zero) }]
      yield* asManager(importKeys(read(NewImportedKeys)({ prefix: "sk-or-v1-", keys })))
      const all = yield* entries
      expect(all.map(({ action, changes }) => [action, Object.keys(changes)]).slice(0, 3)).toEqual([
        ["keys.importKeys", ["prefix", "imported_count", "hashes"]],
        ["oauth.exchangeCode", ["disabled"]],
        ["oauth.exchangeCode", ["name", "limit", "limit_reset", "expires_at", "creator_user_id", "workspace_id"]]
      ])
      const text = JSON.stringify(all)
      for (const canary of [Redacted.value(code), pkce.verifier, pkce.challenge, secret_hash]) {
        expect(text).not.toContain(canary)
      }
      for (const field of ['"code"', "code_verifier", "secret_hash"]) expect(text).not.toContain(field)
    })
  )
})
