import { firstDifference } from "./firstDifference.js"
import type { Played } from "./play.js"

const listed = (words: ReadonlyArray<string>) =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`

const isCall = (played: Played | undefined): played is Played => played !== undefined && played.method !== ""

/**
 * The first answer in which two stores differ, with the calls before it and both answers, as one sentence; undefined if
 * all answers are equal. It does not say which of the two is wrong.
 */
export const story = (
  name: string,
  played: ReadonlyArray<Played>,
  expected: ReadonlyArray<Played>
): string | undefined => {
  const before: Array<string> = []
  for (let index = 0; index < Math.max(played.length, expected.length); index++) {
    const [mine, model] = [played[index], expected[index]]
    // A failed store has no call at this place, only its failure.
    const call = [model, mine].find(isCall)
    const difference = firstDifference(mine?.answer, model?.answer)
    if (difference === undefined) {
      if (call !== undefined && call.method !== "Transaction.run") before.push(call.doing())
      continue
    }
    const after = before.length === 0 ? "At first" : `After ${listed(before)}`
    const what = call === undefined ? "the end" : `${call.doing()} (${call.method})`
    const { answer, at, expected: other } = difference
    const place = at === "" ? "" : ` with ${at}`
    return `${after}, ${what} differs: ${name} answered${place} ${answer}, the stores in memory answered${place} ${other}.`
  }
}
