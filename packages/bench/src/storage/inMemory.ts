import * as Core from "@tollgate/core"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { atMost } from "../harness/bound.js"
import { type Section, section } from "../harness/Section.js"
import { timesTheHash } from "../harness/timesTheHash.js"
import { createAccount } from "./Account.js"
import { openPrograms } from "./Programs.js"
import { besidePrograms, besideProgramsHead, openPromises } from "./promises.js"

const enough = { acts: 1_000, rounds: 9, keys: 100 }

/** The acts in memory: two programs in times of a hash, and the Promise API beside its programs. */
export const inMemory = async ({ keys, ...size } = enough): Promise<ReadonlyArray<Section>> => {
  const runtime = ManagedRuntime.make(Core.Memory.layer)
  // Built once, so that every later use sees what was created in it before.
  const storage = Layer.succeedContext((await runtime.runtime()).context)
  const account = await createAccount(storage, keys)
  const ours = await openPrograms(storage, account)
  const promises = await openPromises({ memory: true }, keys)
  const secrets = account.keys.map(({ secret }) => secret)
  // 20 and 45 µs on a machine that hashes in 2.3.
  const acts = {
    "`authenticate`": [ours.authenticate(1), atMost(8.7, " times the hash")],
    "`updateKey`": [ours.updateKey(1), atMost(19.6, " times the hash")]
  } as const
  try {
    return [
      await timesTheHash("In memory", acts, secrets, size),
      section("In memory: the Promise API", besideProgramsHead, [await besidePrograms(promises, ours, size)])
    ]
  } finally {
    await promises.close()
    await ours.close()
    await runtime.dispose()
  }
}
