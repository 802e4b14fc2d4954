import type { Mutant } from "./findMutants.mjs"

export interface Reached {
  readonly test: string
  readonly cpu: number
  readonly milliseconds: number
}

export interface Reach {
  readonly hashes: Record<string, string>
  readonly lines: ReadonlyArray<Reached & { readonly scripts: Record<string, unknown> }>
}

export const closeRecord: (root: string, path: string) => void
export const readRecord: (path: string) => Reach
export const reaching: (
  root: string,
  mutant: Pick<Mutant, "file" | "module" | "package" | "start">,
  projects: ReadonlyArray<string>,
  reach: Reach
) => ReadonlyArray<Reached>
