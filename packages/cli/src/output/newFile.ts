import { link, open, rm } from "node:fs/promises"
import { Entropy } from "@tollgate/core"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"

const sentences = {
  EEXIST: "already exists and is not overwritten. Name another file.",
  ENOENT: "cannot be created: its directory does not exist. Create the directory first.",
  ENOSPC: "cannot be created: the disk is full. Free some space and try again.",
  EDQUOT: "cannot be created: the disk is full. Free some space and try again."
} as const

const hasSentence = (code: string): code is keyof typeof sentences => code in sentences

/** A file was not written. No part of it is left. */
export class FileRefused extends Data.TaggedError("FileRefused")<{ readonly file: string; readonly code: string }> {
  override get message(): string {
    const { code } = this
    return `The file ${this.file} ${hasSentence(code) ? sentences[code] : `cannot be created (${code}). Give this process write access to its directory.`}`
  }
}

const attempt = <A>(file: string, act: () => Promise<A>): Effect.Effect<A, FileRefused> =>
  Effect.tryPromise({
    try: act,
    catch: (error) =>
      new FileRefused({ file, code: Predicate.hasProperty(error, "code") ? String(error.code) : String(error) })
  })

/** Writes text to the end of a file. */
export type Append = (text: string) => Effect.Effect<void, FileRefused>

/**
 * Creates a file, readable only by its owner, completely or not at all: it gets its name once it is on the disk. An existing file is never
 * overwritten.
 */
export const newFile = <A, E, R>(
  file: string,
  fill: (append: Append) => Effect.Effect<A, E, R>
): Effect.Effect<A, E | FileRefused, R> =>
  Effect.gen(function* () {
    const draft = `${file}.${yield* Entropy.uuid}.new`
    return yield* Effect.acquireUseRelease(
      attempt(file, () => open(draft, "wx", 0o600)),
      (handle) =>
        Effect.gen(function* () {
          const made = yield* fill((text) => Effect.asVoid(attempt(file, () => handle.writeFile(text))))
          yield* attempt(file, async () => {
            await handle.sync()
            await link(draft, file)
          })
          return made
        }),
      (handle) => Effect.promise(() => handle.close().then(() => rm(draft, { force: true })))
    )
  })
