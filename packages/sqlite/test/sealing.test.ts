import { describe, expect, it } from "@effect/vitest"
import type { UnsealedEntry } from "@tollgate/core/storage"
import { Effect } from "effect"
import { writerExecutor } from "../src/writer/writerExecutor.js"
import { insert, queueOverFile } from "./support/queue.js"

const remove = "DELETE FROM numbers WHERE n = ? RETURNING n"

const entry = (action: string): UnsealedEntry => ({
  organization_id: "",
  created_at: 0,
  actor_kind: "host",
  actor_hash: null,
  actor_user_id: null,
  action,
  object: null,
  changes: "{}",
  secrets: "[]",
  request_id: null,
  address: null
})

const opened = Effect.gen(function* () {
  const { numbers, others, queue, said } = yield* queueOverFile
  const { transact, write, writeAudited } = writerExecutor(queue)
  const audited = (text: string, n: number, action: string) =>
    writeAudited?.(text, [n], entry(action)) ?? Effect.dieMessage("Nothing is audited.")
  const together = <A, E>(...writes: ReadonlyArray<Effect.Effect<A, E>>) =>
    Effect.all(writes, { concurrency: "unbounded" })
  const texts = () => said.filter((text) => text !== "turn")
  return { audited, numbers, others, texts, together, transact, write }
})

const tables = `CREATE TABLE audit_entries (organization_id, created_at, actor_kind, actor_hash, actor_user_id, action,
  object, changes, secrets, request_id, address, seq INTEGER, hash);
CREATE TABLE audit_heads (organization_id PRIMARY KEY, seq INTEGER, hash, deleted_seq INTEGER, deleted_hash)`

describe("The audit entries of writes in one transaction", () => {
  it.scopedLive(
    "are sealed together, in the order of the changes, those that changed nothing and failed ones not",
    () =>
      Effect.gen(function* () {
        const { audited, numbers, others, together, write } = yield* opened
        others.exec(tables)
        yield* together(
          audited(insert, 1, "one"),
          write(insert, [2]),
          audited(remove, 9, "none"),
          Effect.orElseSucceed(audited(insert, 1, "again"), () => []),
          audited(remove, 2, "two")
        )
        expect(numbers()).toEqual([1])
        yield* audited(insert, 3, "three")
        expect(others.values("SELECT action || ' ' || seq FROM audit_entries ORDER BY seq")).toEqual([
          "one 1",
          "two 2",
          "three 3"
        ])
        expect(others.values("SELECT seq FROM audit_heads")).toEqual([3])
      })
  )

  it.scopedLive("are stored in a transaction also with a statement that waits alone", () =>
    Effect.gen(function* () {
      const { audited, others, texts } = yield* opened
      others.exec(tables)
      yield* audited(insert, 1, "one")
      expect([texts().slice(0, 2), texts().at(-1)]).toEqual([["BEGIN IMMEDIATE", insert], "COMMIT"])
    })
  )

  it.scopedLive("that cannot be stored undo them all, and the next ones are as ever", () =>
    Effect.gen(function* () {
      const { audited, numbers, others, together, transact, write } = yield* opened
      const failures = yield* together(
        ...[audited(insert, 1, "one"), write(insert, [2]), transact((context) => context.query(insert, [3]))].map(
          Effect.flip
        )
      )
      expect(failures.map(({ outcome }) => outcome)).toEqual(["none", "none", "none"])
      expect(String(failures[0]?.cause)).toContain("no such table: audit_heads")
      expect(numbers()).toEqual([])
      others.exec(tables)
      yield* audited(insert, 4, "four")
      expect([numbers(), others.values("SELECT seq FROM audit_entries")]).toEqual([[4], [1]])
    })
  )
})
