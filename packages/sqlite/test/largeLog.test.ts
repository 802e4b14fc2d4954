import { describe, expect, it } from "@effect/vitest"
import { Readiness } from "@tollgate/core/storage"
import { Effect, Logger, TestClock } from "effect"
import { connect, inFile, temporaryFile } from "./support/files.js"

const warning =
  "The write-ahead log is larger than 64 MiB. Another program keeps it from being checkpointed, probably by a long read."

describe("A write-ahead log that becomes larger than 64 MiB", () => {
  it.scoped("is warned of each time, once in the log and at each look by readiness, which stays ready", () =>
    Effect.gen(function* () {
      const file = yield* temporaryFile
      const heard: Array<string> = []
      const logger = Logger.make(({ logLevel, message }) => heard.push(`${logLevel.label} ${String(message)}`))
      yield* Effect.gen(function* () {
        const { check, warnings = Effect.succeed([]) } = yield* Readiness
        const [other, reader] = [yield* connect(file), yield* connect(file)]
        other.exec("PRAGMA synchronous = OFF; CREATE TABLE ballast (x)")
        const look = Effect.zipRight(TestClock.adjust("10 seconds"), Effect.zipRight(check, warnings))
        const fill = (mebibytes: number) =>
          Effect.sync(() => other.exec(`INSERT INTO ballast VALUES (zeroblob(${mebibytes * 1_048_576}))`))
        for (const line of [1, 2]) {
          reader.exec("BEGIN")
          reader.values("SELECT count(*) FROM ballast")
          yield* fill(60)
          expect(yield* look).toEqual([])
          yield* fill(8)
          expect(yield* look).toEqual([warning])
          expect(yield* look).toEqual([warning])
          expect(heard).toEqual(Array(line).fill(`WARN The open database ${file}: ${warning}`))
          reader.exec("COMMIT")
          other.exec("PRAGMA wal_checkpoint(TRUNCATE)")
          expect(yield* look).toEqual([])
        }
      }).pipe(Effect.provide(inFile(file)), Effect.provide(Logger.replace(Logger.defaultLogger, logger)))
    })
  )
})
