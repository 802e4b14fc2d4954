import * as Core from "@tollgate/core"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { atMost } from "../harness/bound.js"
import { type Section, section } from "../harness/Section.js"
import { createAccount } from "../storage/Account.js"
import { openPrograms } from "../storage/Programs.js"
import { type Acts, actRows, head, type Size } from "./acts.js"
import { betterAuthInMemory } from "./betterAuth.js"
import { hashes } from "./hashes.js"
import { memoryByHand } from "./memoryByHand.js"
import { openPromises } from "./promises.js"

// 20 and 45 µs where the hash takes 2.3.
const authenticated = atMost(8.7, " times the hash")
const updated = atMost(19.6, " times the hash")

/** The acts in memory, each on an account of its own. */
export const inMemory = async (size: Size): Promise<Section> => {
  const runtime = ManagedRuntime.make(Core.Memory.layer)
  // Built once, so that whoever opens it finds what was made in it before.
  const storage = Layer.succeedContext((await runtime.runtime()).context)
  const account = await createAccount(storage, size.keys)
  const ours = await openPrograms(storage, account)
  const promises = await openPromises({ memory: true }, size.keys)
  const acts: Acts = {
    hash: hashes(account),
    byHand: memoryByHand(account),
    ours: { authenticate: ours.authenticate(1), updateKey: ours.updateKey(1), both: ours.both },
    promise: promises.updateKey,
    betterAuth: await betterAuthInMemory(size.keys)
  }
  const rows = await actRows(acts, size, {
    authenticate: ({ hash, ours }) => [ours / hash, authenticated],
    updateKey: ({ hash, ours }) => [ours / hash, updated],
    promise: atMost(1.5, " times its program")
  })
  await Promise.all([promises.close(), ours.close()])
  await runtime.dispose()
  return section("In memory", head, rows)
}
