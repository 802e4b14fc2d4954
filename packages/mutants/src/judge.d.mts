import type { Change } from "./mutationPoints.mjs"

export interface Step {
  readonly name: string
  readonly args: ReadonlyArray<string>
  readonly limit: number
}

export const judge: (
  root: string,
  mutant: Change & { readonly package: string; readonly module: string },
  steps: ReadonlyArray<Step>
) => Promise<{ readonly verdict: "noticed" | "hung" | "survived"; readonly by: string | null }>
