import { Tollgate } from "@tollgate/client"
import { Effect } from "effect"

/** The account of a key at a server, beside the page. */
export const accountAt = (origin: string, key: string) => Tollgate.connect({ url: origin }).withKey(key)

/** The same as effects, and what its audit log says. */
export const accountOf = (origin: string, key: string) => {
  const account = accountAt(origin, key)
  /** What the server answers. */
  const asks = <A>(ask: (of: typeof account) => Promise<A>) => Effect.promise(() => ask(account))
  /** What the audit log says of the last changes of something, oldest first. */
  const entriesOf = (object: string, count: number) =>
    asks(({ audit }) => audit.list({ object, limit: count })).pipe(
      Effect.map(({ data }) =>
        data.map(({ action, actor_hash, changes }) => ({ action, actor: actor_hash, changes })).reverse()
      )
    )
  return { asks, entriesOf }
}

/** Whether a secret is let in. */
export const isLetIn = (origin: string, key: string) =>
  accountOf(origin, key).asks(({ keys }) =>
    keys.current().then(
      () => true,
      (refusal: unknown) => {
        if (refusal instanceof Error && refusal.name === "InvalidCredential") return false
        throw refusal
      }
    )
  )
