import { expect } from "@effect/vitest"
import * as Core from "@tollgate/core"
import { type AuditRecord, AuditStore, hashEntry, noEntries, Transaction, Vault } from "@tollgate/core/storage"
import { operations } from "@tollgate/http"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { aByokCredential } from "../byok.js"
import { aKey, aKeyPatch } from "../keys.js"
import { anAuthorizationCode, anExchange, pkce } from "../oauth.js"
import { aTargetOf, filledWith, parametersOf } from "../requests.js"
import * as TestAccount from "../TestAccount.js"
import { chainPromises } from "./audit/chainState.js"
import { changeOf, runByName } from "./audit/changes.js"
import { repetitionPromises } from "./audit/repetitions.js"
import { verificationPromises } from "./audit/verification.js"
import { contract } from "./contract.js"

const ofManagers = ["correctHold", "reconcileHold"]

/** Acts on holds and usage have the ledger as their record, but for what a manager changes of it. */
const ofAccount = operations.filter(({ name, resource }) => resource !== "spending" || ofManagers.includes(name))
// The holder of an ordinary key asks for more: its record is the request itself.
const changing = ofAccount.filter(({ isChange, name }) => isChange && name !== "createBudgetRequest")
const reading = ofAccount.filter(({ isChange }) => !isChange)

/** The newest entries of an account, oldest first, after so many that are known. */
const entriesAfter = (organizationId: Core.OrganizationId, known: number) =>
  Effect.gen(function* () {
    const audit = yield* AuditStore
    const { total_count } = yield* audit.list(organizationId, { limit: 1, offset: 0 })
    const { data } = yield* audit.list(organizationId, { limit: total_count - known, offset: 0 })
    return total_count === known ? [] : data.toReversed()
  })

const entriesOf = (organizationId: Core.OrganizationId) => entriesAfter(organizationId, 0)

const actions = (entries: ReadonlyArray<AuditRecord>) => entries.map(({ action, object }) => [action, object])

/** An account, and what runs an effect as its management key. */
const anAccount = Effect.gen(function* () {
  const account = yield* TestAccount.make()
  const made = (yield* entriesOf(account.organization.id)).length
  return { ...account, entries: entriesAfter(account.organization.id, made) }
})

/** The lists that programs read of an input. */
const anything = { user_ids: [], member_user_ids: [], key_hashes: [] }

const withVault = Effect.provideServiceEffect(Vault, Vault.makeEphemeral)

/** Promises of every `AuditStore`, and of the transactions that store its entries. */
export const auditStoreContract = contract<AuditStore>("AuditStore", (promise) => {
  promise("has exactly one entry for each change, and none for what is refused or read", () =>
    Effect.gen(function* () {
      const { asManager, managementHash, managementKey, organization } = yield* TestAccount.make()
      let known = (yield* entriesOf(organization.id)).length
      for (const operation of changing) {
        const { name, path, resource } = operation
        const { act, changes: fields, object, secrets } = yield* Effect.provide(changeOf(operation), asManager)
        known += (yield* entriesAfter(organization.id, known)).length
        yield* Effect.provide(act, asManager)
        const entries = yield* entriesAfter(organization.id, known)
        expect(entries.map(({ changes, ...entry }) => ({ ...entry, changes: JSON.parse(changes) }))).toEqual([
          {
            organization_id: organization.id,
            seq: known + 1,
            created_at: expect.anything(),
            action: expect.stringMatching(`^\\w+\\.${name}$`),
            object: object ?? (name === "replaceImageModels" ? null : expect.stringMatching(/^[0-9a-f-]{36,64}$/)),
            actor_kind: "management",
            actor_hash: managementHash,
            actor_user_id: "owner",
            changes: fields,
            secrets: JSON.stringify(secrets),
            request_id: null,
            address: null,
            hash: expect.stringMatching(/^[0-9a-f]{64}$/)
          }
        ])
        known++
        // A run that does not exist may be opened and stopped, but not below one that does not exist either.
        const unknown = resource === "runs" ? "absent/run" : "00000000-0000-4000-8000-000000000000"
        const absent = Object.values(filledWith({ path }, unknown))
        if (absent.length > 0) yield* Effect.flip(Effect.provide(runByName(name, ...absent, anything), asManager))
      }
      for (const operation of reading) {
        const names = parametersOf(operation)
        const target = names.length === 0 ? {} : yield* Effect.provide(aTargetOf(operation), asManager)
        known += (yield* entriesAfter(organization.id, known)).length
        const parameters = names.map((parameter) => target[parameter])
        yield* Effect.exit(Effect.provide(runByName(operation.name, ...parameters, { limit: 1, offset: 0 }), asManager))
      }
      expect(yield* entriesAfter(organization.id, known)).toEqual([])
      const all = JSON.stringify(yield* entriesOf(organization.id))
      for (const secret of [
        pkce.challenge,
        pkce.verifier,
        "sk-another",
        "/T01",
        "/T02",
        "whsec_",
        aByokCredential().key,
        managementKey
      ]) {
        expect(all).not.toContain(Redacted.isRedacted(secret) ? Redacted.value(secret) : secret)
      }
    }).pipe(withVault)
  )

  promise("has the changes that the host makes without a caller", () =>
    Effect.gen(function* () {
      const { data, organization } = yield* Core.createOrganization({
        name: "Acme",
        owner_user_id: Core.UserId.make("ada")
      })
      const { id } = organization
      yield* Core.setOrganizationBudget(id, "monthly", { limit_usd: Core.Usd.fromNumber(5) })
      yield* Core.deleteOrganizationBudget(id, "monthly")
      const key = yield* Core.createGatewayKey({ organization_id: id })
      yield* Core.deleteGatewayKey(key.data.hash)
      yield* Core.findOrCreateOrganization({ name: organization.name, owner_user_id: organization.owner_user_id })
      const entries = yield* entriesOf(id)
      expect(actions(entries)).toEqual([
        ["organizations.createOrganization", id],
        ["organizations.setOrganizationBudget", id],
        ["organizations.deleteOrganizationBudget", id],
        ["gatewayKeys.createGatewayKey", key.data.hash],
        ["gatewayKeys.deleteGatewayKey", key.data.hash]
      ])
      const host = { actor_kind: "host", actor_hash: null, actor_user_id: null }
      expect(entries).toEqual(entries.map((entry) => ({ ...entry, ...host })))
      expect(entries.map(({ changes }) => JSON.parse(changes))).toEqual([
        { name: "Acme", owner_user_id: "ada" },
        { interval: "monthly", limit_usd: 5 },
        { interval: "monthly" },
        { organization_id: id },
        {}
      ])
      expect(data.hash).not.toBe("")
    })
  )

  promise("has new values by field, secrets by name alone, and where the request came from", () =>
    Effect.gen(function* () {
      const { asHost, asManager, entries, managementHash } = yield* anAccount
      const origin = { requestId: "request-1", address: "192.0.2.1" }
      const key = "sk-provider-secret"
      const credential = yield* Core.createByokCredential(aByokCredential({ key, name: "Main" })).pipe(
        Effect.provide(asManager),
        Effect.provideService(Core.RequestOrigin, origin)
      )
      const { data } = yield* Effect.provide(Core.createKey(aKey({ name: "A key", limit: 1.5 })), asHost)
      const long = { models: Array.from({ length: 200 }, (_, n) => `author/model-${n}`) }
      yield* Effect.provide(Core.updateByokCredential(credential.id, { allowed_models: long.models }), asHost)
      const [created, second, third] = yield* entries
      expect(created).toMatchObject({ actor_hash: managementHash, request_id: "request-1", address: "192.0.2.1" })
      expect(created?.secrets).toBe('["key"]')
      expect(JSON.parse(created?.changes ?? "")).toMatchObject({ name: "Main" })
      expect(JSON.stringify(created)).not.toContain(key)
      expect(second).toMatchObject({ actor_kind: "host", actor_hash: null, object: data.hash })
      expect(JSON.parse(second?.changes ?? "")).toMatchObject({ name: "A key", limit: 1.5 })
      const characters = JSON.stringify(long.models).length
      expect(JSON.parse(third?.changes ?? "")).toEqual({
        allowed_models: { characters, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }
      })
    }).pipe(withVault)
  )

  promise("is part of the transaction of the change, also of one that the host opens", () =>
    Effect.gen(function* () {
      const { asManager, entries, ordinaryHash } = yield* anAccount
      const { run } = yield* Transaction
      const rename = (name: string) => Effect.provide(Core.updateKey(ordinaryHash, aKeyPatch({ name })), asManager)
      const both = Effect.zipRight(rename("One"), rename("Two"))
      yield* Effect.flip(run(Effect.zipRight(both, Effect.fail("no"))))
      expect(yield* entries).toEqual([])
      yield* run(both)
      yield* Effect.provide(Core.updateKey(ordinaryHash, {}), asManager)
      const names = (yield* entries).map(({ changes }) => changes)
      expect(names).toEqual(['{"name":"One"}', '{"name":"Two"}'])
    })
  )

  promise("has no entry for a refused exchange, although its failed attempt is stored", () =>
    Effect.gen(function* () {
      const { asManager, entries } = yield* anAccount
      const challenge = { code_challenge: pkce.challenge }
      const { id: code } = yield* Effect.provide(
        Core.createAuthorizationCode(anAuthorizationCode(challenge)),
        asManager
      )
      const exchange = (code_verifier: string) =>
        Effect.provide(Core.exchangeCode({ ...anExchange({ code: "-", code_verifier }), code }), asManager)
      yield* Effect.flip(exchange("a".repeat(43)))
      yield* exchange(pkce.verifier)
      const [issued, exchanged, ...others] = yield* entries
      expect([issued?.action, exchanged?.action, others]).toEqual([
        "oauth.createAuthorizationCode",
        "oauth.exchangeCode",
        []
      ])
      expect(exchanged?.secrets).toBe("[]")
      expect(Object.keys(JSON.parse(exchanged?.changes ?? ""))).toContain("name")
    })
  )

  repetitionPromises(promise)

  verificationPromises(promise)
  chainPromises(promise)

  promise("is chained by hash, and filtered by actor, action, object and time", () =>
    Effect.gen(function* () {
      const { asHost, asManager, managementHash, ordinaryHash, organization } = yield* TestAccount.make()
      const other = yield* TestAccount.make()
      const audit = yield* AuditStore
      yield* Effect.provide(Core.updateKey(ordinaryHash, aKeyPatch({ limit: 1 })), asManager)
      yield* Effect.provide(Core.deleteKey(ordinaryHash), asHost)
      const entries = yield* entriesOf(organization.id)
      let head = noEntries
      for (const { hash, seq, ...entry } of entries) {
        const expected = hashEntry(head, { ...entry, created_at: entry.created_at.epochMillis })
        expect({ hash, seq }).toEqual({ hash: expected, seq: head.seq + 1 })
        head = { hash, seq }
      }
      const list = (filter: Parameters<typeof audit.list>[2], limit = 10) =>
        Effect.map(audit.list(organization.id, { limit, offset: 0 }, filter), ({ data, total_count }) => [
          total_count,
          data.map(({ seq }) => seq)
        ])
      expect(yield* list({})).toEqual([4, [4, 3, 2, 1]])
      expect(yield* list({}, 2)).toEqual([4, [4, 3]])
      expect(yield* list({ actor_hash: managementHash })).toEqual([2, [3, 2]])
      expect(yield* list({ object: ordinaryHash, actor_hash: managementHash, action: "keys.updateKey" })).toEqual([
        1,
        [3]
      ])
      const last = entries.at(-1)?.created_at ?? expect.fail("no entries")
      expect(yield* list({ from: last, action: "keys.deleteKey" })).toEqual([1, [4]])
      expect(yield* list({ to: last, action: "keys.deleteKey" })).toEqual([0, []])
      expect(yield* list({ from: DateTime.add(last, { seconds: 1 }) })).toEqual([0, []])
      expect((yield* entriesOf(other.organization.id)).length).toBe(2)
    })
  )
})
