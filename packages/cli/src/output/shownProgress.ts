import * as Effect from "effect/Effect"
import { progressBar } from "./progressBar.js"

/** Shows the progress that a program reports, as a bar on a terminal, whose line also ends if the program fails. Elsewhere `onProgress` is null. */
export const shownProgress = <A, E, R>(
  doing: string,
  run: (onProgress: ((done: number, all: number) => void) | null) => Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> =>
  Effect.suspend(() => {
    if (!process.stderr.isTTY) return run(null)
    let bar: ReturnType<typeof progressBar> | null = null
    let isOpen = false
    return run((done, all) => {
      bar ??= progressBar(doing, all)
      bar(done)
      isOpen = done < all
    }).pipe(
      Effect.onExit(() =>
        Effect.sync(() => {
          if (isOpen) process.stderr.write("\n")
        })
      )
    )
  })
