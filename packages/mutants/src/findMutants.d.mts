import type { Change } from "./mutationPoints.mjs"

export interface Mutant extends Change {
  readonly package: string
  readonly module: string
  readonly file: string
  readonly line: number
  readonly text: string
  readonly change: string
}

export const findMutants: (root: string, name: string, isWanted?: (file: string) => boolean) => ReadonlyArray<Mutant>
