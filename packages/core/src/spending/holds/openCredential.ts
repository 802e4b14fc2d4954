import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { ByokNotFound } from "../../byok/ByokCredential.js"
import { ByokStore } from "../../byok/ByokStore.js"
import { requireCredential } from "../../byok/requireCredential.js"
import { Vault } from "../../byok/Vault.js"
import { StorageFailure } from "../../ports/StorageFailure.js"
import { withSpan } from "../../runtime/withSpan.js"
import { requireHold } from "../admission/requireHold.js"
import { HoldEnded } from "../model/Hold.js"
import type { HoldRecord } from "../model/HoldRecord.js"
import { CredentialsNotServed, type OpenedCredential } from "../model/OpenedCredential.js"
import { SpendingStore } from "../store/SpendingStore.js"

/** The credential of a hold's plan that has this id, if it is still there and enabled. Fails with `ByokNotFound`. */
const planned = Effect.fnUntraced(function* ({ organization_id, plan, workspace_id }: HoldRecord, id: string) {
  const store = yield* ByokStore
  const shown = yield* requireCredential(id, (id) =>
    plan.includes(id) ? store.find(organization_id, id) : Effect.succeedNone
  )
  // Only this method reads sealed secrets.
  const all = yield* store.ofProvider(organization_id, workspace_id, shown.provider)
  const found = all.find((one) => one.id === shown.id && !one.disabled)
  return found ?? (yield* ByokNotFound.of(shown.id))
})

/**
 * Opens a provider credential of an open hold, for a gateway that is not in the process with the master key. The plan of the hold must have
 * the credential, which must still exist and be enabled. Nothing is opened unless `ServeCredentials` allows it. The log names the hold and
 * the credential.
 *
 * @throws CredentialsNotServed, HoldNotFound, HoldEnded, ByokNotFound, StorageFailure.
 */
export const openCredential = Effect.fnUntraced(function* (id: string, credentialId: string) {
  if (!(yield* ServeCredentials)) return yield* new CredentialsNotServed()
  const store = yield* SpendingStore
  const vault = yield* Vault
  const now = yield* Clock.currentTimeMillis
  const hold = yield* requireHold(id, (name) => store.find(name, now))
  if (hold.state !== "open") return yield* new HoldEnded({ id: hold.id })
  const { sealed, ...credential } = yield* planned(hold, credentialId)
  const key = yield* Effect.mapError(
    vault.open(sealed, credential),
    (cause) => new StorageFailure({ cause, outcome: "none" })
  )
  yield* Effect.annotateLogs(Effect.logInfo("credential opened"), { hold: hold.id, credential: credential.id })
  return { key } satisfies OpenedCredential
}, withSpan("spending.openCredential"))

/**
 * Whether gateways may open the provider credentials of their holds by `openCredential`. A server of the HTTP API refuses it by default, so
 * that no secret travels unless its host has decided so.
 *
 * @default false
 */
export class ServeCredentials extends Context.Reference<ServeCredentials>()("@tollgate/core/ServeCredentials", {
  defaultValue: () => false
}) {}
