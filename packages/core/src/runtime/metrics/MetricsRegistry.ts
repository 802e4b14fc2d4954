import * as MetricBoundaries from "effect/MetricBoundaries"
import * as MetricHook from "effect/MetricHook"
import * as MetricKey from "effect/MetricKey"
import { Distribution } from "./Distribution.js"
import type { AnyFamily, Family, LabelValues } from "./Family.js"
import { families } from "./families.js"
import { countingOutcomes } from "./outcomes.js"
import type { Sample, Samples } from "./textFormat.js"

/** A figure, which is kept by what measures it: looking it up by its labels takes longer than changing it. */
interface Measured<A> {
  readonly values: ReadonlyArray<string>
  readonly measure: A
}

type Kept<A> = Map<AnyFamily, Map<string, Measured<A>>>

const keep = <A>(all: Kept<A>, family: AnyFamily, values: ReadonlyArray<string>, make: () => A): A => {
  const ofFamily = all.get(family) ?? new Map<string, Measured<A>>()
  all.set(family, ofFamily)
  const name = JSON.stringify(values)
  const known = ofFamily.get(name) ?? { values, measure: make() }
  ofFamily.set(name, known)
  return known.measure
}

const samplesOf = <A>(all: Kept<A>, family: AnyFamily, figureOf: (measure: A) => Sample["figure"]) =>
  [...(all.get(family)?.values() ?? [])].map(({ measure, values }): Sample => ({ values, figure: figureOf(measure) }))

/** Flags of holds that an alert waits for. */
const flags = ["settlement_refused", "credential_assumed"]

/**
 * The metrics of one server or of one open store. They are Effect's, but each registry has its own, where Effect has one registry for
 * the process: the figures of two stores in a process do not mix, and are gone with their store.
 */
export class MetricsRegistry {
  readonly #counters: Kept<MetricHook.MetricHook.Counter<number>> = new Map()
  readonly #distributions: Kept<Distribution> = new Map()
  readonly #gauges = new Map<AnyFamily, Set<() => number>>()
  /** Counts how a program of this name ends. */
  readonly outcomes = countingOutcomes(this)

  constructor() {
    // A rate needs a figure from before the first event.
    this.counter(families.unknownPrices)
    for (const source of ["own", "byok"]) {
      for (const basis of ["provider", "table", "estimate", "unstated"]) this.counter(families.spend, source, basis)
    }
    for (const flag of flags) this.counter(families.flags, flag)
    for (const kind of ["crossing", "refused", "unknown", "request"]) this.counter(families.alerts, kind)
  }

  /** The counter with these values of its labels. Keep it. */
  counter<const Labels extends ReadonlyArray<string>>(
    family: Family<"counter", Labels>,
    ...values: LabelValues<Labels>
  ): MetricHook.MetricHook.Counter<number> {
    const { name } = family
    return keep(this.#counters, family, values, () =>
      MetricHook.counter(MetricKey.counter(name, { incremental: true }))
    )
  }

  /** The histogram with these values of its labels. Keep it. */
  histogram<const Labels extends ReadonlyArray<string>>(
    family: Family<"histogram", Labels>,
    ...values: LabelValues<Labels>
  ): Distribution {
    const { bounds, name } = family
    return keep(
      this.#distributions,
      family,
      values,
      () => new Distribution(MetricKey.histogram(name, MetricBoundaries.fromIterable(bounds)))
    )
  }

  /** Reads a gauge when the metrics are read, until the returned function is called. Several are added. */
  gauge(family: Family<"gauge", readonly []>, read: () => number): () => void {
    const all = this.#gauges.get(family) ?? new Set()
    this.#gauges.set(family, all)
    all.add(read)
    return () => {
      all.delete(read)
      if (all.size === 0) this.#gauges.delete(family)
    }
  }

  /** All figures as they are now. Families without one are left out. */
  read(): ReadonlyArray<Samples> {
    return Object.values(families).flatMap((family): ReadonlyArray<Samples> => {
      const gauges = this.#gauges.get(family)
      const samples = [
        ...samplesOf(this.#counters, family, (counter) => Number(counter.get().count)),
        ...samplesOf(this.#distributions, family, (distribution) => distribution.get()),
        ...(gauges === undefined ? [] : [{ values: [], figure: [...gauges].reduce((sum, read) => sum + read(), 0) }])
      ]
      return samples.length === 0 ? [] : [{ family, samples }]
    })
  }
}
