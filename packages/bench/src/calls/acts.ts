import { alternate, type Figures, type Round } from "../harness/alternate.js"
import { figure, type Row } from "../harness/Section.js"
import type { Account } from "../storage/Account.js"
import type { openPrograms } from "../storage/Programs.js"
import { hashes } from "./hashes.js"
import type { openPromises } from "./promises.js"

const names = {
  hash: ["SHA-256 of a key", "`node:crypto`"],
  authenticateByHand: ["`authenticate`", "by hand"],
  authenticate: ["`authenticate`", "ours"],
  verify: ["`verifyApiKey`", "better-auth"],
  updateByHand: ["`updateKey`", "by hand"],
  update: ["`updateKey`", "ours"],
  betterUpdate: ["`updateApiKey`", "better-auth"],
  both: ["`authenticate`, `updateKey`", "ours, by `runPromise`"],
  promise: ["`keys.update`", "the Promise API"]
} as const

type Name = keyof typeof names

/** The number of acts, rounds and keys. */
export interface Size {
  readonly acts: number
  readonly rounds: number
  readonly keys: number
}

export const head = ["Act", "Contender", "CPU, µs", "Time, µs", "Times by hand", "Times the hash"]

/** The implementations that are compared. */
interface Contenders {
  readonly account: Account
  readonly byHand: { readonly authenticate: Round; readonly updateKey: Round }
  readonly ours: Awaited<ReturnType<typeof openPrograms>>
  readonly promises: Awaited<ReturnType<typeof openPromises>>
  readonly betterAuth: { readonly verify: Round; readonly update: Round }
}

const roundsOf = ({ account, betterAuth, byHand, ours, promises }: Contenders): Readonly<Record<Name, Round>> => ({
  hash: hashes(account),
  authenticateByHand: byHand.authenticate,
  authenticate: ours.authenticate(1),
  verify: betterAuth.verify,
  updateByHand: byHand.updateKey,
  update: ours.updateKey(1),
  betterUpdate: betterAuth.update,
  both: ours.both,
  promise: promises.updateKey
})

/** The cost of each act, measured in turns. Acts with a bound are checked against it. */
export const actRows = async (
  contenders: Contenders,
  size: Size,
  judge: (took: Readonly<Record<Name, Figures>>) => { readonly [N in Name]?: Row["judged"] }
): Promise<ReadonlyArray<Row>> => {
  const took = await alternate(roundsOf(contenders), size)
  const judged = judge(took)
  const [authenticating, updating] = [took.authenticateByHand.cpu, took.updateByHand.cpu]
  const row = (name: Name, byHand: number): Row => {
    const { cpu, wall } = took[name]
    const cells = [...names[name], figure(cpu), figure(wall), figure(cpu / byHand), figure(cpu / took.hash.cpu)]
    const verdict = judged[name]
    return verdict === undefined ? { cells } : { cells, judged: verdict }
  }
  return [
    { cells: [...names.hash, figure(took.hash.cpu), figure(took.hash.wall), "", figure(1)] },
    row("authenticateByHand", authenticating),
    row("authenticate", authenticating),
    row("verify", authenticating),
    row("updateByHand", updating),
    row("update", updating),
    row("betterUpdate", updating),
    row("both", authenticating + updating),
    row("promise", authenticating + updating)
  ]
}
