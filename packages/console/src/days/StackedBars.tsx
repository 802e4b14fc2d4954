import { useEffect, useRef, useState } from "preact/hooks"
import uPlot from "uplot"
import { dollars } from "../ui/dollars.js"
import type { Series } from "./seriesOf.js"

const HEIGHT = 240

const dark = matchMedia("(prefers-color-scheme: dark)")

/** A variable of the style, which differs between light and dark. */
const styled = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim()

/** Each series on top of those after it: the highest is drawn first, and the others over it. */
const stacked = (days: ReadonlyArray<string>, series: ReadonlyArray<Series>): uPlot.AlignedData => {
  const sums = days.map(() => 0)
  const layers = series.map(({ amounts }) =>
    amounts.map((amount, at) => {
      sums[at] = (sums[at] ?? 0) + amount
      return sums[at] ?? 0
    })
  )
  return [days.map((day) => Date.parse(day) / 1000), ...layers.reverse()]
}

const axis = (): uPlot.Axis => ({
  stroke: styled("--quiet"),
  font: "12px system-ui, sans-serif",
  grid: { stroke: styled("--line"), width: 1 },
  ticks: { show: false }
})

const shortDay = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", timeZone: "UTC" })

const optionsOf = (
  width: number,
  series: ReadonlyArray<Series>,
  hover: (at: number | null) => void
): uPlot.Options => ({
  width,
  height: HEIGHT,
  legend: { show: false },
  cursor: { drag: { x: false, y: false }, points: { show: false }, y: false },
  tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), "Etc/UTC"),
  scales: {
    // Half a bar before the first day and after the last one.
    x: { range: (_, first, last) => [first - 43_200, last + 43_200] },
    y: { range: (_, __, most) => [0, most > 0 ? most * 1.08 : 1] }
  },
  axes: [
    {
      ...axis(),
      size: 28,
      grid: { show: false },
      values: (_, seconds) => seconds.map((at) => shortDay.format(new Date(at * 1000)))
    },
    { ...axis(), size: 64, values: (_, amounts) => amounts.map((amount) => dollars(Number(amount.toFixed(9)))) }
  ],
  series: [
    {},
    ...[...series].reverse().map(({ color, name }) => ({
      label: name,
      fill: styled(`--series-${color}`),
      width: 0,
      points: { show: false },
      paths: uPlot.paths.bars?.({ size: [0.72, 40] }) ?? (() => null)
    }))
  ],
  hooks: { setCursor: [({ cursor }) => hover(cursor.idx ?? null)] }
})

/** Whether the colors are those of the dark. */
const useDark = () => {
  const [isDark, setIsDark] = useState(dark.matches)
  useEffect(() => {
    const changed = () => setIsDark(dark.matches)
    dark.addEventListener("change", changed)
    return () => dark.removeEventListener("change", changed)
  }, [])
  return isDark
}

/** A bar for each day, of the series on top of each other, with their names and sums. The figures of the day below the pointer are shown. */
export const StackedBars = (props: {
  readonly label: string
  readonly days: ReadonlyArray<string>
  readonly series: ReadonlyArray<Series>
}) => {
  const { days, label, series } = props
  const place = useRef<HTMLDivElement>(null)
  const chart = useRef<uPlot | null>(null)
  const [at, setAt] = useState<number | null>(null)
  const isDark = useDark()
  const colors = series.map(({ color, name }) => `${color} ${name}`).join("\n")
  const data = stacked(days, series)

  // The amounts are set below, without a new chart.
  useEffect(() => {
    const element = place.current
    if (element === null) return
    const made = new uPlot(optionsOf(element.clientWidth, series, setAt), data, element)
    chart.current = made
    const sizes = new ResizeObserver(() => made.setSize({ width: element.clientWidth, height: HEIGHT }))
    sizes.observe(element)
    return () => {
      sizes.disconnect()
      made.destroy()
    }
  }, [colors, isDark])
  const amounts = JSON.stringify(data)
  // `amounts` is the data, compared by its values.
  useEffect(() => chart.current?.setData(data), [amounts])

  const day = at === null ? undefined : days[at]
  const shown = day === undefined ? undefined : at
  return (
    <figure class="panel chart">
      <div ref={place} class="plot" role="img" aria-label={label} />
      <figcaption>
        <p class="when">{day === undefined ? "30 days (UTC)" : `${day} (UTC)`}</p>
        <ul class="legend">
          {series.map(({ amounts, color, name, sum }) => (
            <li key={color}>
              <i class={`series-${color}`} /> {name}{" "}
              <b>{dollars(shown === undefined || shown === null ? sum : Number((amounts[shown] ?? 0).toFixed(9)))}</b>
            </li>
          ))}
        </ul>
      </figcaption>
    </figure>
  )
}
