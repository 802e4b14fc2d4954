const parts = { month: "short", day: "numeric", hour: "numeric", minute: "2-digit" } as const

const thisYear = new Intl.DateTimeFormat(undefined, parts)
const anyYear = new Intl.DateTimeFormat(undefined, { ...parts, year: "numeric" })

/** A time in words, with its year unless that is this one. */
const shown = (at: Date) => (at.getFullYear() === new Date().getFullYear() ? thisYear : anyYear).format(at)

const units = [
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1]
] as const

const relative = new Intl.RelativeTimeFormat(undefined, { numeric: "auto" })

/** How far away a time is: "in 3 minutes". */
export const distance = (time: string): string => {
  const seconds = Math.round((Date.parse(time) - Date.now()) / 1000)
  const [unit, size] = units.find(([, size]) => Math.abs(seconds) >= size) ?? units[3]
  return relative.format(Math.trunc(seconds / size), unit)
}

const utc = (time: string) => `${time.slice(0, 19).replace("T", " ")} UTC`

/** A time in the zone of the reader, with UTC on hover. */
export const Time = ({
  at,
  never = "–",
  away = false
}: {
  readonly at: string | null
  readonly never?: string
  /** Show the distance from now instead. */
  readonly away?: boolean
}) => {
  if (at === null) return <span class="quiet">{never}</span>
  // A time of another server may be none.
  if (Number.isNaN(Date.parse(at))) return <span>{at}</span>
  return (
    <time dateTime={at} title={utc(new Date(at).toISOString())}>
      {away ? distance(at) : shown(new Date(at))}
    </time>
  )
}
