/** The shape of a JSON value: names in any order, and the type of each value. */
export const shapeOf = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(shapeOf).join()}]`
  if (typeof value !== "object" || value === null) return value === null ? "null" : typeof value
  const fields = Object.entries(value).map(([name, of]) => `${name}:${shapeOf(of)}`)
  return `{${fields.toSorted().join()}}`
}
