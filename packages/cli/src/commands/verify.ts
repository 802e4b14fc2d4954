import { type CounterDifference, verifySpending } from "@tollgate/core"
import * as Console from "effect/Console"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { type DatabaseOptions, inExisting, toRead } from "../database/databaseLayer.js"
import { counted } from "../output/counted.js"
import { decimalOf } from "../output/dollars.js"

/** Counters are not what the ledger says. */
export class CountersDiffer extends Data.TaggedError("CountersDiffer")<{ readonly count: number }> {
  override get message(): string {
    return this.count === 1 ? "1 counter differs from the ledger." : `${this.count} counters differ from the ledger.`
  }
}

/** The counters that are no amounts. */
const numbers = ["open holds", "requests", "last entry"]

const shown = (counter: string, value: bigint) => (numbers.includes(counter) ? String(value) : `$${decimalOf(value)}`)

const lineOf = ({ computed, counter, ref, stored }: CounterDifference) => {
  const subject = ref.kind === "key" || ref.kind === "guardrail_key" ? ref.subject.slice(0, 12) : ref.subject
  const guardrail = ref.guardrail_id === null ? "" : ` of guardrail ${ref.guardrail_id}`
  const values = `stored ${shown(counter, stored)}, computed ${shown(counter, computed)}`
  return `${ref.kind} ${subject}${guardrail} of organization ${ref.organization_id}: ${counter}: ${values}`
}

/** Compares every counter of spending with the ledger, and prints each difference. Fails if there is one. */
export const verify = (options: DatabaseOptions) =>
  Effect.gen(function* () {
    const { differences, entries, scopes } = yield* verifySpending()
    for (const difference of differences) yield* Console.log(lineOf(difference))
    if (differences.length > 0) return yield* new CountersDiffer({ count: differences.length })
    yield* Console.log(
      `0 differences: ${counted(scopes, "scope")}, ${counted(entries, "entry", "entries")} of the ledger.`
    )
  }).pipe((use) => inExisting(options, toRead, use))
