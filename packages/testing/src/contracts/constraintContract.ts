import { expect } from "@effect/vitest"
import { OrganizationId, StorageFailure, WorkspaceId, WorkspaceSlug } from "@tollgate/core"
import * as Storage from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import { aByokRecord } from "../byok.js"
import { aGuardrailRecord, assignments, keyAssignments } from "../guardrails.js"
import { noon } from "../instant.js"
import { aKeyRecord, aSecret } from "../keys.js"
import { aCodeRecord } from "../oauth.js"
import { aHome, aMemberRecord, anOrganizationRecord } from "../organizations.js"
import { aPresetRecord, aVersionOf } from "../presets.js"
import { aDeliveryRecord, aWebhookRecord } from "../webhooks.js"
import { aWorkspaceMemberRecord, aWorkspaceRecord } from "../workspaces.js"
import { contract } from "./contract.js"
import { dependents, memberships } from "./dependents.js"
import { plain } from "./plain.js"
import { twoKeys } from "./twoKeys.js"

const ports = Effect.all({
  organizations: Storage.OrganizationStore,
  workspaces: Storage.WorkspaceStore,
  keys: Storage.KeyStore,
  codes: Storage.AuthorizationCodeStore,
  byok: Storage.ByokStore,
  guardrails: Storage.GuardrailStore,
  presets: Storage.PresetStore,
  images: Storage.ImageModelCatalog,
  webhooks: Storage.WebhookStore
})

const page = { limit: 100, offset: 0 }

/** An organization, and what can be read of it. */
const opened = Effect.gen(function* () {
  const stores = yield* ports
  const home = yield* aHome()
  const { organization_id, workspace_id } = home
  const everything = Effect.all([
    stores.organizations.find(organization_id),
    stores.organizations.listMembers(organization_id, page),
    stores.workspaces.list(organization_id, page),
    stores.workspaces.listMembers(organization_id, workspace_id, page),
    stores.keys.list(organization_id, page),
    stores.byok.list(organization_id, page),
    stores.guardrails.list(organization_id, page),
    stores.guardrails.listAllMembers(organization_id, page),
    stores.guardrails.listAllKeys(organization_id, page),
    stores.presets.list(organization_id, page),
    stores.images.list(organization_id),
    stores.webhooks.list(organization_id, page)
  ])
  return { ...stores, home, elsewhere: yield* aHome("Elsewhere"), everything: Effect.map(everything, plain) }
})

type Opened = Effect.Effect.Success<typeof opened>
type Write = Effect.Effect<unknown, StorageFailure>

/** A record, and a second write that repeats its primary key and nothing else. */
const repetitions: Readonly<Record<string, (stores: Opened) => Effect.Effect<readonly [first: Write, again: Write]>>> =
  {
    "an organization": ({ home, organizations }) =>
      Effect.succeed([
        Effect.void,
        organizations.insert(anOrganizationRecord({ ...home, id: home.workspace_id }, { name: "Again" }))
      ]),
    "a workspace": ({ home, workspaces }) =>
      Effect.map(aWorkspaceRecord({ organization_id: home.organization_id }), (record) => [
        workspaces.insert(record),
        workspaces.insert({ ...record, slug: WorkspaceSlug.make("again") })
      ]),
    "a key": ({ home, keys }) =>
      Effect.map(aKeyRecord(home), (record) => [keys.insert(record), keys.insert({ ...record, name: "Again" })]),
    "a secret of another key": ({ home, keys }) =>
      Effect.map(Effect.all([aKeyRecord(home), aKeyRecord(home), aSecret]), ([one, two, next]) => {
        const rotate = ({ hash }: typeof one) => keys.rotate(home.organization_id, hash, { ...next, until: noon }, noon)
        return [Effect.zipRight(Effect.forEach([one, two], keys.insert), rotate(one)), rotate(two)]
      }),
    "a secret of another key, as the first of a key": ({ home, keys }) =>
      Effect.map(Effect.all([aKeyRecord(home), aKeyRecord(home), aSecret]), ([one, two, next]) => [
        Effect.zipRight(keys.insert(one), keys.rotate(home.organization_id, one.hash, { ...next, until: noon }, noon)),
        keys.insert({ ...two, hash: next.secret })
      ]),
    "an authorization code": ({ codes, home }) =>
      Effect.map(aCodeRecord(home), (record) => [codes.insert(record), codes.insert({ ...record, key_name: "Again" })]),
    "a provider credential": ({ byok, home }) =>
      Effect.map(aByokRecord(home), (record) => [byok.insert(record), byok.insert({ ...record, name: "Again" })]),
    "a guardrail": ({ guardrails, home }) =>
      Effect.map(aGuardrailRecord(home), (record) => [
        guardrails.insert(record),
        guardrails.insert({ ...record, name: "Again" })
      ]),
    "an assignment of a key": ({ guardrails, home, keys }) =>
      Effect.map(Effect.all([aGuardrailRecord(home), aKeyRecord(home), aKeyRecord(home)]), ([record, one, two]) => {
        const [assignment] = keyAssignments(record, one)
        const insert = Effect.zipRight(guardrails.insert(record), Effect.forEach([one, two], keys.insert))
        const again = keyAssignments(record, two).map((other) => ({
          ...other,
          ...(assignment && { id: assignment.id })
        }))
        return [
          Effect.zipRight(insert, guardrails.assignKeys(keyAssignments(record, one))),
          guardrails.assignKeys(again)
        ]
      }),
    "a preset": ({ home, presets }) =>
      Effect.map(Effect.all([aPresetRecord(home), aPresetRecord(home)]), ([record, other]) => [
        presets.insert(record),
        presets.insert({ ...other, id: record.id })
      ]),
    "a version of a preset": ({ home, presets }) =>
      Effect.map(aPresetRecord(home), (record) => [
        Effect.zipRight(presets.insert(record), presets.insertVersion(aVersionOf(record))),
        presets.insertVersion({ ...aVersionOf(record), version: 2 })
      ]),
    "a webhook": ({ home, webhooks }) =>
      Effect.map(aWebhookRecord(home), (record) => [
        webhooks.insert(record),
        webhooks.insert({ ...record, name: "Again" })
      ]),
    "a delivery": ({ home, webhooks }) =>
      Effect.flatMap(aWebhookRecord(home), (webhook) =>
        Effect.map(Effect.all([aDeliveryRecord(webhook), aDeliveryRecord(webhook)]), ([record, other]) => [
          Effect.zipRight(webhooks.insert(webhook), webhooks.insertDelivery(record)),
          webhooks.insertDelivery({ ...other, id: record.id })
        ])
      )
  }

const nowhere = OrganizationId.make("00000000-0000-4000-8000-000000000000")
const noWorkspace = WorkspaceId.make("00000000-0000-4000-8000-000000000001")

/** Writes of records that reference one that does not exist. */
const orphans: Readonly<Record<string, (stores: Opened) => Effect.Effect<Write, StorageFailure>>> = {
  "a workspace without its organization": ({ workspaces }) =>
    Effect.map(aWorkspaceRecord({ organization_id: nowhere }), workspaces.insert),
  "a member of no organization": ({ organizations }) =>
    Effect.map(aMemberRecord(nowhere, "ada"), organizations.addMember),
  "a workspace's member who is not a user of the organization": ({ home, workspaces }) =>
    Effect.map(
      Effect.all([
        aWorkspaceMemberRecord({ ...home, id: home.workspace_id }, home.owner),
        aWorkspaceMemberRecord({ ...home, id: home.workspace_id }, "stranger")
      ]),
      workspaces.addMembers
    ),
  "a key without its workspace": ({ home, keys }) =>
    Effect.map(aKeyRecord({ ...home, workspace_id: noWorkspace }), keys.insert),
  "a key in another organization's workspace": ({ elsewhere, home, keys }) =>
    Effect.map(aKeyRecord({ ...home, workspace_id: elsewhere.workspace_id }), keys.insert),
  "an authorization code without its workspace": ({ codes, home }) =>
    Effect.map(aCodeRecord({ ...home, workspace_id: noWorkspace }), codes.insert),
  "a provider credential without its workspace": ({ byok, home }) =>
    Effect.map(aByokRecord({ ...home, workspace_id: noWorkspace }), byok.insert),
  "a guardrail without its workspace": ({ guardrails, home }) =>
    Effect.map(aGuardrailRecord({ ...home, workspace_id: noWorkspace }), guardrails.insert),
  "an assignment to no guardrail": ({ guardrails, home }) =>
    Effect.map(aGuardrailRecord(home), (record) => guardrails.assign(assignments(record, home.owner))),
  "an assignment of a user who is not of the organization": ({ guardrails, home }) =>
    Effect.flatMap(aGuardrailRecord(home), (record) =>
      Effect.as(guardrails.insert(record), guardrails.assign(assignments(record, home.owner, "stranger")))
    ),
  "an assignment of a key to no guardrail": ({ guardrails, home, keys }) =>
    Effect.flatMap(Effect.all([aGuardrailRecord(home), aKeyRecord(home)]), ([record, key]) =>
      Effect.as(keys.insert(key), guardrails.assignKeys(keyAssignments(record, key)))
    ),
  "an assignment of no key": ({ guardrails, home }) =>
    Effect.flatMap(Effect.all([aGuardrailRecord(home), aKeyRecord(home)]), ([record, key]) =>
      Effect.as(guardrails.insert(record), guardrails.assignKeys(keyAssignments(record, key)))
    ),
  "a preset without its workspace": ({ home, presets }) =>
    Effect.map(aPresetRecord({ ...home, workspace_id: noWorkspace }), presets.insert),
  "a version of no preset": ({ home, presets }) =>
    Effect.map(aPresetRecord(home), (record) => presets.insertVersion(aVersionOf(record))),
  "a webhook of no organization": ({ home, webhooks }) =>
    Effect.map(aWebhookRecord({ ...home, organization_id: nowhere }), webhooks.insert),
  "a delivery to no webhook": ({ home, webhooks }) =>
    Effect.flatMap(aWebhookRecord(home), (webhook) => Effect.map(aDeliveryRecord(webhook), webhooks.insertDelivery)),
  "a catalogue of no organization": ({ images }) => Effect.succeed(images.replace(nowhere, []))
}

const expectRefused = (stores: Opened, write: Write) =>
  Effect.gen(function* () {
    const before = yield* stores.everything
    const failure = yield* Effect.flip(write)
    expect(failure).toBeInstanceOf(StorageFailure)
    expect(failure.outcome).toBe("none")
    expect(yield* stores.everything).toEqual(before)
  })

/** Promises of all stores together: primary keys are unique, and references lead to records. */
export const constraintContract = contract<Storage.Stores>("Every store", (promise) => {
  for (const [name, make] of Object.entries(repetitions)) {
    promise(`fails on a repeated primary key, and changes nothing: ${name}`, () =>
      Effect.gen(function* () {
        const stores = yield* opened
        const [first, again] = yield* make(stores)
        yield* first
        yield* expectRefused(stores, again)
      })
    )
  }

  for (const [name, make] of Object.entries(orphans)) {
    promise(`fails on a missing reference, and changes nothing: ${name}`, () =>
      Effect.gen(function* () {
        const stores = yield* opened
        yield* expectRefused(stores, yield* make(stores))
      })
    )
  }

  for (const [name, make] of Object.entries(dependents)) {
    promise(`fails to delete a workspace without ${name}, and changes nothing`, () =>
      Effect.gen(function* () {
        const stores = yield* opened
        yield* Effect.flatten(make(stores))
        const { organization_id, workspace_id } = stores.home
        yield* expectRefused(stores, stores.workspaces.delete(organization_id, workspace_id))
      })
    )
  }

  for (const [name, make] of Object.entries(memberships)) {
    promise(`fails to delete a member of an organization without the ${name}, and changes nothing`, () =>
      Effect.gen(function* () {
        const stores = yield* opened
        yield* Effect.flatten(make(stores))
        const { organization_id, owner } = stores.home
        yield* expectRefused(stores, stores.organizations.deleteMember(organization_id, owner))
      })
    )
  }

  promise("rolls back the transaction in which it fails, even if the failure is caught", () =>
    Effect.gen(function* () {
      const { keys, one, names, run, two } = yield* twoKeys
      const body = Effect.zipRight(keys.insert(one), Effect.ignore(keys.insert(one)))
      const failure = yield* Effect.flip(run(Effect.zipRight(body, Effect.ignore(keys.insert(two)))))
      expect(failure).toBeInstanceOf(StorageFailure)
      expect(failure.outcome).toBe("none")
      expect(yield* names).toEqual([])
    })
  )

  promise("rolls back the part of a transaction in which it fails, alone", () =>
    Effect.gen(function* () {
      const { attempt, keys, names, one, rename, run, two } = yield* twoKeys
      const part = attempt(Effect.zipRight(rename(one, "Changed"), Effect.ignore(keys.insert(one))))
      const failure = yield* run(Effect.zipLeft(Effect.zipRight(keys.insert(one), Effect.flip(part)), keys.insert(two)))
      expect(failure).toBeInstanceOf(StorageFailure)
      expect(yield* names).toEqual(["One", "Two"])
    })
  )
})
