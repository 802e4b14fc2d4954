// A process of its own: opens the file with the key beside it, and prints something of that key.
import { layer, MasterKeyFile } from "@tollgate/sqlite"
import { Effect, Layer, Redacted } from "effect"

const [, , file = ""] = process.argv
const open = Effect.gen(function* () {
  const masterKey = yield* MasterKeyFile.openKeyBeside(file)
  yield* Layer.build(layer({ file, masterKey }))
  process.stdout.write(Buffer.from(Redacted.value(masterKey)).toString("hex").slice(-8))
})
await Effect.runPromise(Effect.scoped(open))
