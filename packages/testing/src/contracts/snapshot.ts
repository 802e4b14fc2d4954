import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import { commands } from "./commands.js"
import { plain } from "./plain.js"
import type { Universe } from "./universe.js"

const reads =
  /\.(find|findBy\w+|findMembers|findMany|identify|list|listAllKeys|listAllMembers|listEnabledOf|listKeys|listMembers|listVersions|ofProvider)$/

// Each organization, each of its objects, and pages that begin at the first place, of all and of the enabled.
const draws = [0, 1].flatMap((owner) =>
  [0, 1, 2].flatMap((index) =>
    [0, 3].map((second) => ({ kind: 2, owner, asker: owner, index, second, seconds: 0, patch: {} }))
  )
)

/** Everything that the stores have of a universe, by the calls that read it. */
export const snapshot = (all: Universe) => {
  const calls = new Map(
    draws
      .flatMap((draw) => commands(all, draw))
      .filter(({ method }) => reads.test(method))
      .map(({ doing, run }) => [doing(), run])
  )
  // Four fibers, since a fiber for each call would take longer than the calls.
  const parts = Arr.chunksOf([...calls], Math.ceil(calls.size / 4))
  const reading = Effect.forEach(
    parts,
    (part) => Effect.all(part.map(([doing, run]) => Effect.map(run, (answer) => [doing, plain(answer)] as const))),
    { concurrency: 4 }
  )
  return Effect.map(reading, (read) => Object.fromEntries(read.flat()))
}
