import { dollars } from "./dollars.js"
import { Money } from "./Money.js"

/** A limit in USD, and what boosts in force add to it. */
export const Limit = (props: {
  readonly limit: number | null
  readonly boost: number
  readonly per?: string | undefined
}) => (
  <>
    <Money amount={props.limit} none="–" />
    {props.per === undefined ? null : <span class="per quiet small">{props.per}</span>}
    {props.boost > 0 ? <div class="quiet small">+ {dollars(props.boost)} boost</div> : null}
  </>
)
