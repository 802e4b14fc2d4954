/** The value of a list that a text is; undefined if it is none. */
export const oneOf = <A extends string>(values: ReadonlyArray<A>, text: string | undefined): A | undefined =>
  values.find((value) => value === text)
