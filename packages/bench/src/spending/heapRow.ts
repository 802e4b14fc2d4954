import { collect } from "../harness/alternate.js"
import { atMost } from "../harness/bound.js"
import { figure, type Row } from "../harness/Section.js"

const MIB = 1_048_576

export const count = (value: number): string => value.toLocaleString("en")

/** The heap in use without what garbage collection frees, in MiB. */
export const heapInUse = (): number => {
  collect()
  return process.memoryUsage().heapUsed / MIB
}

/** The heap after a fifth of the acts, and after all. */
export const heapRow = async (name: string, acts: number, run: (acts: number) => Promise<void>): Promise<Row> => {
  await run(acts / 5)
  const first = heapInUse()
  for (let n = 0; n < 4; n++) await run(acts / 5)
  const last = heapInUse()
  const cells = [`heap in use, MiB: ${name}`, `${count(acts / 5)} acts`, `${count(acts)} acts`]
  return {
    cells: [...cells, figure(first), figure(last), figure(last / first)],
    judged: [last / first, atMost(1.1, " times")]
  }
}
