// A thread: has the file open until it is told to close it.
import { once } from "node:events"
import { parentPort, workerData } from "node:worker_threads"
import { layer } from "@tollgate/sqlite"
import { Effect, Layer, Redacted } from "effect"

const masterKey = Redacted.make(new Uint8Array(32).fill(7))
const open = Effect.gen(function* () {
  yield* Layer.build(layer({ file: workerData.file, masterKey }))
  parentPort?.postMessage("open")
  yield* Effect.promise(() => once(parentPort, "message"))
})
await Effect.runPromise(Effect.scoped(open))
parentPort?.close()
