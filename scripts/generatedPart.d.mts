/** The part of this name in a document, between two comments. */
export const generatedPart: (
  document: string,
  name: string,
  command?: string
) => { readonly shown: () => string; readonly write: (text: string) => void }

/** A table of rows of cells, the first of which are its heads. */
export const markdownTable: (table: ReadonlyArray<ReadonlyArray<string>>) => string
