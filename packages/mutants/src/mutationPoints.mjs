import { parseAst } from "vitest/node"
import { annotated } from "./annotations.mjs"
import { effectChanges } from "./effects.mjs"
import { expressionChanges } from "./expressions.mjs"
import { sqlChanges } from "./sqlClauses.mjs"
import { walk } from "./walk.mjs"

/** The code with one change. */
export const applyChange = (code, { end, start, to }) => code.slice(0, start) + to + code.slice(end)

const parses = (code) => {
  try {
    parseAst(code)
    return true
  } catch {
    return false
  }
}

/**
 * Every change of one point that the rules know for `code`, a compiled module: `{ start, end, to }`, in the order of the text.
 * A change whose result does not parse would be noticed by any test, and is left out; so are numbers and texts in examples and descriptions.
 */
export const mutationPoints = (code) => {
  const found = new Map()
  const tree = parseAst(code)
  const words = annotated(tree)
  walk(tree, (node) => {
    for (const point of [...expressionChanges(code, node), ...effectChanges(code, node), ...sqlChanges(code, node)]) {
      found.set(`${point.start} ${point.end} ${point.to}`, point)
    }
  })
  return [...found.values()]
    .filter(({ end, start }) => !words.some((word) => word.start <= start && end <= word.end))
    .filter((point) => parses(applyChange(code, point)))
    .sort((a, b) => a.start - b.start || a.end - b.end)
}
