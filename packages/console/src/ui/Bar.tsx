import { dollars } from "./dollars.js"
import { leftOf, type Used } from "./Used.js"

const parts = ["spent", "held", "unknown"] as const

/** The text alternative of a bar. */
const usedText = (used: Used): string => {
  const { held, limit, spent, unknown } = used
  const parts = `${dollars(spent)} spent, ${dollars(held)} held, ${dollars(unknown)} unknown`
  return limit === null
    ? `${parts}, no limit`
    : `${parts}, ${dollars(Math.max(0, leftOf(used) ?? 0))} left of ${dollars(limit)}`
}

/** A bar of spent, held, unknown and left. An amount above 0 has at least 2 %. Without a limit there is no bar. */
export const Bar = ({ used }: { readonly used: Used }) => {
  const { limit } = used
  const text = usedText(used)
  if (limit === null) return <span class="bar none" role="img" aria-label={text} title={text} />
  let room = 100
  const widths = parts.map((part) => {
    const share = used[part] <= 0 ? 0 : limit <= 0 ? 100 : Math.max(2, (used[part] / limit) * 100)
    const width = Math.min(room, share)
    room -= width
    return { part, width }
  })
  return (
    <span class="bar" role="img" aria-label={text} title={text}>
      {widths.map(({ part, width }) =>
        width > 0 ? <i key={part} class={part} style={{ width: `${width}%` }} /> : null
      )}
    </span>
  )
}

/** The legend of bars. */
export const BarLegend = () => (
  <ul class="legend" aria-label="Colors of the bars">
    {[...parts, "left"].map((part) => (
      <li key={part}>
        <i class={part} /> {part}
      </li>
    ))}
  </ul>
)
