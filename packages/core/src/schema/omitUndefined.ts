/** The fields that have a value: one that is `undefined` counts as left out. */
export const omitUndefined = <A extends object>(fields: A): A =>
  // Leaving out what is undefined leaves a value of the same type: such fields are optional.
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as A
