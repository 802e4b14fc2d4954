import type { ComponentChildren } from "preact"

/** Names and values of a record. */
export const Facts = ({
  facts
}: {
  readonly facts: ReadonlyArray<readonly [name: string, value: ComponentChildren]>
}) => (
  <dl class="panel facts">
    {facts.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
