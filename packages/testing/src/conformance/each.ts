/** Maps the entries of a record. */
export const each = <A, B>(
  entries: Readonly<Record<string, A>>,
  make: (name: string, value: A) => B
): ReadonlyArray<B> => Object.entries(entries).map(([name, value]) => make(name, value))
