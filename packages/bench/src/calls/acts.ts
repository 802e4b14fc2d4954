import { alternate, type Figures, type Round } from "../harness/alternate.js"
import { figure, type Row } from "../harness/Section.js"

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

/** How often each act is done, and on how many keys. */
export interface Size {
  readonly acts: number
  readonly rounds: number
  readonly keys: number
}

export const head = ["Act", "Who", "CPU, µs", "Time, µs", "Times by hand", "Times the hash"]

/** What each act takes, all of them taking turns, and those held to a bound that are judged. */
export const actRows = async (
  rounds: Readonly<Record<Name, Round>>,
  size: Size,
  judge: (took: Readonly<Record<Name, Figures>>) => { readonly [N in Name]?: Row["judged"] }
): Promise<ReadonlyArray<Row>> => {
  const took = await alternate(rounds, size)
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
