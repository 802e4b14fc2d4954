import { spawn } from "node:child_process"
import { once } from "node:events"
import { setTimeout as pause, setImmediate as turn } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import type { Round } from "../harness/alternate.js"
import { atMost } from "../harness/bound.js"
import { figure, type Row } from "../harness/Section.js"
import { timerGap } from "../harness/timerGap.js"
import type { UpdateOnce } from "./promises.js"

const HELD_FOR = 2_000
const WRITERS = 100
const QUEUED = 1_000
const GROUP = 64
const ROUNDS = 3

const holder = fileURLToPath(import.meta.resolve("./holdLock.js"))

const upTo = (count: number) => Array.from({ length: count }, (_, n) => n)

interface Strain {
  readonly gap: number
  /** Writes that storage refused. */
  readonly refused: number
}

/** The result of a number of writes, and the delay of the event loop during them. */
const strain = async (write: () => Promise<ReadonlyArray<Promise<void>>>): Promise<Strain> => {
  let refused = 0
  const gap = await timerGap(async () => {
    const ends = await Promise.allSettled(await write())
    refused = ends.filter(({ status }) => status === "rejected").length
  })
  return { gap, refused }
}

const behindALock = (file: string, updateOnce: UpdateOnce) => async (): Promise<Strain> => {
  const child = spawn(process.execPath, [holder, file], { stdio: ["pipe", "pipe", "inherit"] })
  await once(child.stdout, "data")
  const suffered = await strain(async () => {
    setTimeout(() => child.stdin.end(), HELD_FOR)
    return upTo(WRITERS).map(updateOnce)
  })
  if (child.exitCode === null) await once(child, "close")
  return suffered
}

/** As requests arrive over sockets: some in every turn of the event loop. */
const queued = (updateOnce: UpdateOnce, inATurn: number) => () =>
  strain(async () => {
    const asked: Array<Promise<void>> = []
    while (asked.length < QUEUED) {
      asked.push(...upTo(inATurn).map((n) => updateOnce(asked.length + n)))
      await turn()
    }
    return asked
  })

/** By hand, one transaction per group and a turn of the event loop between groups: the time of the disk alone. */
const byHand = (round: Round, size: number) => () =>
  strain(async () => {
    for (let done = 0; done < QUEUED; done += size) {
      await round(Math.min(size, QUEUED - done))
      await turn()
    }
    return []
  })

const worst = async (measure: () => Promise<Strain>): Promise<Strain> => {
  const suffered: Array<Strain> = []
  for (let i = 0; i < ROUNDS; i++) suffered.push(await measure())
  return {
    gap: Math.max(...suffered.map(({ gap }) => gap)),
    refused: Math.max(...suffered.map(({ refused }) => refused))
  }
}

export const gapsHead = ["While", "Longest gap of a 5 ms timer, ms", "Writes refused"]

const bound = atMost(50, " ms", 20)

/** The longest delay of the event loop during many writes by `updateOnce` to a file. */
export const gaps = async (file: string, updateOnce: UpdateOnce, inGroups: Round): Promise<ReadonlyArray<Row>> => {
  const quiet = await worst(() => strain(() => pause(500, [])))
  const { gap } = await worst(byHand(inGroups, GROUP))
  const rows: Array<Row> = [
    { cells: ["nothing is written", figure(quiet.gap), ""] },
    { cells: [`${QUEUED} writes by hand, ${GROUP} in a turn of the event loop`, figure(gap), ""] }
  ]
  const measures = [
    [`${WRITERS} writers wait ${HELD_FOR / 1_000} s for another process's lock`, behindALock(file, updateOnce)],
    [`${QUEUED} authenticated writes by the Promise API come, 20 in a turn of the event loop`, queued(updateOnce, 20)],
    [`${QUEUED} authenticated writes by the Promise API come at once`, queued(updateOnce, QUEUED)]
  ] as const
  for (const [name, measure] of measures) {
    const { gap, refused } = await worst(measure)
    rows.push({ cells: [name, figure(gap), String(refused)], judged: [gap, bound] })
  }
  return rows
}
