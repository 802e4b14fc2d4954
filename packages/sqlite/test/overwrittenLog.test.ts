import { truncateSync, writeFileSync } from "node:fs"
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { OpenedFile } from "../src/guard/OpenedFile.js"
import { temporaryFile } from "./support/files.js"

const PAGE = 4096
const lengthOf = (frames: number) => 32 + frames * (24 + PAGE)

/** An open file whose log is this long and has as many frames, by SQLite's answers, which are counted. */
const opened = Effect.gen(function* () {
  const file = yield* temporaryFile
  writeFileSync(file, new Uint8Array(2 * PAGE))
  const seen = { frames: 0, answers: 0 }
  const cut = (frames: number) => truncateSync(`${file}-wal`, lengthOf(frames))
  writeFileSync(`${file}-wal`, "")
  cut(9)
  const execute = (text: string) => {
    if (text === "PRAGMA page_size") return [{ value: PAGE }]
    seen.answers++
    return [{ log: seen.frames }]
  }
  const guard = new OpenedFile(file, { execute, inTransaction: () => false })
  /** A commit, after which the log has this many frames, and the check before the next one. */
  const commit = (frames: number, happens = () => {}) => {
    seen.frames = frames
    guard.written()
    guard.marked()
    happens()
    return guard.lost()?.loss ?? null
  }
  expect(guard.lost()).toBeNull()
  return { commit, cut, guard, seen }
})

describe("A log that has started again at its beginning", () => {
  it.scoped("is as long as before after each commit, which SQLite is asked about once", () =>
    Effect.gen(function* () {
      const { commit, guard, seen } = yield* opened
      expect([2, 4, 6].map((frames) => commit(frames))).toEqual([null, null, null])
      expect(seen.answers).toBe(1)
      // It may have started again since, so it is marked after each.
      guard.marked()
      guard.written()
      expect(guard.isMarked).toBe(false)
    })
  )

  it.scoped("is not overwritten any more once a commit has made it longer", () =>
    Effect.gen(function* () {
      const { commit, cut, guard, seen } = yield* opened
      cut(9)
      commit(2)
      seen.frames = 12
      cut(12)
      expect(commit(12)).toBeNull()
      expect([seen.answers, guard.isMarked]).toEqual([1, true])
      expect(commit(2)).toBeNull()
      expect(seen.answers).toBe(2)
    })
  )

  it.scoped("is found to be cut after the commit that made it longer", () =>
    Effect.gen(function* () {
      const { commit, cut } = yield* opened
      expect(commit(2)).toBeNull()
      cut(12)
      expect(commit(12, () => cut(9))).toBe("log_truncated")
    })
  )

  it.scoped("is found to be cut where it is overwritten", () =>
    Effect.gen(function* () {
      const { commit, cut } = yield* opened
      expect([commit(2), commit(8)]).toEqual([null, null])
      expect(commit(8, () => cut(7))).toBe("log_truncated")
    })
  )
})
