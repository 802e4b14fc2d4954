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
import type { ByokCredential, ByokId } from "./ByokCredential.js"
import { ByokStore } from "./ByokStore.js"
import { FORGOTTEN } from "./forgotten.js"
import { type SealedSecret, SealedSecrets } from "./SealedSecrets.js"
import { Vault } from "./Vault.js"

/** How many secrets are read, and how many answers deleted, at a time. */
const BATCH = 100

/** How many credentials one transaction changes: an entry of the audit log repeats as many ids. */
const NAMED = 50

/** Some secrets open with the given master key, so it is not lost. Nothing was changed. */
export class SecretsOpen extends Data.TaggedError("SecretsOpen")<{
  /** How many secrets open, of how many. */
  readonly count: number
  readonly of: number
}> {
  override get message(): string {
    const { count, of } = this
    return `${count} of ${of} provider secrets ${count === 1 ? "opens" : "open"} with the given master key, so it is not lost. Nothing was changed.`
  }
}

/** A credential whose secret was forgotten. It is disabled until it gets another secret. */
export type LostCredential = Pick<ByokCredential, "id" | "label" | "name" | "provider" | "workspace_id"> & {
  readonly organization_id: OrganizationId
}

/** What was given up. */
export interface Abandoned {
  /** The id of the master key that the storage opens with from now on. */
  readonly keyId: string
  readonly lost: ReadonlyArray<LostCredential>
  /** How many kept answers were deleted. */
  readonly answers: number
}

/** Fails if a secret opens. Nothing is written. */
const requireLost = Effect.gen(function* () {
  const secrets = yield* SealedSecrets
  const vault = yield* Vault
  let [count, of] = [0, 0]
  let after: ByokId | null = null
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

/** Disables credentials of one organization and forgets their secrets, with one entry in its audit log. */
const forget = Effect.fnUntraced(function* (organization_id: OrganizationId, batch: ReadonlyArray<SealedSecret>) {
  const credentials = yield* ByokStore
  const { run } = yield* Transaction
  const now = yield* DateTime.now
  yield* about({ organization_id, object: null, fields: { disabled: true, credentials: batch.map(({ id }) => id) } })
  const workspaces = new Set(batch.map(({ workspace_id }) => workspace_id))
  const found = yield* run(
    Effect.zipRight(
      bumpVersions(
        [...workspaces].map((workspace_id) => workspaceScope({ organization_id, workspace_id })),
        now
      ),
      Effect.forEach(batch, ({ id }) => credentials.update(organization_id, id, { sealed: FORGOTTEN, disabled: true }))
    )
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
}, change("byok.abandonSecrets"))

/** Forgets every secret that is left. */
const forgetAll = Effect.gen(function* () {
  const secrets = yield* SealedSecrets
  const lost: Array<LostCredential> = []
  for (;;) {
    const batch = yield* secrets.list(null, NAMED)
    if (batch.length === 0) return lost
    for (const organization_id of new Set(batch.map((secret) => secret.organization_id))) {
      const own = batch.filter((secret) => secret.organization_id === organization_id)
      lost.push(...(yield* forget(organization_id, own)))
    }
  }
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

const noteKey = Effect.fnUntraced(function* (keyId: string, lost: number, answers: number) {
  yield* about({ object: keyId, fields: { credentials_count: lost, answers_count: answers } })
  yield* Effect.flatMap(SealedSecrets, (secrets) => secrets.noteMasterKey(keyId))
}, change("byok.abandonMasterKey"))

/**
 * Gives up the secrets of a storage whose master key is lost: their credentials stay, disabled and without a secret, until they get another
 * one. Deletes the kept answers, and notes the first master key of the vault as that of the storage. Each organization that has lost something
 * gets an entry in its audit log, and so does the log of what concerns all of them. It can be repeated after it was interrupted. Run it while
 * nothing else uses the storage.
 *
 * Fails with `SecretsOpen` if a secret opens with a master key of the vault: nothing is changed then. Fails with `StorageFailure`.
 */
export const abandonSecrets = Effect.gen(function* () {
  const { keyId } = yield* Vault
  yield* requireLost
  const lost = yield* forgetAll
  const answers = yield* forgetAnswers
  yield* noteKey(keyId, lost.length, answers)
  const done: Abandoned = { keyId, lost, answers }
  return done
}).pipe(withSpan("byok.abandonSecrets"))
