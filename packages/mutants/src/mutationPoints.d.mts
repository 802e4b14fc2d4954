export interface Change {
  readonly start: number
  readonly end: number
  readonly to: string
}

export const applyChange: (code: string, change: Change) => string
export const mutationPoints: (code: string) => ReadonlyArray<Change>
