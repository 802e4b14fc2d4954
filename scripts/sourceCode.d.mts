interface Constant {
  /** The name, under which `codeOf` writes it. */
  readonly name: string
}

/** The constants of a file. */
interface Constants {
  readonly known: ReadonlyMap<string, { readonly reference: Constant; readonly line: string }>
  readonly named: (name: string, type: string, value: unknown) => Constant
}

export const constants: (shared?: ReadonlyMap<string, Constant>, taken?: ReadonlyArray<string>) => Constants
