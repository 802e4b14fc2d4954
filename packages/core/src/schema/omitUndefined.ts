/** Copies an object without the fields whose value is `undefined`. */
export const omitUndefined = <A extends object>(fields: A): A => {
  const copy: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) copy[name] = value
  // Fields that may be undefined are optional, so the copy has the same type.
  return copy as A
}
