/** The number of letters to insert, remove or replace to turn one word into another (Levenshtein). */
const distance = (one: string, other: string): number => {
  let row = Array.from({ length: other.length + 1 }, (_, i) => i)
  for (const [i, letter] of [...one].entries()) {
    const next = [i + 1]
    for (const [j, above] of row.slice(1).entries()) {
      const replaced = (row[j] ?? 0) + (letter === other[j] ? 0 : 1)
      next.push(Math.min(above + 1, (next[j] ?? 0) + 1, replaced))
    }
    row = next
  }
  return row[other.length] ?? 0
}

/** Longer words are not compared: they match no known word, and the comparison is slow. */
const MAX_LENGTH = 64

/**
 * The known words that are close to a misspelt one, nearest first.
 *
 * A word is close if at most half of its letters differ, or if it begins with the misspelt one.
 */
export const nearest = (written: string, known: ReadonlyArray<string>, most = 3): ReadonlyArray<string> => {
  if (written === "" || written.length > MAX_LENGTH) return []
  const lower = written.toLowerCase()
  return known
    .map((word) => ({ word, far: word.startsWith(lower) ? 0 : distance(lower, word) }))
    .filter(({ far, word }) => far <= Math.min(word.length, lower.length) / 2)
    .sort((a, b) => a.far - b.far)
    .slice(0, most)
    .map(({ word }) => word)
}
