/** Narrows a text to one of the values; undefined if it is another text. */
export const oneOf = <A extends string>(values: ReadonlyArray<A>, text: string | undefined): A | undefined =>
  values.find((value) => value === text)
