import * as Core from "@tollgate/core"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { atMost } from "../harness/bound.js"
import { type Section, section } from "../harness/Section.js"
import { createAccount } from "../storage/Account.js"
import { openPrograms } from "../storage/Programs.js"
import { actRows, head, type Size } from "./acts.js"
import { betterAuthInMemory } from "./betterAuth.js"
import { memoryByHand } from "./memoryByHand.js"
import { openPromises } from "./promises.js"

// 20 and 45 µs on a machine that hashes in 2.3.
const authenticated = atMost(8.7, " times the hash")
const updated = atMost(19.6, " times the hash")
const promised = atMost(1.5, " times its programs")

/** The acts in memory, each on an account of its own. */
export const inMemory = async (size: Size): Promise<Section> => {
  const runtime = ManagedRuntime.make(Core.Memory.layer)
  // Built once, so that every later use sees what was created in it before.
  const storage = Layer.succeedContext((await runtime.runtime()).context)
  const account = await createAccount(storage, size.keys)
  const ours = await openPrograms(storage, account)
  const promises = await openPromises({ memory: true }, size.keys)
  const byHand = memoryByHand(account)
  const betterAuth = await betterAuthInMemory(size.keys)
  const contenders = { account, ours, promises, byHand, betterAuth }
  const rows = await actRows(contenders, size, ({ authenticate, both, hash, promise, update }) => ({
    authenticate: [authenticate.cpu / hash.cpu, authenticated],
    update: [update.cpu / hash.cpu, updated],
    promise: [promise.cpu / both.cpu, promised]
  }))
  await Promise.all([promises.close(), ours.close()])
  await runtime.dispose()
  return section("In memory", head, rows)
}
