import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { isNightly } from "../../../test/runs.js"
import { runHere } from "./harness/here.js"
import { closed, hasFull, unread, withoutRoom } from "./harness/lostOutput.js"
import { temporaryFolder } from "./harness/stores.js"

const commands: ReadonlyArray<ReadonlyArray<string>> = [
  ["init"],
  ["keys", "recover", "--log", "none"],
  ...(isNightly ? [["serve", "--port", "0", "--log", "none"], ["demo"], ["demo", "--json"]] : [])
]

// All of them print by the same function, which `init` runs in each of the three cases.
const isTried = (args: ReadonlyArray<string>) => isNightly || args[0] === "init"

const prepared = (args: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const cwd = yield* temporaryFolder
    if (args[0] === "keys") yield* Effect.promise(() => runHere(["init"], { cwd }))
    return cwd
  })

describe.each(commands.map((args) => ({ args, name: args.join(" ") })))("$name", ({ args }) => {
  it.scopedLive("reports that its reader has gone, and exits with 1", () =>
    Effect.gen(function* () {
      const cwd = yield* prepared(args)
      expect(yield* unread(args, cwd)).toEqual({
        code: 1,
        stderr: "The key could not be printed: its reader has gone. Create another with `tollgate keys recover`.\n"
      })
    })
  )

  it.scopedLive.skipIf(!hasFull || !isTried(args))("says that the key had no room, and ends with 1", () =>
    Effect.gen(function* () {
      const cwd = yield* prepared(args)
      expect(yield* withoutRoom(args, cwd)).toEqual({
        code: 1,
        stderr: "The key could not be printed: the disk is full. Create another with `tollgate keys recover`.\n"
      })
    })
  )

  // Other systems do not tell it from the null device.
  it.scopedLive.skipIf(process.platform !== "linux" || !isTried(args))(
    "says that there is no standard output, and ends with 1",
    () =>
      Effect.gen(function* () {
        const cwd = yield* prepared(args)
        expect(yield* closed(args, cwd)).toEqual({
          code: 1,
          stderr:
            "The key could not be printed: standard output is closed. Create another with `tollgate keys recover`.\n"
        })
      })
  )
})
