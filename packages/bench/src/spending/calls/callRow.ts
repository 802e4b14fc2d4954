import { alternate, type Round, type Size } from "../../harness/alternate.js"
import type { Bound } from "../../harness/bound.js"
import { figure, type Row } from "../../harness/Section.js"

export const callsHead = [
  "Call",
  "Beside",
  "CPU beside, µs",
  "CPU ours, µs",
  "Times",
  "Acts a second beside",
  "Acts a second ours",
  "Times"
]

/** What is compared, as text: a call, and what it is beside. */
export type Names = readonly [call: string, beside: string]

/** What both take for an act. */
export interface Took {
  /** Microseconds of processor time. */
  readonly cpu: number
  readonly perSecond: number
}

/** Which of the two ratios is judged, and how. */
export type Judged = readonly [of: keyof Took, bound: Bound]

export const callRow = (
  names: Names,
  { beside, ours }: { readonly beside: Took; readonly ours: Took },
  judged?: Judged
): Row => {
  const side = (of: keyof Took) => [figure(beside[of]), figure(ours[of]), figure(ours[of] / beside[of])]
  const cells = [...names, ...side("cpu"), ...side("perSecond")]
  if (judged === undefined) return { cells }
  const [of, bound] = judged
  return { cells, judged: [ours[of] / beside[of], bound] }
}

/** A call and what it is beside, measured in turns. */
export const measuredCall = async (
  names: Names,
  contenders: { readonly beside: Round; readonly ours: Round },
  size: Size,
  judged?: Judged
): Promise<Row> => {
  const { beside, ours } = await alternate(contenders, size)
  const took = ({ cpu, wall }: typeof beside): Took => ({ cpu, perSecond: 1e6 / wall })
  return callRow(names, { beside: took(beside), ours: took(ours) }, judged)
}
