import { firstDifference } from "./firstDifference.js"
import type { Played } from "./play.js"

const listed = (words: ReadonlyArray<string>) =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`

/** What was done until two stores differed, as one sentence; undefined where they never did. */
export const story = (played: ReadonlyArray<Played>, expected: ReadonlyArray<Played>): string | undefined => {
  for (const [index, model] of expected.entries()) {
    const difference = firstDifference(played[index]?.answer, model.answer)
    if (difference === undefined) continue
    const before = listed(expected.slice(0, index).map(({ doing }) => doing()))
    const after = before === "" ? "At first" : `After ${before}`
    return `${after}, ${model.doing()} (${model.method}) ${difference}.`
  }
}
