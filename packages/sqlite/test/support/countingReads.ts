import { Vault } from "@tollgate/core/storage"
import { type ActOwner, Database } from "@tollgate/sql/driver"
import { Context, Effect, Layer } from "effect"
import { open, services } from "../../dist/layer.js"
import { masterKey } from "./files.js"

/** The stores over a file, and what they read: statements by themselves, and those within acts (`acted`: all statements of these). */
export const countingReads = Effect.fnUntraced(function* (file: string) {
  const vault = yield* Vault.make(masterKey)
  const opened = yield* Effect.provideService(open({ file }), Vault, vault)
  const database = Context.get(opened, Database)
  const reads: Array<string> = []
  const acted: Array<string> = []
  const owners = new Map<ActOwner, ActOwner>()
  /** The owner of acts, whose writes are kept. It is the same object each time, because it remembers rows. */
  const noting = (owner: ActOwner): ActOwner => {
    const known = owners.get(owner)
    if (known !== undefined) return known
    const noted: ActOwner = {
      stored: () => owner.stored(),
      write: (query) =>
        owner.write((text, params) => {
          acted.push(text)
          return query(text, params)
        })
    }
    owners.set(owner, noted)
    return noted
  }
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
            acted.push(text)
            if (text.startsWith("SELECT")) reads.push(text)
            return query(text, params)
          }, epoch),
        otherwise,
        noting(owner)
      )
  })
  const stores = yield* Layer.build(Layer.provideMerge(services(counted), Layer.succeed(Vault, vault)))
  return { acted, reads, stores }
})
