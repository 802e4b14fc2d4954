import type { ComponentChildren } from "preact"

/** One figure with its label and a remark. */
export const Card = (props: {
  readonly label: string
  readonly figure: ComponentChildren
  readonly more?: ComponentChildren
  readonly isWarning?: boolean
}) => (
  <div class={props.isWarning ? "card warn" : "card"}>
    <dt>{props.label}</dt>
    <dd>
      <p class="figure">{props.figure}</p>
      {props.more === undefined ? null : <p class="more">{props.more}</p>}
    </dd>
  </div>
)
