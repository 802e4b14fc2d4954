import { closeSync, fchmodSync, fsyncSync, linkSync, openSync, rmSync } from "node:fs"
import { dirname } from "node:path"
import { Entropy } from "@tollgate/core"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import { sidecarFiles } from "./sidecarFiles.js"

const isTaken = (cause: unknown) => Predicate.hasProperty(cause, "code") && cause.code === "EEXIST"

const syncDirectory = (directory: string) => {
  if (process.platform === "win32") return // directories cannot be opened there
  const descriptor = openSync(directory, "r")
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/**
 * Creates a file, readable only by its owner, completely or not at all. It is written under a temporary name and then
 * linked. Returns false if another process created it first. No process ever sees an unfinished file.
 */
export const createFile = <E, R>(
  file: string,
  fill: (draft: string) => Effect.Effect<void, E, R>
): Effect.Effect<boolean, E | Error, R> =>
  Effect.flatMap(Entropy.uuid, (unique) => {
    const draft = `${file}.${unique}.new`
    const attempt = <A>(act: () => A) =>
      Effect.try({ try: act, catch: (cause) => (cause instanceof Error ? cause : new Error(String(cause))) })
    return Effect.acquireUseRelease(
      attempt(() => {
        const descriptor = openSync(draft, "wx", 0o600)
        try {
          fchmodSync(descriptor, 0o600)
        } finally {
          closeSync(descriptor)
        }
      }),
      () =>
        Effect.zipRight(
          fill(draft),
          attempt(() => {
            try {
              linkSync(draft, file)
            } catch (cause) {
              if (isTaken(cause)) return false
              throw cause
            }
            syncDirectory(dirname(file))
            return true
          })
        ),
      () =>
        Effect.sync(() => {
          for (const path of [draft, ...sidecarFiles(draft)]) rmSync(path, { force: true })
        })
    )
  })
