import * as Arr from "effect/Array"
import * as Data from "effect/Data"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import { IdempotencyStore } from "../idempotency/IdempotencyStore.js"
import { KEPT_MILLIS } from "../idempotency/KeptAnswer.js"
import { about } from "../ports/PendingEntry.js"
import { Transaction } from "../ports/Transaction.js"
import { change } from "../records/change.js"
import { withSpan } from "../runtime/withSpan.js"
import { bumpVersions } from "../spending/admission/bumpVersions.js"
import { workspaceScope } from "../spending/model/Scope.js"
import type { OrganizationId } from "../values/Id.js"
import { endOfDisabled } from "../webhooks/endOfDisabled.js"
import { originOf } from "../webhooks/judgeWebhookUrl.js"
import type { Webhook } from "../webhooks/Webhook.js"
import { WebhookStore } from "../webhooks/WebhookStore.js"
import type { ByokCredential } from "./ByokCredential.js"
import { ByokStore } from "./ByokStore.js"
import { FORGOTTEN } from "./forgotten.js"
import {
  isOfCredential,
  type SealedCredential,
  type SealedSecret,
  SealedSecrets,
  type SealedWebhook
} from "./SealedSecrets.js"
import { Vault } from "./Vault.js"

/** How many secrets are read, and how many answers deleted, at a time. */
const BATCH = 100

/** How many credentials and webhooks one transaction changes: an entry of the audit log repeats as many ids. */
const NAMED = 50

/** Some secrets open with the given master key, so it is not lost. Nothing was changed. */
export class SecretsOpen extends Data.TaggedError("SecretsOpen")<{
  /** How many secrets open, of how many. */
  readonly count: number
  readonly of: number
}> {
  override get message(): string {
    const { count, of } = this
    return `${count} of ${of} secrets ${count === 1 ? "opens" : "open"} with the given master key, so it is not lost. Nothing was changed.`
  }
}

/** A credential whose secret was forgotten. It is disabled until it gets another secret. */
export type LostCredential = Pick<ByokCredential, "id" | "label" | "name" | "provider" | "workspace_id"> & {
  readonly organization_id: OrganizationId
}

/** A webhook whose secret was forgotten. It is disabled for good: another one has another secret. */
export type LostWebhook = Pick<Webhook, "id" | "name"> & {
  readonly organization_id: OrganizationId
  /** Of its URL, without the path, which may be a secret. */
  readonly origin: string
}

/** What was given up. */
export interface Abandoned {
  /** The id of the master key that the storage opens with from now on. */
  readonly keyId: string
  readonly lost: ReadonlyArray<LostCredential>
  readonly webhooks: ReadonlyArray<LostWebhook>
  /** How many kept answers were deleted. */
  readonly answers: number
}

/** Fails if a secret opens. Nothing is written. */
const requireLost = Effect.gen(function* () {
  const secrets = yield* SealedSecrets
  const vault = yield* Vault
  let [count, of] = [0, 0]
  let after: SealedSecret["id"] | null = null
  while (true) {
    const batch: ReadonlyArray<SealedSecret> = yield* secrets.list(after, BATCH)
    const last = batch.at(-1)
    if (last === undefined) break
    after = last.id
    const opened = yield* Effect.forEach(batch, (one) => Effect.either(vault.open(one.sealed, one)))
    count += opened.filter(Either.isRight).length
    of += batch.length
  }
  if (count > 0) return yield* new SecretsOpen({ count, of })
})

/** What a transaction has forgotten. */
interface Forgotten {
  readonly lost: ReadonlyArray<LostCredential>
  readonly webhooks: ReadonlyArray<LostWebhook>
}

/** Disables credentials of one organization and forgets their secrets. */
const forgetCredentials = Effect.fnUntraced(function* (
  organization_id: OrganizationId,
  batch: ReadonlyArray<SealedCredential>,
  now: DateTime.Utc
) {
  const credentials = yield* ByokStore
  const workspaces = new Set(batch.map(({ workspace_id }) => workspace_id))
  yield* bumpVersions(
    [...workspaces].map((workspace_id) => workspaceScope({ organization_id, workspace_id })),
    now
  )
  const found = yield* Effect.forEach(batch, ({ id }) =>
    credentials.update(organization_id, id, { sealed: FORGOTTEN, disabled: true })
  )
  return found.flatMap(Option.toArray).map(
    ({ id, label, name, provider, workspace_id }): LostCredential => ({
      organization_id,
      workspace_id,
      id,
      provider,
      name,
      label
    })
  )
})

/** The same for webhooks. What is pending of them could not be signed. */
const forgetWebhooks = Effect.fnUntraced(function* (
  organization_id: OrganizationId,
  batch: ReadonlyArray<SealedWebhook>,
  now: DateTime.Utc
) {
  const store = yield* WebhookStore
  const found = yield* Effect.forEach(batch, ({ id }) =>
    Effect.zipLeft(
      store.update(organization_id, id, { sealed: FORGOTTEN, disabled: true }),
      endOfDisabled(organization_id, id, now)
    )
  )
  return found
    .flatMap(Option.toArray)
    .map(({ id, name, url }): LostWebhook => ({ organization_id, id, name, origin: originOf(url) }))
})

/** Forgets secrets of one organization, with one entry in its audit log. */
const forget = Effect.fnUntraced(function* (organization_id: OrganizationId, batch: ReadonlyArray<SealedSecret>) {
  const { run } = yield* Transaction
  const now = yield* DateTime.now
  const [webhooks, credentials] = Arr.partition(batch, isOfCredential)
  const ids = (some: ReadonlyArray<SealedSecret>) => (some.length === 0 ? undefined : some.map(({ id }) => id))
  yield* about({
    organization_id,
    object: null,
    fields: { disabled: true, credentials: ids(credentials), webhooks: ids(webhooks) }
  })
  return yield* run(
    Effect.all({
      lost: forgetCredentials(organization_id, credentials, now),
      webhooks: forgetWebhooks(organization_id, webhooks, now)
    })
  )
}, change("byok.abandonSecrets"))

/** Forgets every secret that is left. */
const forgetAll = Effect.gen(function* () {
  const secrets = yield* SealedSecrets
  const done: Array<Forgotten> = []
  for (;;) {
    const batch = yield* secrets.list(null, NAMED)
    if (batch.length === 0) break
    for (const organization_id of new Set(batch.map((secret) => secret.organization_id))) {
      const own = batch.filter((secret) => secret.organization_id === organization_id)
      done.push(yield* forget(organization_id, own))
    }
  }
  const all: Forgotten = { lost: done.flatMap(({ lost }) => lost), webhooks: done.flatMap(({ webhooks }) => webhooks) }
  return all
})

/** Deletes every kept answer. */
const forgetAnswers = Effect.gen(function* () {
  const store = yield* IdempotencyStore
  const then = DateTime.add(yield* DateTime.now, { millis: 2 * KEPT_MILLIS })
  let deleted = 0
  for (;;) {
    const some = yield* store.forget(then, BATCH)
    deleted += some
    if (some < BATCH) return deleted
  }
})

const noteKey = Effect.fnUntraced(function* (keyId: string, { lost, webhooks }: Forgotten, answers: number) {
  const counts = { credentials_count: lost.length, webhooks_count: webhooks.length, answers_count: answers }
  yield* about({ object: keyId, fields: counts })
  yield* Effect.flatMap(SealedSecrets, (secrets) => secrets.noteMasterKey(keyId))
}, change("byok.abandonMasterKey"))

/**
 * Gives up the secrets of a storage whose master key is lost: their credentials stay, disabled and without a secret, until they get another
 * one, and so do webhooks, for good. Deletes the kept answers, and notes the first master key of the vault as that of the storage. Each organization that has lost something
 * gets an entry in its audit log, and so does the log of what concerns all of them. It can be repeated after it was interrupted. Run it while
 * nothing else uses the storage.
 *
 * Fails with `SecretsOpen` if a secret opens with a master key of the vault: nothing is changed then. Fails with `StorageFailure`.
 */
export const abandonSecrets = Effect.gen(function* () {
  const { keyId } = yield* Vault
  yield* requireLost
  const forgotten = yield* forgetAll
  const answers = yield* forgetAnswers
  yield* noteKey(keyId, forgotten, answers)
  const done: Abandoned = { keyId, ...forgotten, answers }
  return done
}).pipe(withSpan("byok.abandonSecrets"))
