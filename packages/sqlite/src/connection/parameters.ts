/** Quoted texts and comments, in which a question mark is no parameter. */
const QUOTED = /'[^']*'|"[^"]*"|--[^\n]*/g

/** The number of parameters of a statement. */
export const countParameters = (text: string) => text.replace(QUOTED, "").match(/\?/g)?.length ?? 0

const isBindable = (param: unknown) =>
  typeof param === "string" ||
  typeof param === "bigint" ||
  typeof param === "number" ||
  param === null ||
  param instanceof Uint8Array

/**
 * Throws unless a statement that takes so many parameters can bind these. The drivers differ in how they bind other values:
 * as NULL, as an integer, or, if an object comes first, as named parameters, so that the next value takes its place.
 */
export const checkParameters = (params: ReadonlyArray<unknown>, count: number) => {
  if (params.length !== count) throw new RangeError(`The statement takes ${count} parameters, not ${params.length}.`)
  for (const param of params) {
    if (!isBindable(param)) throw new TypeError(`SQLite binds no ${typeof param}.`)
  }
}
