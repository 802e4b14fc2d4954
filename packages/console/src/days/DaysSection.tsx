import { useRef, useState } from "preact/hooks"
import { useRead } from "../reading/useRead.js"
import { useSession } from "../session/useSession.js"
import { setQuery } from "../shell/route.js"
import { dollars } from "../ui/dollars.js"
import { Empty } from "../ui/Empty.js"
import { Loaded } from "../ui/Loaded.js"
import { Section } from "../ui/Section.js"
import { CsvButton } from "./CsvButton.js"
import { type Days, readSplit, type Split, type SplitBy } from "./readSplit.js"
import { SplitTable } from "./SplitTable.js"
import { StackedBars } from "./StackedBars.js"
import { seriesOf } from "./seriesOf.js"
import { splitTitle } from "./splitColumns.js"

const Chart = ({ by, days }: { readonly by: SplitBy; readonly days: Days }) => {
  const series = seriesOf(days, by)
  const sum = Number(series.reduce((sum, one) => sum + one.sum, 0).toFixed(9))
  if (series.length === 0) {
    return <Empty>Nothing was spent in the last 30 days. A request counts once it is settled.</Empty>
  }
  const label = `Cost of each of the last 30 days by ${by}: ${dollars(sum)} in all. The table below has the figures.`
  return <StackedBars label={label} days={days.days} series={series} />
}

/** 30 days as bars, split by a choice, with the sums beneath and as CSV. */
export const DaysSection = ({ choices }: { readonly choices: ReadonlyArray<SplitBy> }) => {
  const { account } = useSession()
  const [by, setBy] = useState<SplitBy>(choices[0] ?? "model")
  const before = useRef<Split | undefined>(undefined)
  const split = useRead(
    async (signal) => {
      const read = await readSplit(account, by, before.current, signal)
      before.current = read
      return read
    },
    [by]
  )
  const choose = (value: string) => {
    setQuery({ offset: undefined })
    setBy(choices.find((one) => one === value) ?? by)
  }
  return (
    <Section
      title="The last 30 days"
      actions={
        <>
          <select aria-label="Split by" value={by} onChange={({ currentTarget }) => choose(currentTarget.value)}>
            {choices.map((choice) => (
              <option key={choice} value={choice}>
                By {splitTitle[choice].toLowerCase()}
              </option>
            ))}
          </select>
          <CsvButton by={by} />
        </>
      }
    >
      <Loaded reading={split} what="the days">
        {(read) => (
          <>
            <Chart by={read.by} days={read.days} />
            <div class="below">
              <SplitTable by={read.by} first={read.sums} isOld={split.isOld} />
            </div>
          </>
        )}
      </Loaded>
    </Section>
  )
}
