import * as Storage from "@tollgate/core/storage"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"

const failure = Effect.fail(
  new Storage.StorageFailure({
    cause: new Error("SQLITE_IOERR: disk I/O error\n    at /var/lib/tollgate/tollgate.db")
  })
)

/** A port of which every method fails, but for those that are kept. */
const failing = <Id, Port extends object>(
  tag: Context.Tag<Id, Port>,
  keep: (port: Port) => Partial<Port> = () => ({})
): Layer.Layer<Id, never, Id> =>
  Layer.effect(
    tag,
    Effect.map(tag, (port): Port => {
      const methods = Object.entries(port).map(([name, method]) => [
        name,
        typeof method === "function" ? () => failure : failure
      ])
      // Each method is one that fails in the way of every port, so the port has its type still.
      return { ...(Object.fromEntries(methods) as Port), ...keep(port) }
    })
  )

/** Storage that still knows who asks, where it ever knew them, and fails at all else. */
export const failingStores = Layer.mergeAll(
  failing(Storage.KeyStore, ({ identify }) => ({
    identify: (hash) => Effect.filterOrElse(identify(hash), Option.isSome, () => failure)
  })),
  failing(Storage.AuthorizationCodeStore),
  failing(Storage.ByokStore),
  failing(Storage.GuardrailStore),
  failing(Storage.ImageModelCatalog),
  failing(Storage.OrganizationStore),
  failing(Storage.PresetStore),
  failing(Storage.WorkspaceStore)
)
