// Seals the secrets of a database again, and is killed within the transaction of a batch.
import { rewrapSecrets } from "@tollgate/core"
import { SealedSecrets, Transaction } from "@tollgate/core/storage"
import * as Postgres from "@tollgate/postgres"
import * as Sqlite from "@tollgate/sqlite"
import { Effect, Layer, Redacted } from "effect"

const { batch, file, keys, url } = JSON.parse(process.argv[2])

const masterKey = Redacted.make(new Uint8Array(Buffer.from(keys.join(""), "hex")))
const stores = url === undefined ? Sqlite.layer({ file, masterKey }) : Postgres.layer({ url, masterKey })

const killed = Effect.sync(() => process.kill(process.pid, "SIGKILL"))
let batches = 0
const fatal = Layer.effect(
  SealedSecrets,
  Effect.gen(function* () {
    const secrets = yield* SealedSecrets
    const { run } = yield* Transaction
    const replace = (changes) =>
      ++batches < batch ? secrets.replace(changes) : run(Effect.zipRight(secrets.replace(changes), killed))
    return SealedSecrets.of({ ...secrets, replace })
  })
)

await Effect.runPromise(Effect.provide(rewrapSecrets, Layer.provideMerge(fatal, stores)))
