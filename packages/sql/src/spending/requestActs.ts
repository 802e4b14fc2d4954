import {
  HoldActs,
  HoldLife,
  type HoldName,
  type HoldRecord,
  SpendingActs,
  type SpendingRows,
  type SpendingStore
} from "@tollgate/core/storage"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { SpendingEngine } from "./unit/unitRunner.js"
import type { holdExpiry } from "./upkeep/holdExpiry.js"
import { type Leases, noteLeases } from "./upkeep/Leases.js"

type Store = Context.Tag.Service<SpendingStore>
type RequestActs = Pick<
  Store,
  "admit" | "correct" | "extend" | "markUnknown" | "reconcile" | "recordUsage" | "release" | "send" | "settle"
>

/** The acts on one hold. An act takes the server's time if it is given, so that its `now` replaces that of its arguments. */
export const requestActs = (
  { database, judge }: SpendingEngine,
  leases: Leases,
  { before }: ReturnType<typeof holdExpiry>
): RequestActs => {
  const noted = noteLeases(database, leases)

  /** Runs an act that reads a stored hold. */
  const onHold = <A>({ id }: HoldName, now: number, judged: (rows: SpendingRows, now: number) => A) =>
    judge({ holds: [id], refs: [], creates: false, now, judge: judged })

  const change = (
    name: HoldName,
    now: number,
    judged: (rows: SpendingRows, now: number) => Option.Option<HoldRecord>
  ) => noted(onHold(name, now, judged), Option.toArray)

  const admit: Store["admit"] = (admission) =>
    Effect.map(
      judge({
        holds: [admission.terms.id],
        refs: admission.scopes.map(({ ref }) => ref),
        creates: !admission.dry_run,
        prices: (admission.prices ?? null) !== null,
        now: admission.now,
        judge: (rows, now) => SpendingActs.admit(rows, now === admission.now ? admission : { ...admission, now })
      }),
      (answer) => {
        if (answer._tag === "Admitted" && !admission.dry_run) leases.granted(answer.hold)
        return answer
      }
    )

  const extend: Store["extend"] = (extension) =>
    Effect.map(
      judge({
        holds: [extension.hold.id],
        refs: extension.fence.map(({ ref }) => ref),
        creates: false,
        now: extension.now,
        judge: (rows, now) => SpendingActs.extend(rows, { ...extension, now })
      }),
      (answer) => {
        if (answer._tag === "Extended") leases.granted(answer.hold)
        return answer
      }
    )

  return {
    admit: (admission) => (admission.dry_run ? admit(admission) : before(admission.now, admit(admission))),
    extend: (extension) => before(extension.now, extend(extension)),
    send: (name, now, credential_id) => onHold(name, now, (rows, now) => HoldActs.send(rows, name, now, credential_id)),
    settle: (name, settlement, now) => change(name, now, (rows, now) => HoldActs.settle(rows, name, settlement, now)),
    release: (name, now) =>
      change(name, now, (rows, now) => HoldActs.change(rows, name, now, (hold) => HoldLife.released(hold, now))),
    markUnknown: (name, flag, now) =>
      change(name, now, (rows, now) => HoldActs.change(rows, name, now, (hold) => HoldLife.unknown(hold, flag, now))),
    correct: (name, correction) =>
      database.transact(
        onHold(name, correction.corrected_at, (rows, now) =>
          HoldActs.correct(rows, name, { ...correction, corrected_at: now })
        )
      ),
    reconcile: (name, reconciliation) =>
      database.transact(
        noted(
          onHold(name, reconciliation.corrected_at, (rows, now) =>
            HoldActs.reconcile(rows, name, { ...reconciliation, corrected_at: now })
          ),
          (answer) => Option.toArray(Option.map(answer, ({ hold }) => hold))
        )
      ),
    recordUsage: (entry) =>
      judge({
        holds: [entry.terms.id],
        refs: entry.scopes.map(({ ref }) => ref),
        creates: true,
        now: entry.now,
        judge: (rows, now) => HoldActs.recordUsage(rows, { ...entry, now, at: Math.min(entry.at, now) })
      })
  }
}
