import { alternate, type Figures, type Round } from "../harness/alternate.js"
import type { Bound } from "../harness/bound.js"
import { figure, type Row } from "../harness/Section.js"

/** Each of the acts, by whom it is done. */
export interface Acts {
  readonly hash: Round
  readonly byHand: { readonly authenticate: Round; readonly updateKey: Round }
  readonly ours: { readonly authenticate: Round; readonly updateKey: Round; readonly both: Round }
  readonly promise: Round
  readonly betterAuth: { readonly verify: Round; readonly update: Round }
}

/** How often each is done. */
export interface Size {
  readonly acts: number
  readonly rounds: number
  readonly keys: number
}

/** What ours took of the processor, beside the hash of a key and the same act of better-auth. */
export interface Compared {
  readonly ours: number
  readonly hash: number
  readonly betterAuth: number
}

type Judge = (compared: Compared) => readonly [number, Bound]

export const head = ["Act", "Who", "CPU, µs", "Time, µs", "Times by hand", "Times the hash"]

/** What each act takes, all of them taking turns. */
export const actRows = async (
  { betterAuth, byHand, hash, ours, promise }: Acts,
  size: Size,
  judge: { readonly authenticate: Judge | null; readonly updateKey: Judge | null; readonly promise: Bound }
): Promise<ReadonlyArray<Row>> => {
  const took = await alternate(
    {
      hash,
      authenticateByHand: byHand.authenticate,
      authenticate: ours.authenticate,
      verify: betterAuth.verify,
      updateByHand: byHand.updateKey,
      update: ours.updateKey,
      betterUpdate: betterAuth.update,
      both: ours.both,
      promise
    },
    size
  )
  const row = (act: string, who: string, { cpu, wall }: Figures, byHandCpu: number | null, judged?: Row["judged"]) => {
    const times = byHandCpu === null ? "" : figure(cpu / byHandCpu)
    const cells = [act, who, figure(cpu), figure(wall), times, figure(cpu / took.hash.cpu)]
    return judged === undefined ? { cells } : { cells, judged }
  }
  const [authenticating, updating] = [took.authenticateByHand.cpu, took.updateByHand.cpu]
  const compared = (ours: Figures, betterAuth: Figures): Compared => ({
    ours: ours.cpu,
    hash: took.hash.cpu,
    betterAuth: betterAuth.cpu
  })
  const authenticated = judge.authenticate?.(compared(took.authenticate, took.verify))
  const updated = judge.updateKey?.(compared(took.update, took.betterUpdate))
  const both = "`authenticate`, `updateKey`"
  return [
    row("SHA-256 of a key", "`node:crypto`", took.hash, null),
    row("`authenticate`", "by hand", took.authenticateByHand, authenticating),
    row("`authenticate`", "ours", took.authenticate, authenticating, authenticated),
    row("`verifyApiKey`", "better-auth", took.verify, authenticating),
    row("`updateKey`", "by hand", took.updateByHand, updating),
    row("`updateKey`", "ours", took.update, updating, updated),
    row("`updateApiKey`", "better-auth", took.betterUpdate, updating),
    row(both, "ours", took.both, authenticating + updating),
    row("`keys.update`", "the Promise API", took.promise, authenticating + updating, [
      took.promise.cpu / took.both.cpu,
      judge.promise
    ])
  ]
}
