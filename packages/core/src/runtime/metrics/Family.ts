/** A metric: its name, what it says in a sentence, and the names of its labels. Each label has few values, all known in advance. */
export interface Family<Kind extends "counter" | "gauge" | "histogram", Labels extends ReadonlyArray<string>> {
  readonly kind: Kind
  readonly name: string
  readonly help: string
  readonly labels: Labels
  /** Upper bounds of the buckets of a histogram. */
  readonly bounds: ReadonlyArray<number>
}

export type AnyFamily = Family<"counter" | "gauge" | "histogram", ReadonlyArray<string>>

/** The values of a family's labels, in the order of their names. */
export type LabelValues<Labels extends ReadonlyArray<string>> = { readonly [I in keyof Labels]: string }

const make =
  <Kind extends AnyFamily["kind"]>(kind: Kind, bounds: ReadonlyArray<number> = []) =>
  <const Labels extends ReadonlyArray<string>>(
    name: string,
    help: string,
    ...labels: Labels
  ): Family<Kind, Labels> => ({ kind, name, help, labels, bounds })

/** What only rises, while the process runs. */
export const counter = make("counter")

/** What rises and falls. */
export const gauge = make("gauge")

/** How many durations were at most as long as each of these, in seconds. */
export const durations = make(
  "histogram",
  [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
)
