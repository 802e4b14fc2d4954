import type { ComponentChildren } from "preact"

/** Names and values of a record. */
export const Facts = ({
  facts,
  isDense = false
}: {
  readonly facts: ReadonlyArray<readonly [name: string, value: ComponentChildren]>
  /** Whether they are short, so that more of them fit a line. */
  readonly isDense?: boolean
}) => (
  <dl class={isDense ? "panel facts dense" : "panel facts"}>
    {facts.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
