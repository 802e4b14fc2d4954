import { setQuery } from "../shell/route.js"

/** The part of a list that is shown, and buttons for the others. `offset` of the address is where it begins. */
export const Paging = (props: {
  readonly what: string
  readonly offset: number
  readonly size: number
  readonly total: number
  /** The greatest exact total: a greater one means "more than". */
  readonly most?: number
}) => {
  const { most = Number.POSITIVE_INFINITY, offset, size, total, what } = props
  const count = total > most ? `more than ${most.toLocaleString()}` : total.toLocaleString()
  const last = Math.min(offset + size, total)
  // `what` is a plural whose first word has the s.
  const named = total === 1 ? what.replace(/s\b/, "") : what
  const first = total === 0 ? 0 : offset + 1
  if (total <= size && offset === 0)
    return (
      <p class="paging quiet">
        {count} {named}
      </p>
    )
  return (
    <nav class="paging" aria-label={`Pages of ${what}`}>
      <button
        type="button"
        disabled={offset === 0}
        onClick={() => setQuery({ offset: Math.max(0, offset - size) || undefined })}
      >
        Previous
      </button>
      <span class="quiet">
        {first.toLocaleString()}–{last.toLocaleString()} of {count} {what}
      </span>
      <button type="button" disabled={last >= total} onClick={() => setQuery({ offset: offset + size })}>
        Next
      </button>
    </nav>
  )
}
