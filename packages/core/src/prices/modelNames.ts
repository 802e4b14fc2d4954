const date = /[-@](\d{4}-\d{2}-\d{2}|\d{8})$/
const variant = /:[^:]*$/

/** The id of a model without its trailing date, as in `gpt-4o-2024-08-06` or `claude-opus-4@20250514`. */
export const undated = (model: string): string => model.replace(date, "")

/**
 * A name as it is compared where nobody may pass by spelling it otherwise: in lower case and in form NFKC, without spaces around it and
 * without characters that nobody sees, such as a zero-width space.
 */
export const plainName = (name: string): string =>
  name
    .normalize("NFKC")
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .trim()
    .toLowerCase()

/**
 * The names that a text falls under where nobody may pass by spelling it otherwise: in lower case and as `plainName` has it, with and
 * without its variants (`:free`) and trailing dates.
 */
export const spellingsOf = (model: string): ReadonlySet<string> => {
  const all = new Set([model.toLowerCase(), plainName(model)])
  for (const name of all) {
    // What is added is visited, too.
    for (const shorter of [name.replace(variant, ""), undated(name)]) if (shorter !== "") all.add(shorter.trim())
  }
  return all
}

/** The variants of a text in their order, as in `:free:online`, without trailing dates. */
const variantsOf = (model: string): ReadonlyArray<string> => {
  const name = undated(plainName(model))
  const last = variant.exec(name)
  return last === null ? [] : [...variantsOf(name.slice(0, last.index)), undated(last[0])]
}

/**
 * Every name that a request for a model falls under: the spellings of the text as sent and of other names of the model, each also with the
 * variants that the text asks for.
 */
export const namesUnder = (model: string, others: ReadonlyArray<string>): ReadonlySet<string> => {
  const all = new Set([model, ...others].flatMap((name) => [...spellingsOf(name)]))
  const variants = variantsOf(model)
  if (variants.length === 0) return all
  const asked = new Set([...variants, variants.join("")])
  const varied = [...all].flatMap((name) => [...asked].flatMap((suffix) => [...spellingsOf(name + suffix)]))
  return new Set([...all, ...varied])
}
