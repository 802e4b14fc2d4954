import * as Storage from "@tollgate/core/storage"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"

/** The failure of every method of a port. */
type Failing = Effect.Effect<never, Storage.StorageFailure>

/** A port whose methods all fail, except those that `keep` returns. */
const failing = <Id, Port extends object>(
  tag: Context.Tag<Id, Port>,
  fail: Failing,
  keep: (port: Port) => Partial<Port> = () => ({})
): Layer.Layer<Id, never, Id> =>
  Layer.effect(
    tag,
    Effect.map(tag, (port): Port => {
      const methods = Object.entries(port).map(([name, method]) => [
        name,
        typeof method === "function" ? () => fail : fail
      ])
      // Every port method may fail with StorageFailure, so the type of the port still holds.
      return { ...(Object.fromEntries(methods) as Port), ...keep(port) }
    })
  )

/** Storage that still finds the caller's key and fails at everything else. */
export const storesThat = (fail: Failing) =>
  Layer.mergeAll(
    failing(Storage.KeyStore, fail, ({ identify }) => ({
      identify: (secret, at) => Effect.filterOrElse(identify(secret, at), Option.isSome, () => fail)
    })),
    failing(Storage.AlertStore, fail),
    failing(Storage.AuditStore, fail),
    failing(Storage.AuthorizationCodeStore, fail),
    failing(Storage.ByokStore, fail),
    failing(Storage.GuardrailStore, fail),
    failing(Storage.IdempotencyStore, fail),
    failing(Storage.ImageModelCatalog, fail),
    failing(Storage.OrganizationStore, fail),
    failing(Storage.PresetStore, fail),
    failing(Storage.PriceBook, fail),
    failing(Storage.SpendingStore, fail),
    failing(Storage.WorkspaceStore, fail)
  )

/** Storage whose disk has failed. */
export const failingStores = storesThat(
  Effect.fail(
    new Storage.StorageFailure({
      outcome: "none",
      cause: new Error("SQLITE_IOERR: disk I/O error\n    at /var/lib/tollgate/tollgate.db")
    })
  )
)
