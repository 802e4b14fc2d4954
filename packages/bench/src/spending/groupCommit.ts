import type Sqlite from "better-sqlite3"

/** A transaction takes at most this many acts, as in Tollgate. */
const MAX_GROUP_ACTS = 64

interface Waiting {
  readonly act: () => void
  readonly done: () => void
  readonly failed: (cause: unknown) => void
}

/**
 * The least by which callers that wait for their answers share transactions: what waits when one begins is in it, and the event loop turns
 * between two. If an act throws, all of its transaction fail.
 */
export const groupCommit = (db: Sqlite.Database): ((act: () => void) => Promise<void>) => {
  const [begin, commit, rollback] = [db.prepare("BEGIN IMMEDIATE"), db.prepare("COMMIT"), db.prepare("ROLLBACK")]
  let waiting: Array<Waiting> = []
  let isBusy = false
  const run = (group: ReadonlyArray<Waiting>) => {
    begin.run()
    try {
      for (const { act } of group) act()
      commit.run()
      for (const { done } of group) done()
    } catch (cause) {
      if (db.inTransaction) rollback.run()
      for (const { failed } of group) failed(cause)
    }
  }
  const turn = () => {
    const group = waiting.slice(0, MAX_GROUP_ACTS)
    waiting = waiting.slice(MAX_GROUP_ACTS)
    run(group)
    isBusy = waiting.length > 0
    if (isBusy) setImmediate(turn)
  }
  return (act) =>
    new Promise((done, failed) => {
      waiting.push({ act, done, failed })
      if (isBusy) return
      isBusy = true
      setImmediate(turn)
    })
}

/** Callers that share a number of acts, each one after another. */
export const byCallers = async (callers: number, acts: number, act: () => Promise<void>): Promise<void> => {
  const inTurn = async (_: unknown, from: number) => {
    for (let n = from; n < acts; n += callers) await act()
  }
  await Promise.all(Array.from({ length: callers }, inTurn))
}
