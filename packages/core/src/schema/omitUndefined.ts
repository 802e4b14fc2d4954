/** Copies an object without the fields whose value is `undefined`. */
export const omitUndefined = <A extends object>(fields: A): A =>
  // Fields that may be undefined are optional, so the copy has the same type.
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as A
