import { spawnSync } from "node:child_process"
import { dirname } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { layer } from "@tollgate/sqlite"
import { Effect, Layer, Redacted } from "effect"
import { inFile, openAndClose, temporaryFile } from "./support/files.js"
import { picture } from "./support/folder.js"
import { create, namesIn } from "./support/organizations.js"
import { readElsewhere, threadOn } from "./support/processes.js"

const names = Array.from({ length: 10 }, (_, i) => `Organization ${i}`)

const anotherKey = Redacted.make(new Uint8Array(32).fill(8))

/** Reads with whatever SQLite the system has, if it has one. */
const readBySystem = (file: string) =>
  Effect.sync(() => {
    const { error, stdout } = spawnSync("sqlite3", [file, "SELECT count(*) FROM organizations"], { encoding: "utf8" })
    return error === undefined ? Number(stdout) : null
  })

/** How many organizations other programs see, which all see the same. */
const seenElsewhere = (file: string) =>
  Effect.gen(function* () {
    const [here, there] = [yield* readElsewhere(file), yield* readBySystem(file)]
    expect(there ?? here).toBe(here)
    return here
  })

describe("A file that one process opens again and again", () => {
  it.scopedLive("keeps its locks, so that other programs leave the log alone, and nothing is lost", () =>
    Effect.gen(function* () {
      const file = yield* temporaryFile
      yield* openAndClose(file)
      const ids = yield* Effect.gen(function* () {
        const first = yield* Layer.build(inFile(file))
        const before = yield* Effect.provide(create("Before"), first)
        const second = yield* Layer.build(inFile(file))
        yield* threadOn(file)
        expect(yield* seenElsewhere(file)).toBe(1)
        const made = yield* Effect.forEach(names, (name, i) =>
          Effect.provide(create(name), i % 2 === 0 ? first : second)
        )
        expect(yield* seenElsewhere(file)).toBe(1 + names.length)
        return [before, ...made]
      }).pipe(Effect.scoped)
      expect(yield* namesIn(file, ids)).toEqual(["Before", ...names])
      expect(picture(dirname(file)).map(({ name }) => name)).toEqual(["tollgate.db"])
    })
  )

  it.scopedLive("keeps them when opening it is refused", () =>
    Effect.gen(function* () {
      const file = yield* temporaryFile
      const ids = yield* Effect.gen(function* () {
        const open = yield* Layer.build(inFile(file))
        const before = yield* Effect.provide(create("Before"), open)
        yield* Effect.flip(Layer.build(layer({ file, masterKey: anotherKey })))
        expect(yield* seenElsewhere(file)).toBe(1)
        const after = yield* Effect.provide(create("After"), open)
        expect(yield* seenElsewhere(file)).toBe(2)
        return [before, after]
      }).pipe(Effect.scoped)
      expect(yield* namesIn(file, ids)).toEqual(["Before", "After"])
    })
  )
})
