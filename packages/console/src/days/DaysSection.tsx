import { useState } from "preact/hooks"
import { useRead } from "../reading/useRead.js"
import { useSession } from "../session/useSession.js"
import { dollars } from "../ui/dollars.js"
import { Empty } from "../ui/Empty.js"
import { Loaded } from "../ui/Loaded.js"
import { Section } from "../ui/Section.js"
import { Table } from "../ui/Table.js"
import { CsvButton } from "./CsvButton.js"
import { type Days, idOf, last30Days, readDays, type SplitBy } from "./readDays.js"
import { StackedBars } from "./StackedBars.js"
import { seriesOf } from "./seriesOf.js"
import { splitColumns, splitTitle } from "./splitTable.js"

/** Many rows are read less often, in milliseconds. */
const SLOW = 60_000

const Chart = ({ by, days }: { readonly by: SplitBy; readonly days: Days }) => {
  const series = seriesOf(days, by)
  const sum = Number(series.reduce((sum, one) => sum + one.sum, 0).toFixed(9))
  if (series.length === 0) {
    return <Empty>Nothing was spent in the last 30 days. A request counts once it is settled.</Empty>
  }
  const label = `Cost of each of the last 30 days by ${by}: ${dollars(sum)} in all. The table below has the figures.`
  return <StackedBars label={label} days={days.days} series={series} />
}

const Rows = ({ by }: { readonly by: SplitBy }) => {
  const { account } = useSession()
  const days = last30Days()
  const range = { from: days[0], to: days.at(-1), group_by: [by], limit: 100 }
  const rows = useRead((signal) => account.activity.list(range, { signal }), [by])
  return (
    <Loaded reading={rows} what="the sums">
      {({ data, total_count }) =>
        data.length === 0 ? null : (
          <>
            <Table
              caption={`Sums of 30 days by ${by}`}
              columns={splitColumns(by)}
              rows={data}
              keyOf={(row) => idOf(row, by) ?? ""}
              isOld={rows.isOld}
            />
            {total_count > data.length ? (
              <p class="hint">The 100 that cost most of {total_count.toLocaleString()}. The CSV has all.</p>
            ) : null}
          </>
        )
      }
    </Loaded>
  )
}

/** 30 days as bars, split by a choice, with the sums beneath and as CSV. */
export const DaysSection = ({ choices }: { readonly choices: ReadonlyArray<SplitBy> }) => {
  const { account } = useSession()
  const [by, setBy] = useState<SplitBy>(choices[0] ?? "model")
  const [every, setEvery] = useState<number>()
  const days = useRead(
    async (signal) => {
      const read = await readDays(account, by, signal)
      setEvery(read.rows.length > 100 ? SLOW : undefined)
      return { by, days: read }
    },
    [by],
    every
  )
  return (
    <Section
      title="The last 30 days"
      actions={
        <>
          <select
            aria-label="Split by"
            value={by}
            onChange={({ currentTarget }) => setBy(choices.find((one) => one === currentTarget.value) ?? by)}
          >
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
      <Loaded reading={days} what="the days">
        {(read) => <Chart by={read.by} days={read.days} />}
      </Loaded>
      <div class="below">
        <Rows by={by} />
      </div>
    </Section>
  )
}
