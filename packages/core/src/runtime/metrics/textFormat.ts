import type { Distributed } from "./Distribution.js"
import type { AnyFamily } from "./Family.js"

/** A figure of a family, with the values of its labels. */
export interface Sample {
  readonly values: ReadonlyArray<string>
  readonly figure: number | Distributed
}

/** A family and its figures. */
export interface Samples {
  readonly family: AnyFamily
  readonly samples: ReadonlyArray<Sample>
}

const escapes: Readonly<Record<string, string>> = { "\\": "\\\\", "\n": "\\n", '"': '\\"' }

const quoted = (value: string) => `"${value.replace(/[\\\n"]/g, (character) => escapes[character] ?? character)}"`

const numberOf = (value: number) =>
  Number.isFinite(value) ? String(value) : Number.isNaN(value) ? "NaN" : value > 0 ? "+Inf" : "-Inf"

const line = (name: string, labels: ReadonlyArray<readonly [name: string, value: string]>, value: number) => {
  const all = labels.map(([label, text]) => `${label}=${quoted(text)}`).join(",")
  return `${name}${all === "" ? "" : `{${all}}`} ${numberOf(value)}`
}

const linesOf = ({ labels, name }: AnyFamily, { figure, values }: Sample): ReadonlyArray<string> => {
  const named = labels.map((label, at) => [label, values[at] ?? ""] as const)
  if (typeof figure === "number") return [line(name, named, figure)]
  // The last bucket has no bound.
  const { buckets, count, sum } = figure
  return [
    ...buckets.map(([bound, count]) => line(`${name}_bucket`, [...named, ["le", numberOf(bound)]], count)),
    line(`${name}_sum`, named, sum),
    line(`${name}_count`, named, count)
  ]
}

/** Writes families in Prometheus' text format, version 0.0.4. */
export const toText = (families: ReadonlyArray<Samples>): string =>
  families
    .flatMap(({ family, samples }) => [
      `# HELP ${family.name} ${family.help.replace(/[\\\n]/g, (character) => escapes[character] ?? character)}`,
      `# TYPE ${family.name} ${family.kind}`,
      ...samples.flatMap((sample) => linesOf(family, sample))
    ])
    .map((text) => `${text}\n`)
    .join("")
