/** Waits for some turns of the event loop, so that another one of those that start together comes first. */
const turns = async (count: number) => {
  for (let n = 0; n < count; n++) await new Promise((resolve) => setImmediate(resolve))
}

/** Starts changes together, each some turns after the one before. Returns what they came to: done, or the reason of the refusal. */
const atOnce = async (spread: number, changes: ReadonlyArray<() => Promise<unknown>>) => {
  let under = 0
  let most = 0
  const outcomes = await Promise.all(
    changes.map(async (change, index) => {
      await turns(index * spread)
      under += 1
      most = Math.max(most, under)
      const outcome = await change().then(
        () => "done",
        (refusal) => refusal._tag
      )
      under -= 1
      return outcome
    })
  )
  return { outcomes, raced: most > 1 }
}

/** Races changes in both orders and at several distances, round by round, and counts the rounds in which they overlapped. */
export const races = () => {
  let raced = 0
  return {
    raced: () => raced,
    race: async (round: number, ...changes: ReadonlyArray<() => Promise<unknown>>): Promise<ReadonlyArray<string>> => {
      const ordered = round % 2 === 0 ? changes : changes.toReversed()
      const { outcomes, raced: didRace } = await atOnce(round % 5, ordered)
      if (didRace) raced += 1
      return round % 2 === 0 ? outcomes : outcomes.toReversed()
    }
  }
}
