import type { Compilable } from "../transaction/Database.js"

/** The values that a statement binds. */
export type Bind = (...values: ReadonlyArray<unknown>) => ReadonlyArray<unknown>

/**
 * Compiles the text of a statement once, when it is first used: a process that opens a database may use few of them. Each use binds its own values. `row` names the row that it changes or locks, from the
 * same values.
 */
export const compiled = (statement: Compilable, bind: Bind, row?: (...values: ReadonlyArray<unknown>) => string) => {
  let text: string | undefined
  return (...values: ReadonlyArray<unknown>): Compilable => ({
    compile: () => {
      text ??= statement.compile(true)[0]
      return [text, bind(...values)]
    },
    ...(row !== undefined && { row: () => row(...values) })
  })
}

/** The same for a statement whose text depends on how many rows or values it has. Lists come in few lengths. */
export const compiledBySize = (statementOf: (size: number) => Compilable) => {
  const texts = new Map<number, string>()
  return (size: number, params: ReadonlyArray<unknown>): Compilable => {
    const text = texts.get(size) ?? statementOf(size).compile(true)[0]
    texts.set(size, text)
    return { compile: () => [text, params] }
  }
}
