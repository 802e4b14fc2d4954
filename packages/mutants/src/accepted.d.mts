/** A listed mutant: where it is, by the text of its line, and why nothing notices it. */
export interface Entry {
  readonly file: string
  readonly text: string
  readonly change: string
  readonly equivalent: boolean
  readonly reason: string
}

type Found = Pick<Entry, "file" | "text" | "change">

export const accepted: ReadonlyArray<Entry>
export const acceptedEntry: (mutant: Found, entries?: ReadonlyArray<Entry>) => Entry | undefined
export const staleEntries: (mutants: ReadonlyArray<Found>, entries?: ReadonlyArray<Entry>) => ReadonlyArray<Entry>
