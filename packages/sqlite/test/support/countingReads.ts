import { Vault } from "@tollgate/core/storage"
import { Database } from "@tollgate/sql/driver"
import { Context, Effect, Layer } from "effect"
import { open, services } from "../../dist/layer.js"
import { masterKey } from "./files.js"

/** The stores over a file, and what they read: statements by themselves, and those within acts. */
export const countingReads = Effect.fnUntraced(function* (file: string) {
  const vault = yield* Vault.make(masterKey)
  const opened = yield* Effect.provideService(open({ file }), Vault, vault)
  const database = Context.get(opened, Database)
  const reads: Array<string> = []
  const counted = Context.add(opened, Database, {
    ...database,
    read: (statement) =>
      Effect.suspend(() => {
        reads.push(statement.compile(true)[0])
        return database.read(statement)
      }),
    act: (act, otherwise, owner) =>
      database.act(
        (query, epoch) =>
          act((text, params) => {
            if (text.startsWith("SELECT")) reads.push(text)
            return query(text, params)
          }, epoch),
        otherwise,
        owner
      )
  })
  const stores = yield* Layer.build(Layer.provideMerge(services(counted), Layer.succeed(Vault, vault)))
  return { reads, stores }
})
