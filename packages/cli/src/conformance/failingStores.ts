import * as Core from "@tollgate/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"

const failing = () =>
  Effect.fail(
    new Core.StorageFailure({ cause: new Error("SQLITE_IOERR: disk I/O error\n    at /var/lib/tollgate/tollgate.db") })
  )

/** Storage that still knows who asks, where it ever knew them, and fails at all else. */
export const failingStores = Layer.mergeAll(
  Layer.effect(
    Core.KeyStore,
    Effect.map(Core.KeyStore, (keys) => ({
      ...keys,
      identify: (hash) => Effect.filterOrElse(keys.identify(hash), Option.isSome, failing),
      find: failing,
      update: failing
    }))
  ),
  Layer.effect(
    Core.AuthorizationCodeStore,
    Effect.map(Core.AuthorizationCodeStore, (codes) => ({ ...codes, find: failing }))
  ),
  Layer.effect(
    Core.ByokStore,
    Effect.map(Core.ByokStore, (credentials) => ({ ...credentials, find: failing }))
  ),
  Layer.effect(
    Core.GuardrailStore,
    Effect.map(Core.GuardrailStore, (guardrails) => ({ ...guardrails, remove: failing, unassign: failing }))
  ),
  Layer.effect(
    Core.WorkspaceStore,
    Effect.map(Core.WorkspaceStore, (workspaces) => ({ ...workspaces, listMembers: failing }))
  ),
  Layer.effect(
    Core.PresetStore,
    Effect.map(Core.PresetStore, (presets) => ({ ...presets, list: failing }))
  ),
  Layer.effect(
    Core.ImageModelCatalog,
    Effect.map(Core.ImageModelCatalog, (catalog) => ({ ...catalog, list: failing }))
  )
)
