import { alternate, type Figures, type Round, type Size } from "../harness/alternate.js"
import type { Bound } from "../harness/bound.js"
import { figure, type Row } from "../harness/Section.js"

export const costsHead = [
  "Act",
  "CPU by hand, µs",
  "CPU ours, µs",
  "Times",
  "Time by hand, µs",
  "Time ours, µs",
  "Times"
]

/** The name of an act by a number of callers at once. */
export const nameOf = (act: string, callers: number) => `\`${act}\`, ${callers} ${callers === 1 ? "caller" : "callers"}`

/** The cost of an act by hand and in Tollgate, and the ratios, with a bound on one of them if it has one. */
const costBy =
  (judged: keyof Figures) =>
  async (
    name: string,
    contenders: { readonly byHand: Round; readonly ours: Round },
    size: Size,
    bound?: Bound
  ): Promise<Row> => {
    const { byHand, ours } = await alternate(contenders, size)
    const side = (of: keyof Figures) => [figure(byHand[of]), figure(ours[of]), figure(ours[of] / byHand[of])]
    const cells = [name, ...side("cpu"), ...side("wall")]
    return bound === undefined ? { cells } : { cells, judged: [ours[judged] / byHand[judged], bound] }
  }

/** With a bound on CPU. */
export const cost = costBy("cpu")

/** With a bound on time, which includes the server's work. */
export const timeCost = costBy("wall")
