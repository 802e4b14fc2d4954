const date = /[-@](\d{4}-\d{2}-\d{2}|\d{8})$/
const variant = /:[^:]*$/

/** The id of a model without its trailing date, as in `gpt-4o-2024-08-06` or `claude-opus-4@20250514`. */
export const undated = (model: string): string => model.replace(date, "")

/**
 * The names that a text falls under where nobody may pass by spelling it otherwise: in lower case, with and without its variants
 * (`:free`) and trailing dates.
 */
export const spellingsOf = (model: string): ReadonlySet<string> => {
  const all = new Set([model.toLowerCase()])
  for (const name of all) {
    // What is added is visited, too.
    for (const shorter of [name.replace(variant, ""), undated(name)]) if (shorter !== "") all.add(shorter)
  }
  return all
}
